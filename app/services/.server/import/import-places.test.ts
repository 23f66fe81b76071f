import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { formMessages } from "~/services/contracts/form-messages";

/** Schools, groups and administrators in a municipality's file. docs/product/control-panel.md#validation. */

let scene: ImportScene;
/** The parent organisation of both schools. */
let municipality: string;
const superUser = { username: "super.se" };

beforeAll(async () => {
  scene = await ImportScene.open();
  const { rows } = await scene.database.execute<{ uid: string }>(sql`
    with above as (insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Sjöstads kommun') returning id, uid),
      placed as (update directory.organizations o set parent_id = above.id from above
        where o.realm = 'se' and o.school_unit_code in ('se-1001', 'se-1002'))
    select uid from above`);
  municipality = rows[0]?.uid ?? "";
});

let last = 0;
function pupil(changes: Cells): Cells {
  last += 1;
  return { username: `place.${last}`, name: `Place ${last} Ort`, role: "Elev", ...changes };
}
const reasonsOf = async (id: string) =>
  (await scene.rows(id)).map((row) => row.problems.map(({ column, reason }) => [column, reason]));

describe("given a municipality's file", () => {
  it("then places people by school code, else by name regardless of case, else in the municipality", async () => {
    const rows = [
      pupil({ organizationCode: "SE-1002", organization: "Ekbackens skola" }),
      pupil({ organization: "ekbackens SKOLA", groups: "9Z" }),
      pupil({}),
      pupil({ organizationCode: "; se-1002", organization: "Ekbackens skola; " }),
    ];
    const uploaded = await scene.upload(rows, municipality, superUser);
    expect(uploaded).toMatchObject({ outcomes: { new: 4 } });
    expect((await scene.start(uploaded.id, {}, superUser)).results).toMatchObject({ created: 4 });
    const people = await Promise.all(rows.map(({ username = "" }) => scene.person(username)));
    expect(people.map((person) => person?.schools)).toEqual([
      ["Sjöängsskolan"],
      ["Ekbackens skola"],
      ["Sjöstads kommun"],
      ["Ekbackens skola", "Sjöängsskolan"],
    ]);
    expect(people[1]?.classes).toEqual(["9Z"]);
  });

  it("and unknown, out-of-scope or ambiguous schools, then reports these cells as wrong", async () => {
    await scene.database.execute(sql`
      insert into directory.organizations (realm, type, name, parent_id) select 'se', 'school', name, id
      from directory.organizations cross join (values ('Tvillingskolan'), ('Tvillingskolan')) twins (title)
      where uid = ${municipality}`);
    await scene.database.execute(sql`
      update directory.organizations set name = 'Tvillingskolan' where parent_id = (
        select id from directory.organizations where uid = ${municipality}) and school_unit_code is null`);
    const rows = [
      // The groups cell has no error of its own, because it cannot be checked without the school.
      pupil({ organization: "Okända skolan", groups: "9Z; 9Y" }),
      pupil({ organizationCode: "no-1001" }),
      pupil({ organization: "Tvillingskolan" }),
    ];
    const uploaded = await scene.upload(rows, municipality, superUser);
    expect(await reasonsOf(uploaded.id)).toEqual([
      [["organization", formMessages.unknownOrganization]],
      [["organizationCode", formMessages.unknownOrganization]],
      [["organization", formMessages.unknownOrganization]],
    ]);
  });

  it("and a school's administrator as importer, then the rows of another school are wrong", async () => {
    const uploaded = await scene.upload([
      pupil({ organization: "Sjöängsskolan" }),
      pupil({ organization: "Ekbackens skola" }),
    ]);
    expect(uploaded).toMatchObject({ outcomes: { wrong: 1, new: 1 } });
  });

  it("and one of a person's two schools, then changes nothing; and another school, then adds it, and the undo takes it back", async () => {
    const row = pupil({
      organization: "Ekbackens skola; Sjöängsskolan",
      groups: "Ekbackens skola > 9Z; Sjöängsskolan > 8Q",
    });
    await scene.start((await scene.upload([row], municipality, superUser)).id, {}, superUser);
    const username = row.username ?? "";
    const one = await scene.upload([{ ...row, organization: "Sjöängsskolan", groups: "" }], municipality, superUser);
    expect(one).toMatchObject({ outcomes: { unchanged: 1 } });
    const added = await scene.upload(
      [{ ...row, organization: "Sjöstads kommun", groups: "" }],
      municipality,
      superUser,
    );
    expect((await scene.rows(added.id))[0]?.changes).toEqual([
      {
        column: "organization",
        before: "Ekbackens skola; Sjöängsskolan",
        after: "Ekbackens skola; Sjöängsskolan; Sjöstads kommun",
      },
    ]);
    await scene.start(added.id, {}, superUser);
    expect(await scene.person(username)).toMatchObject({
      schools: ["Ekbackens skola", "Sjöstads kommun", "Sjöängsskolan"],
      classes: ["8Q", "9Z"],
    });
    await scene.call("undoImport", { params: { id: added.id } }, superUser);
    expect(await scene.person(username)).toMatchObject({
      schools: ["Ekbackens skola", "Sjöängsskolan"],
      classes: ["8Q", "9Z"],
    });
  });
});

