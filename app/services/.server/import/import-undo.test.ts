import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { formMessages } from "~/services/contracts/form-messages";

/** Undo of an import: created classes, the forecast before and the counts after, and repeated attempts. */

let scene: ImportScene;

beforeAll(async () => {
  scene = await ImportScene.open();
});

const pupil = (username: string, groups: string, changes: Cells = {}): Cells => ({
  ...{ username, firstName: "Åsa", lastName: `Ñandú ${username}`, role: "Elev", groups },
  ...changes,
});

async function imported(rows: Cells[]): Promise<string> {
  const { id } = await scene.upload(rows);
  await scene.start(id);
  return id;
}

async function classes(): Promise<string[]> {
  const { rows } = await scene.database.execute<{ name: string }>(sql`
    select g.name from directory.groups g where g.status <> 'deleted' and g.name like 'Undo %' order by g.name`);
  return rows.map(({ name }) => name);
}

const edit = (username: string) =>
  scene.database.execute(sql`update directory.users set version = version + 1 where username = ${username}`);

const nameOf = async (username: string) => (await scene.person(username))?.name;

describe("given an import that created classes", () => {
  it("then the undo deletes the empty ones, and lists in natural order those that are in use or edited", async () => {
    await imported([pupil("class.before", "Undo before")]);
    const id = await imported([
      pupil("class.one", "Undo empty; Undo 10"),
      pupil("class.two", "Undo empty; Undo 9; Undo people"),
      pupil("class.three", "Undo edited; Undo before"),
    ]);
    const other = (await scene.person("class.before"))?.id;
    await scene.database.execute(sql`
      insert into directory.memberships (user_id, group_id, realm) select ${other}, id, realm from directory.groups where name = 'Undo people'`);
    await scene.database.execute(sql`update directory.groups set version = version + 1 where name = 'Undo edited'`);
    expect((await scene.look(id)).toUndo).toEqual({ deleted: 3, restored: 0, retained: 0, groups: 5 });
    const undone = await scene.undo(id);
    expect(undone.undoneGroups).toEqual({
      removed: ["Undo 9", "Undo 10", "Undo empty"],
      kept: [
        { name: "Undo edited", reason: "edited" },
        { name: "Undo people", reason: "people" },
      ],
    });
    expect(await classes()).toEqual(["Undo before", "Undo edited", "Undo people"]);
  });

  it("and a pupil who was edited since, then keeps the pupil and the class, as the forecast said", async () => {
    const id = await imported([pupil("kept.one", "Undo kept"), pupil("kept.two", "Undo kept")]);
    await edit("kept.two");
    expect((await scene.look(id)).toUndo).toEqual({ deleted: 1, restored: 0, retained: 1, groups: 1 });
    const undone = await scene.undo(id);
    expect(undone).toMatchObject({ undo: { restored: 1, kept: 1, failed: 0 }, retainedPeople: ["Åsa Ñandú kept.two"] });
    expect(undone.undoneGroups).toEqual({ removed: [], kept: [{ name: "Undo kept", reason: "people" }] });
    expect(undone.toUndo).toBeNull();
    expect(undone.actions).toContainEqual({ id: "undo", active: false });
  });
});

describe("given two imports of the same people, the later of which is undone first", () => {
  it("then the earlier undo includes the people whom the later undo restored, but not an edited one", async () => {
    const earlier = await imported([
      pupil("two.one", "Undo two"),
      pupil("two.two", "Undo two"),
      pupil("two.three", ""),
    ]);
    const change = { email: "later@skola.example" };
    const later = await imported([
      pupil("two.one", "Undo later", change),
      pupil("two.two", "", { lastName: "Senare" }),
    ]);
    await edit("two.three");
    expect((await scene.look(earlier)).toUndo).toMatchObject({ deleted: 0, retained: 3 });
    expect(await scene.undo(later)).toMatchObject({ undo: { restored: 2, kept: 0, failed: 0 } });
    expect((await scene.look(earlier)).toUndo).toMatchObject({ deleted: 2, retained: 1 });
    const undone = await scene.undo(earlier);
    expect(undone).toMatchObject({ undo: { restored: 2, kept: 1 }, retainedPeople: ["Åsa Ñandú two.three"] });
  });

  it("and a person who was edited between the imports, then keeps that person", async () => {
    const earlier = await imported([pupil("between.one", "")]);
    await edit("between.one");
    const later = await imported([pupil("between.one", "", { lastName: "Senare" })]);
    await scene.undo(later);
    expect((await scene.look(earlier)).toUndo).toMatchObject({ deleted: 0, retained: 1 });
  });
});

