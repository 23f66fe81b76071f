import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { inlineRow, workbookBytes } from "#tests/support/make-workbook";
import { formMessages } from "~/services/contracts/form-messages";
import type { Import } from "~/services/contracts/import-entity";

/** Classes of a file that may be ones that exist. docs/decisions/0067-questions-about-classes.md. */

let scene: ImportScene;
let municipality: string;
const superUser = { username: "super.se" };

beforeAll(async () => {
  scene = await ImportScene.open();
  const { rows } = await scene.database.execute<{ uid: string }>(sql`
    insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Sjöstads kommun') returning uid`);
  municipality = rows[0]?.uid ?? "";
  await scene.database.execute(sql`
    update directory.organizations set parent_id = (select id from directory.organizations where uid = ${municipality})
    where realm = 'se' and school_unit_code in ('se-1001', 'se-1002')`);
  await scene.database.execute(sql`
    insert into directory.groups (realm, organization_id, name, type) select 'se', o.id, g.name, 'class'
    from directory.organizations o join (values ('se-1001', 'Fråga 7B'), ('se-1002', 'Fråga 8C')) g (code, name) on g.code = o.school_unit_code`);
});

let last = 0;
function pupil(groups: string, changes: Cells = {}): Cells {
  last += 1;
  return { username: `class.${last}`, name: `Klass ${last} Ort`, role: "Elev", groups, ...changes };
}

const choose = (id: string, body: object, who = {}) => scene.call("putImportChoices", { params: { id }, body }, who);
const groupsNamed = async (name: string) => {
  const { rows } = await scene.database.execute<{ school: string }>(sql`
    select o.name as school from directory.groups g join directory.organizations o on o.id = g.organization_id
    where g.name = ${name} and g.status <> 'deleted' order by o.name`);
  return rows.map(({ school }) => school);
};

describe("given a class that its school has with other spaces or letters", () => {
  it("then asks, is no new class, and cannot start before an answer", async () => {
    const uploaded = await scene.upload([pupil("fråga7b")]);
    expect(uploaded).toMatchObject({
      newGroups: [],
      groupQuestions: [
        {
          name: "fråga7b",
          school: "Ekbackens skola",
          options: [{ name: "Fråga 7B", school: "Ekbackens skola" }],
          elsewhere: [],
          choice: null,
        },
      ],
    });
    expect(uploaded.actions).toContainEqual({ id: "start", active: false });
    const started = await scene.call("startImport", { params: { id: uploaded.id }, body: {} });
    expect(started).toMatchObject({
      status: 400,
      body: { details: [{ attribute: "groups", reason: formMessages.undecidedClasses }] },
    });
  });

  it("and the existing one is chosen, then the preview shows it, and the person joins it", async () => {
    const row = pupil("fråga7b");
    const { id, groupQuestions } = await scene.upload([row]);
    const [question] = groupQuestions;
    const choice = question?.options[0]?.id;
    expect((await choose(id, { groups: [{ key: question?.key, choice }] })).status).toBe(200);
    expect(await scene.look(id)).toMatchObject({ state: "ready", newGroups: [], groupQuestions: [{ choice }] });
    const [planned] = await scene.rows(id);
    expect(planned?.changes).toContainEqual({ column: "groups", before: null, after: "Fråga 7B" });
    expect((await scene.start(id)).results).toMatchObject({ created: 1 });
    expect((await scene.person(row.username ?? ""))?.classes).toEqual(["Fråga 7B"]);
  });

  it("and a new one is chosen, then it is created, and the preview names it", async () => {
    const { id } = await scene.upload([pupil("Fråga  7 B")]);
    await choose(id, { restGroups: "new" });
    expect(await scene.look(id)).toMatchObject({ newGroups: ["Fråga  7 B"], groupQuestions: [{ choice: "new" }] });
    expect((await scene.start(id)).results).toMatchObject({ created: 1 });
    expect(await groupsNamed("Fråga  7 B")).toEqual(["Ekbackens skola"]);
  });

  it("and an answer that is not offered, then stores nothing (400)", async () => {
    const { id, groupQuestions } = await scene.upload([pupil("fråga 7-B")]);
    const key = groupQuestions[0]?.key;
    const other = (await scene.person("teacher.se"))?.uid;
    expect((await choose(id, { groups: [{ key, choice: other }] })).status).toBe(400);
    expect((await choose(id, { groups: [{ key: "no such", choice: "new" }] })).status).toBe(400);
    expect((await choose(id, { groups: [{ key, choice: "none" }] })).status).toBe(400);
    expect((await scene.look(id)).groupQuestions[0]?.choice).toBeNull();
  });
});

