import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { formMessages } from "~/services/contracts/form-messages";

/** Which memberships a row replaces. docs/decisions/0066-places-in-imports.md. */

let scene: ImportScene;
let municipality: string;
let clubs: string;
const superUser = { username: "super.se" };

beforeAll(async () => {
  scene = await ImportScene.open();
  const { rows } = await scene.database.execute<{ uid: string; club: string }>(sql`
    with above as (insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Sjöstads kommun') returning id, uid)
    select uid, '' as club from above`);
  municipality = rows[0]?.uid ?? "";
  await scene.database.execute(sql`
    update directory.organizations set parent_id = (select id from directory.organizations where uid = ${municipality})
    where realm = 'se' and school_unit_code in ('se-1001', 'se-1002')`);
  const { rows: made } = await scene.database.execute<{ uid: string }>(sql`
    insert into directory.organizations (realm, type, name, parent_id)
    select 'se', 'sub_school', 'Fritids', id from directory.organizations where school_unit_code = 'se-1001' returning uid`);
  clubs = made[0]?.uid ?? "";
});

let last = 0;
let username = "";
const row = (changes: Cells): Cells => ({
  username,
  firstName: "Åsa",
  lastName: `Ort ${last}`,
  role: "Elev",
  ...changes,
});

/** A pupil of Ekbacken in the class 5A and its choir, and of the after-school club in the group Blå. */
beforeEach(async () => {
  last += 1;
  username = `places.${last}`;
  const cells = row({ organization: "Ekbackens skola; Fritids", groups: "Ekbackens skola > 5A" });
  await run(cells, municipality);
  await join("se-1001", "Kör", "group");
  await join(null, "Blå", "group");
  expect((await scene.person(username))?.classes).toEqual(["5A", "Blå", "Kör"]);
});

async function join(code: string | null, name: string, type: string): Promise<void> {
  const school = code ? sql`o.school_unit_code = ${code}` : sql`o.uid = ${clubs}`;
  await scene.database.execute(sql`
    insert into directory.groups (realm, organization_id, name, type) select 'se', o.id, ${name}, ${type} from directory.organizations o
    where ${school} and not exists (select 1 from directory.groups g where g.organization_id = o.id and g.name = ${name})`);
  await scene.database.execute(sql`
    insert into directory.memberships (user_id, group_id, realm) select u.id, g.id, 'se' from directory.users u, directory.groups g
    join directory.organizations o on o.id = g.organization_id where u.username = ${username} and g.name = ${name} and ${school}`);
}

async function run(cells: Cells, organization: string | null) {
  const { id } = await scene.upload([cells], organization, superUser);
  const [planned] = await scene.rows(id);
  await scene.start(id, {}, superUser);
  return { id, change: planned?.changes.find(({ column }) => column === "groups") };
}