describe("given an undo that fails for a row", () => {
  it("then gives the reason, and a second undo succeeds once the reason is removed", async () => {
    await imported([pupil("fail.one", "", { email: "old@skola.example", externalId: "F-1" }), pupil("fail.two", "")]);
    const id = await imported([pupil("fail.one", "", { email: "new@skola.example", externalId: "F-2" })]);
    await scene.database.execute(sql`update directory.users set external_id = 'F-1' where username = 'fail.two'`);
    const failed = await scene.undo(id);
    expect(failed).toMatchObject({ state: "undone", undo: { restored: 0, failed: 1 } });
    expect(failed.actions).toContainEqual({ id: "undo", active: true });
    const [row] = await scene.rows(id, { undo: "failed" });
    expect(row?.problems).toEqual([
      { column: "externalId", address: null, value: null, reason: formMessages.exists, people: [] },
    ]);
    await scene.database.execute(sql`update directory.users set external_id = null where username = 'fail.two'`);
    expect(await scene.undo(id)).toMatchObject({ state: "undone", undo: { restored: 1, failed: 0 } });
    expect((await scene.person("fail.one"))?.email).toBe("old@skola.example");
    expect((await scene.rows(id))[0]?.problems).toEqual([]);
  });

  it("and an undo without failures, then repeating it changes nothing", async () => {
    const id = await imported([pupil("once.one", "Undo once")]);
    await scene.undo(id);
    expect(await scene.undo(id)).toMatchObject({ state: "undone", undo: { restored: 1, kept: 0, failed: 0 } });
  });
});

describe("given a file that could not be read", () => {
  it("then it can be refreshed after an internal error, but not (409) if the file is damaged", async () => {
    const { id } = await scene.upload([pupil("again.one", "")]);
    const fail = (problem: string) =>
      scene.database.execute(
        sql`update imports.imports set state = 'unreadable', problem = ${problem} where id = ${id}`,
      );
    await fail("damaged");
    expect((await scene.look(id)).actions).toContainEqual({ id: "refresh", active: false });
    expect((await scene.call("refreshImport", { params: { id } })).status).toBe(409);
    await fail("internal_error");
    expect((await scene.look(id)).actions).toContainEqual({ id: "refresh", active: true });
    expect((await scene.call("refreshImport", { params: { id } })).status).toBe(200);
    expect(await scene.look(id)).toMatchObject({ state: "ready", problem: null, outcomes: { new: 1 } });
  });
});

describe("given a class whose name resembles one of the school's", () => {
  it("then the preview lists both names", async () => {
    await imported([pupil("twin.one", "Klass Undo 9"), pupil("twin.two", "Undo 8")]);
    const uploaded = await scene.upload([pupil("twin.three", "undo-9; Undo 8; Undo 7")]);
    expect(uploaded.groupTwins).toEqual([{ name: "undo-9", like: "Klass Undo 9" }]);
  });
});

describe("given an undo by another administrator", () => {
  it("then the import still belongs to the user who started it, in the history and for the password sheets", async () => {
    const id = await imported([pupil("other.one", "")]);
    const other = { username: "super.se" };
    scene.isHeld = true;
    await scene.call("undoImport", { params: { id } }, other);
    scene.isHeld = false;
    const undoing = await scene.look(id);
    expect(undoing).toMatchObject({ state: "undoing", startedBy: { name: await nameOf("admin.se") } });
    await scene.call("undoImport", { params: { id } }, other);
    expect(await scene.look(id)).toMatchObject({ state: "undone", startedBy: undoing.startedBy });
  });

  it("and an import at the same time, then it is refused by the name of who undoes", async () => {
    const id = await imported([pupil("other.two", "")]);
    const { id: waiting } = await scene.upload([pupil("other.three", "")]);
    scene.isHeld = true;
    await scene.call("undoImport", { params: { id } }, { username: "super.se" });
    const refused = await scene.call("startImport", { params: { id: waiting }, body: {} });
    scene.isHeld = false;
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain(await nameOf("super.se"));
  });
});