describe("given a class that another school of the municipality has", () => {
  it("and the municipality's file, then the existing one can be chosen, and a new pupil is placed at its school", async () => {
    const row = pupil("Fråga 8C");
    const { id, groupQuestions } = await scene.upload([row], municipality, superUser);
    expect(groupQuestions).toMatchObject([
      { school: "Sjöstads kommun", options: [{ name: "Fråga 8C", school: "Sjöängsskolan" }] },
    ]);
    const [question] = groupQuestions;
    await choose(id, { groups: [{ key: question?.key, choice: question?.options[0]?.id }] }, superUser);
    expect((await scene.start(id, {}, superUser)).results).toMatchObject({ created: 1 });
    expect(await scene.person(row.username ?? "")).toMatchObject({ classes: ["Fråga 8C"], schools: ["Sjöängsskolan"] });
  });

  it("and one school's file by somebody over both, then asks, and only a new class can be chosen", async () => {
    const { id, groupQuestions } = await scene.upload([pupil("Fråga 8C")], null, superUser);
    expect(groupQuestions).toMatchObject([
      { school: "Ekbackens skola", options: [], elsewhere: [{ name: "Fråga 8C", school: "Sjöängsskolan" }] },
    ]);
    await choose(id, { restGroups: "new" }, superUser);
    expect((await scene.start(id, {}, superUser)).results).toMatchObject({ created: 1 });
    expect(await groupsNamed("Fråga 8C")).toEqual(["Ekbackens skola", "Sjöängsskolan"]);
  });

  it("and one school's file by its administrator, then says nothing about the other school", async () => {
    await scene.database.execute(sql`
      insert into directory.groups (realm, organization_id, name, type) select 'se', o.id, 'Fråga 9D', 'class'
      from directory.organizations o where o.school_unit_code = 'se-1002'`);
    const uploaded = await scene.upload([pupil("Fråga 9D")]);
    expect(uploaded).toMatchObject({ groupQuestions: [], newGroups: ["Fråga 9D"] });
  });

  it("and a row that names the school, then does not ask", async () => {
    const uploaded = await scene.upload(
      [pupil("Fråga 8D", { organization: "Sjöängsskolan" }), pupil("Ekbackens skola > Fråga 9D")],
      municipality,
      superUser,
    );
    expect(uploaded.groupQuestions).toEqual([]);
  });
});