describe("given a filled class cell", () => {
  it("in the school's own file, then replaces the class there and names it, and keeps choir and after-school group", async () => {
    const { change } = await run(row({ groups: "5B" }), null);
    expect(change?.left).toEqual(["Ekbackens skola > 5A"]);
    expect(await scene.person(username)).toMatchObject({
      classes: ["5B", "Blå", "Kör"],
      schools: ["Ekbackens skola", "Fritids"],
    });
  });

  it("in a municipality's file that names the school, then does the same", async () => {
    const { change } = await run(row({ organization: "Ekbackens skola", groups: "5B" }), municipality);
    expect(change?.left).toEqual(["Ekbackens skola > 5A"]);
    expect(await scene.person(username)).toMatchObject({
      classes: ["5B", "Blå", "Kör"],
      schools: ["Ekbackens skola", "Fritids"],
    });
  });

  it("in a municipality's file without a school, then replaces the class of the school that has the new one", async () => {
    await run(row({ groups: "5A" }), municipality);
    expect((await scene.person(username))?.classes).toEqual(["5A", "Blå", "Kör"]);
  });

  it("in a municipality's file without a school, whose class two schools of the pupil have, then asks which one", async () => {
    await join("se-1001", "Delad", "class");
    await join(null, "Delad", "class");
    const { rows } = await scene.database.execute<{
      id: string;
    }>(sql`delete from directory.memberships m using directory.groups g
      where g.id = m.group_id and g.name = 'Delad' returning m.user_id as id`);
    expect(rows).toHaveLength(2);
    const uploaded = await scene.upload([row({ groups: "Delad" })], municipality, superUser);
    expect(uploaded.groupQuestions).toMatchObject([
      { name: "Delad", options: [{ school: "Ekbackens skola" }, { school: "Fritids" }] },
    ]);
  });

  it("in a row that names two schools, one of which has the class, then the class of the other one stays", async () => {
    await join(null, "Grön klass", "class");
    const { change } = await run(row({ organization: "Ekbackens skola; Fritids", groups: "5B" }), municipality);
    expect(change?.left).toEqual(["Ekbackens skola > 5A"]);
    expect((await scene.person(username))?.classes).toEqual(["5B", "Blå", "Grön klass", "Kör"]);
  });

  it("in a row that names two schools which both have the class, then asks which one", async () => {
    await join("se-1001", "Delad", "class");
    await join(null, "Delad", "class");
    await scene.database.execute(sql`delete from directory.memberships m using directory.groups g
      where g.id = m.group_id and g.name = 'Delad'`);
    const cells = row({ organization: "Ekbackens skola; Fritids", groups: "Delad" });
    const uploaded = await scene.upload([cells], municipality, superUser);
    expect(uploaded.groupQuestions).toMatchObject([
      { name: "Delad", options: [{ school: "Ekbackens skola" }, { school: "Fritids" }] },
    ]);
  });

  it("and a class of the club, then keeps it where the row names the school", async () => {
    await join(null, "Grön klass", "class");
    const { change } = await run(row({ groups: "5B" }), null);
    expect(change?.left).toEqual(["Ekbackens skola > 5A"]);
    expect((await scene.person(username))?.classes).toEqual(["5B", "Blå", "Grön klass", "Kör"]);
  });

  it("and the school beside each class, then replaces the classes of those schools, whatever school the file is of", async () => {
    await join(null, "Grön klass", "class");
    const { change } = await run(row({ groups: "Fritids > Gul klass" }), null);
    expect(change?.left).toEqual(["Fritids > Grön klass"]);
    expect((await scene.person(username))?.classes).toEqual(["5A", "Blå", "Gul klass", "Kör"]);
    const both = await run(row({ groups: "5B; Fritids > Grön klass" }), null);
    expect(both.change?.left).toEqual(["Ekbackens skola > 5A", "Fritids > Gul klass"]);
  });

  it("and beside the class a school of the import that the person does not have yet, then adds the school, whether it has the class or not", async () => {
    await scene.database.execute(sql`
      insert into directory.groups (realm, organization_id, name, type) select 'se', o.id, '8Ö', 'class' from directory.organizations o
      where o.school_unit_code = 'se-1002'`);
    for (const name of ["8Ä", "8Ö"]) {
      const { id, change } = await run(row({ groups: `Sjöängsskolan > ${name}` }), municipality);
      expect(change).not.toHaveProperty("left");
      expect(await scene.person(username)).toMatchObject({
        classes: ["5A", name, "Blå", "Kör"],
        schools: ["Ekbackens skola", "Fritids", "Sjöängsskolan"],
      });
      await scene.call("undoImport", { params: { id } }, superUser);
    }
  });

  it("and beside the class a school that the import does not have, then the cell is wrong, and says which are allowed", async () => {
    const { id } = await scene.upload([row({ groups: "Sjöängsskolan > 5B" })], null, superUser);
    expect((await scene.rows(id))[0]?.problems).toMatchObject([
      {
        column: "groups",
        reason: formMessages.unknownOrganization,
        allowed: expect.arrayContaining(["Ekbackens skola", "Fritids"]),
      },
    ]);
  });

  it("that lists another group only, then leaves the class, and names it", async () => {
    const { change } = await run(row({ groups: "Kör" }), null);
    expect(change?.left).toEqual(["Ekbackens skola > 5A"]);
    expect((await scene.person(username))?.classes).toEqual(["Blå", "Kör"]);
  });
});

it("given an empty class cell, then no group changes", async () => {
  const { change } = await run(row({ groups: "", email: "a@skola.example" }), null);
  expect(change).toBeUndefined();
  expect((await scene.person(username))?.classes).toEqual(["5A", "Blå", "Kör"]);
});

describe("given a school that the person does not have yet", () => {
  it("and an empty class cell, then adds the school, and every group stays", async () => {
    const { id, change } = await run(row({ organization: "Sjöängsskolan", groups: "" }), municipality);
    expect(change).toBeUndefined();
    expect(await scene.person(username)).toMatchObject({
      classes: ["5A", "Blå", "Kör"],
      schools: ["Ekbackens skola", "Fritids", "Sjöängsskolan"],
    });
    await scene.call("undoImport", { params: { id } }, superUser);
    expect((await scene.person(username))?.schools).toEqual(["Ekbackens skola", "Fritids"]);
  });

  it("and a class with the name of the other school's, then joins the one of the school that the row names", async () => {
    const { change } = await run(row({ organization: "Sjöängsskolan", groups: "5A" }), municipality);
    expect(change?.left).toBeUndefined();
    expect(await scene.person(username)).toMatchObject({
      classes: ["5A", "5A", "Blå", "Kör"],
      schools: ["Ekbackens skola", "Fritids", "Sjöängsskolan"],
    });
  });
});