describe("given a column of administrators", () => {
  const teacher = (changes: Cells): Cells => pupil({ role: "Personal", organization: "Ekbackens skola", ...changes });

  it("and a super user as importer, then sets and removes the role, and keeps the place's other properties", async () => {
    const row = teacher({ administrator: "Ja" });
    await scene.start((await scene.upload([row], municipality, superUser)).id, {}, superUser);
    const username = row.username ?? "";
    expect(await scene.person(username)).toMatchObject({ administers: ["Ekbackens skola"] });
    await scene.database.execute(sql`update directory.associations set add_to_sub_schools = true, active = false
      where user_id = (select id from directory.users where username = ${username})`);
    await scene.start(
      (await scene.upload([{ ...row, administrator: "Nej" }], municipality, superUser)).id,
      {},
      superUser,
    );
    expect(await scene.person(username)).toMatchObject({ administers: [] });
    const { rows } =
      await scene.database.execute(sql`select add_to_sub_schools as below, active from directory.associations
      where user_id = (select id from directory.users where username = ${username})`);
    expect(rows).toEqual([{ below: true, active: false }]);
  });

  it("and a pupil, an invalid word or a school's administrator as importer, then the cell is wrong", async () => {
    const uploaded = await scene.upload(
      [pupil({ administrator: "Ja" }), teacher({ administrator: "kanske" })],
      municipality,
      superUser,
    );
    expect(await reasonsOf(uploaded.id)).toEqual([
      [["administrator", formMessages.staffOnly]],
      [["administrator", formMessages.yesOrNo]],
    ]);
    const own = await scene.upload([teacher({ administrator: "Ja" }), teacher({ administrator: "Nej" })]);
    expect(await reasonsOf(own.id)).toEqual([[["administrator", formMessages.insufficientPermission]], []]);
  });
});

it("given a class in several spellings, then the preview lists one new class and the import creates one", async () => {
  const rows = ["9 Q", "9 q", " 9  Q "].map((groups) => pupil({ groups }));
  const { id, newGroups } = await scene.upload(rows);
  expect(newGroups).toEqual(["9 Q"]);
  await scene.start(id);
  const classes = await Promise.all(rows.map(async ({ username = "" }) => (await scene.person(username))?.classes));
  expect(classes).toEqual([["9 Q"], ["9 Q"], ["9 Q"]]);
});

it("given an empty required cell, then the problem has the cell's address", async () => {
  const uploaded = await scene.upload([pupil({ username: "" })]);
  const [row] = await scene.rows(uploaded.id);
  expect(row?.problems[0]).toMatchObject({ column: "username", address: "A2", value: null });
});

it("given new people, then the preview says the role of each", async () => {
  const { id } = await scene.upload([pupil({}), pupil({ role: "Personal" })]);
  const roles = (await scene.rows(id)).map((row) => row.changes.find(({ column }) => column === "role"));
  expect(roles).toEqual([
    { column: "role", before: null, after: "student" },
    { column: "role", before: null, after: "employee" },
  ]);
});

describe("given an unknown role", () => {
  it("then the problem has the cell's address, its value and the reason", async () => {
    const uploaded = await scene.upload([pupil({ role: "Rektor" })]);
    const [row] = await scene.rows(uploaded.id);
    expect(row?.problems[0]).toMatchObject({
      column: "role",
      address: "C2",
      value: "Rektor",
      reason: formMessages.unknownType,
    });
  });
});

it("given a person with a higher role than the importer, then refuses their row without further problems", async () => {
  const above = pupil({ role: "Personal", organization: "Sjöstads kommun; Ekbackens skola", administrator: "Ja; Nej" });
  const { id } = await scene.upload([above], municipality, superUser);
  await scene.start(id, {}, superUser);
  const { username = "" } = above;
  const uploaded = await scene.upload([
    { username, email: "taken@skola.example" },
    { username: "TEACHER.se", email: "teacher@skola.example" },
  ]);
  expect(uploaded).toMatchObject({ outcomes: { refused: 1, changed: 1, wrong: 0 } });
  expect(await reasonsOf(uploaded.id)).toEqual([[[null, formMessages.insufficientPermission]], []]);
  expect((await scene.start(uploaded.id)).results).toMatchObject({ changed: 1, refused: 0 });
  expect(await scene.person(username)).toMatchObject({ email: null });
});

describe("given CLEAN in a column that it cannot erase", () => {
  it("then the cell is wrong, and no class or school is called so", async () => {
    const rows: Cells[] = [
      pupil({ groups: "CLEAN" }),
      pupil({ organization: "CLEAN" }),
      pupil({ organizationCode: "CLEAN" }),
      pupil({ role: "CLEAN" }),
      pupil({ administrator: "CLEAN" }),
      pupil({ password: "CLEAN" }),
      pupil({ ageFilter: "CLEAN" }),
    ];
    const { id, newGroups } = await scene.upload(rows);
    expect(await reasonsOf(id)).toEqual([
      [["groups", formMessages.cleanNotHere]],
      [["organization", formMessages.cleanNotHere]],
      [["organizationCode", formMessages.cleanNotHere]],
      [["role", formMessages.cleanNotHere]],
      [["administrator", formMessages.cleanNotHere]],
      [["password", formMessages.cleanNotHere]],
      [["ageFilter", formMessages.cleanNotHere]],
    ]);
    expect(newGroups).toEqual([]);
  });

  it("then the row is still called by the person's name", async () => {
    const named = pupil({});
    await scene.start((await scene.upload([named])).id);
    const { id } = await scene.upload([{ username: named.username ?? "", firstName: "CLEAN" }]);
    const [row] = await scene.rows(id);
    expect(row).toMatchObject({ name: named.name, outcome: "wrong" });
  });
});