describe("given a class that several schools of a row have", () => {
  beforeAll(async () => {
    await scene.database.execute(sql`
      insert into directory.groups (realm, organization_id, name, type) select 'se', o.id, 'Fråga 5E', 'class'
      from directory.organizations o where o.school_unit_code in ('se-1001', 'se-1002')`);
  });
  const both = { organization: "Ekbackens skola; Sjöängsskolan" };

  it("and a choice of new classes for all the rest, then leaves open which school is meant", async () => {
    const row = pupil("Fråga 5E", both);
    const { id, groupQuestions } = await scene.upload([row, pupil("fråga7 b")], municipality, superUser);
    expect(groupQuestions).toMatchObject([
      { name: "Fråga 5E", isOfSeveralSchools: true, options: [{ name: "Fråga 5E" }, { name: "Fråga 5E" }] },
      { name: "fråga7 b", isOfSeveralSchools: false },
    ]);
    await choose(id, { restGroups: "new" }, superUser);
    const { groupQuestions: after, actions } = await scene.look(id, superUser);
    expect(after.map(({ choice }) => choice)).toEqual([null, "new"]);
    expect(actions).toContainEqual({ id: "start", active: false });
    const option = groupQuestions[0]?.options.find(({ school }) => school === "Sjöängsskolan");
    await choose(id, { groups: [{ key: groupQuestions[0]?.key, choice: option?.id }] }, superUser);
    expect((await scene.start(id, {}, superUser)).results).toMatchObject({ created: 2 });
    expect((await scene.person(row.username ?? ""))?.classes).toEqual(["Fråga 5E"]);
    expect(await groupsNamed("Fråga 5E")).toEqual(["Ekbackens skola", "Sjöängsskolan"]);
  });

  it("and another row that names one of the schools, then asks about that row apart, and it stays at its school", async () => {
    const [open, named] = [pupil("Fråga 5E", both), pupil("fråga5 e", { organization: "Ekbackens skola" })];
    const { id, groupQuestions } = await scene.upload([open, named], municipality, superUser);
    const schoolsOf = ({ options }: Import["groupQuestions"][number]) => options.map(({ school }) => school).sort();
    expect(groupQuestions.map((each) => [each.isOfSeveralSchools, ...schoolsOf(each)]).sort()).toEqual([
      [false, "Ekbackens skola"],
      [true, "Ekbackens skola", "Sjöängsskolan"],
    ]);
    const groups = groupQuestions.map(({ key, options, isOfSeveralSchools }) => ({
      key,
      choice: options.find(({ school }) => school === (isOfSeveralSchools ? "Sjöängsskolan" : "Ekbackens skola"))?.id,
    }));
    await choose(id, { groups }, superUser);
    await scene.start(id, {}, superUser);
    expect((await scene.person(named.username ?? ""))?.schools).toEqual(["Ekbackens skola"]);
    const { rows } = await scene.database.execute(sql`
      select o.name from directory.memberships m join directory.groups g on g.id = m.group_id
      join directory.organizations o on o.id = g.organization_id join directory.users u on u.id = m.user_id
      where u.username = ${open.username}`);
    expect(rows).toEqual([{ name: "Sjöängsskolan" }]);
  });

  it("and a known person of both without a school in the row, then leaves that open too", async () => {
    const row = pupil("", both);
    const first = await scene.upload([row], municipality, superUser);
    await scene.start(first.id, {}, superUser);
    const { id, groupQuestions } = await scene.upload(
      [{ ...row, organization: "", groups: "Fråga 5E" }],
      municipality,
      superUser,
    );
    expect(groupQuestions).toMatchObject([{ name: "Fråga 5E", school: "Sjöstads kommun", isOfSeveralSchools: true }]);
    await choose(id, { restGroups: "new" }, superUser);
    expect((await scene.look(id, superUser)).groupQuestions[0]?.choice).toBeNull();
  });
});

it("given a new class in two spellings that differ in spaces, then creates one", async () => {
  const rows = ["Fråga 6A", "fråga6a"].map((groups) => pupil(groups));
  const uploaded = await scene.upload(rows);
  expect(uploaded.newGroups).toEqual(["Fråga 6A"]);
  await scene.start(uploaded.id);
  expect((await scene.person(rows[1]?.username ?? ""))?.classes).toEqual(["Fråga 6A"]);
});

it("given a name that a class cannot have, then the cell is wrong", async () => {
  const { id } = await scene.upload([pupil("x".repeat(256))]);
  const reasons = (await scene.rows(id)).map(({ problems }) => problems.map(({ column, reason }) => [column, reason]));
  expect(reasons).toEqual([[["groups", formMessages.upTo255]]]);
});

describe("given an unknown class whose name a spreadsheet may have changed", () => {
  const cell = (address: string, attributes: string, inside: string) => `<c r="${address}" ${attributes}>${inside}</c>`;
  const head = inlineRow(1, ["Username", "First name", "Last name", "Class"]);
  /** The second row's class is in cell D2. */
  async function uploadClass(inside: string): Promise<Import> {
    last += 1;
    const person = ["A2", "B2", "C2"].map((address) => cell(address, 't="str"', `<v>tvek${last}</v>`));
    const rows = `${head}<row r="2">${person.join("")}${inside}</row>`;
    const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="16"/><xf numFmtId="11"/></cellXfs>`;
    const { body } = await scene.send(Buffer.from(workbookBytes({ sheets: { Elever: rows }, styles })));
    return scene.look((body as { data: Import }).data.id);
  }
  const thisYear = new Date().getUTCFullYear();
  const day = Math.round(Date.UTC(thisYear, 0, 2) / 86_400_000) + 25_569;

  it.each([
    ["a date", cell("D2", 's="1"', `<v>${day}</v>`), "date", `${thisYear}-01-02`],
    ["the number of a day", cell("D2", 't="str"', `<v>${day}</v>`), "date", String(day)],
    ["a shortened number", cell("D2", 't="str"', "<v>4.67E+10</v>"), "scientific", "4.67E+10"],
    ["a number displayed shortened", cell("D2", 's="2"', "<v>46700000000</v>"), "scientific", "46700000000"],
    [
      "a number without its last digits",
      cell("D2", "", "<v>1.2345678901234501E+16</v>"),
      "digits",
      "12345678901234500",
    ],
    ["TRUE", cell("D2", 't="b"', "<v>1</v>"), "boolean", "TRUE"],
  ])(
    "as %s, then asks about it with the cell, and a choice for all the rest leaves it undecided",
    async (_, xml, kind, name) => {
      const { id, groupQuestions, newGroups, actions } = await uploadClass(xml);
      expect(groupQuestions).toMatchObject([
        { name, options: [], elsewhere: [], choice: null, doubt: { kind, sheet: "Elever", address: "D2" } },
      ]);
      expect(newGroups).toEqual([]);
      expect(actions).toContainEqual({ id: "start", active: false });
      await choose(id, { restGroups: "new" });
      expect((await scene.look(id)).groupQuestions[0]?.choice).toBeNull();
      expect((await scene.call("startImport", { params: { id }, body: {} })).status).toBe(400);
      await choose(id, { groups: [{ key: groupQuestions[0]?.key, choice: "new" }] });
      expect(await scene.look(id)).toMatchObject({ newGroups: [name], groupQuestions: [{ choice: "new" }] });
    },
  );

  it("then the importer can choose no class, and the rows are imported as if the cell were empty", async () => {
    const { id, groupQuestions } = await uploadClass(cell("D2", "", "<v>1.2345678901234501E+16</v>"));
    await choose(id, { groups: [{ key: groupQuestions[0]?.key, choice: "none" }] });
    expect(await scene.look(id)).toMatchObject({ newGroups: [], groupQuestions: [{ choice: "none" }] });
    const { state, results } = await scene.start(id);
    expect({ state, created: results.created }).toEqual({ state: "imported", created: 1 });
    const { rows } = await scene.database.execute(sql`select 1 from directory.groups where name like '12345678%'`);
    expect(rows).toEqual([]);
  });

  it("and the school has the class that was probably entered, then it can be chosen", async () => {
    await scene.database.execute(sql`insert into directory.groups (realm, organization_id, name, type)
      select 'se', id, '1-2', 'class' from directory.organizations where school_unit_code = 'se-1001'`);
    const { id, groupQuestions } = await uploadClass(cell("D2", 's="1"', `<v>${day}</v>`));
    expect(groupQuestions).toMatchObject([{ options: [{ name: "1-2" }], doubt: { entered: "1-2" } }]);
    const [question] = groupQuestions;
    await choose(id, { groups: [{ key: question?.key, choice: question?.options[0]?.id }] });
    expect((await scene.rows(id))[0]?.changes).toContainEqual({ column: "groups", before: null, after: "1-2" });
  });

  it("and its school has the class under that name, then does not ask", async () => {
    await scene.database.execute(sql`insert into directory.groups (realm, organization_id, name, type)
      select 'se', id, 'FALSE', 'class' from directory.organizations where school_unit_code = 'se-1001'`);
    expect((await uploadClass(cell("D2", 't="b"', "<v>0</v>"))).groupQuestions).toEqual([]);
  });
});
