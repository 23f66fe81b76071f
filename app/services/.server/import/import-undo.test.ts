import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";

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
    expect(undone).toMatchObject({
      undo: { restored: 1, kept: 1, failed: 0 },
      retainedPeople: ["Åsa Ñandú kept.two"],
    });
    expect(undone.undoneGroups).toEqual({ removed: [], kept: [{ name: "Undo kept", reason: "people" }] });
    expect(undone.toUndo).toBeNull();
    expect(undone.actions).toContainEqual({ id: "undo", active: false });
  });
});

describe("given new people who are in use since the import", () => {
  const signIn = (username: string) =>
    scene.database.execute(sql`
      insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, expires_at)
      select realm, uid, 'fabel-web', 'openid', '{pwd}', 'basic', clock_timestamp(), now() + interval '1 day' from directory.users where username = ${username}`);
  const givePassword = (username: string) =>
    scene.database.execute(sql`
      insert into auth.passwords (realm, uid, hash) select realm, uid, 'hash' from directory.users where username = ${username}
      on conflict (realm, uid) do update set hash = excluded.hash, changed_at = now()`);

  it("then the undo keeps them, and names each with the reason, as the forecast said", async () => {
    await imported([pupil("used.before", "")]);
    const changed = pupil("used.before", "", { email: "used@skola.example" });
    const names = ["used.in", "used.password", "used.badge", "used.not"];
    const id = await imported([changed, ...names.map((username) => pupil(username, ""))]);
    await signIn("used.in");
    await signIn("used.before");
    await givePassword("used.password");
    await givePassword("used.before");
    await scene.database.execute(sql`
      insert into auth.badges (realm, uid, token_hash) select realm, uid, 'hash' from directory.users where username = 'used.badge'`);
    // Values of a known person are reset, however often they have logged in since.
    expect((await scene.look(id)).toUndo).toMatchObject({ deleted: 1, restored: 1, retained: 3 });
    const undone = await scene.undo(id);
    expect(undone).toMatchObject({ undo: { restored: 2, kept: 3, failed: 0 } });
    expect(undone.keptPeople).toEqual([
      { name: "Åsa Ñandú used.in", reason: formMessages.signedInSince },
      { name: "Åsa Ñandú used.password", reason: formMessages.signInGiven },
      { name: "Åsa Ñandú used.badge", reason: formMessages.signInGiven },
    ]);
    expect((await scene.rows(id, { undo: "kept" }))[0]?.problems.at(-1)).toMatchObject({
      reason: formMessages.signedInSince,
    });
    const there = await Promise.all(names.map(async (name) => (await scene.person(name))?.status));
    expect(there).toEqual(["active", "active", "active", "deleted"]);
    expect((await scene.person("used.before"))?.email).toBeNull();
  });

  it("and the passwords that the import itself gave, then the undo deletes them", async () => {
    scene.deps.credentials.setHashedPasswords = async (realm, people, within) => {
      const uids = sql.param(people.map(({ uid }) => uid));
      await within.execute(sql`
        insert into auth.passwords (realm, uid, hash, changed_at) select ${realm}, uid, 'hash', now() from unnest(${uids}::uuid[]) uid`);
    };
    const { id } = await scene.upload([pupil("used.own", "", { password: "lantern-otter-7" })]);
    await scene.start(id, { passwords: "file" });
    expect((await scene.look(id)).toUndo).toMatchObject({ deleted: 1, retained: 0 });
    expect((await scene.undo(id)).undo).toMatchObject({ restored: 1, kept: 0 });
  });
});

describe("given two previews of the same file, of which one is imported", () => {
  const rows = (username: string) => [pupil(username, "")];

  it("then the other preview says so, and its rows name the other import as the reason", async () => {
    await imported([pupil("tab.old", "")]);
    const file = [pupil("tab.new", ""), pupil("tab.old", "", { email: "tab@skola.example" })];
    const { id: stale, newerImport } = await scene.upload(file);
    expect(newerImport).toBeNull();
    await imported(file);
    const by = await nameOf("admin.se");
    expect(await scene.look(stale)).toMatchObject({ newerImport: { fileName: "elever.xlsx", by, isUndo: false } });
    expect((await scene.start(stale)).results).toMatchObject({ edited: 2, created: 0, changed: 0 });
    const reason = fillMessage("importedMeanwhile", { file: "elever.xlsx" });
    expect((await scene.rows(stale)).map(({ problems }) => problems.at(-1)?.reason)).toEqual([reason, reason]);
  });

  it("and a refresh, then nothing is newer than the preview", async () => {
    const { id: stale } = await scene.upload(rows("tab.two"));
    await imported(rows("tab.two"));
    await scene.call("refreshImport", { params: { id: stale } });
    expect(await scene.look(stale)).toMatchObject({ newerImport: null, outcomes: { unchanged: 1 } });
  });

  it("and an edit by somebody since, then the reason is the edit", async () => {
    const { id: stale } = await scene.upload(rows("tab.three"));
    await imported(rows("tab.three"));
    await edit("tab.three");
    await scene.start(stale);
    expect((await scene.rows(stale))[0]?.problems.at(-1)?.reason).toBe(formMessages.editedMeanwhile);
  });

  it("and an undo after the preview, then the preview says that it was undone", async () => {
    const id = await imported(rows("tab.four"));
    const { id: stale } = await scene.upload([pupil("tab.five", "")]);
    await scene.undo(id);
    expect(await scene.look(stale)).toMatchObject({ newerImport: { isUndo: true } });
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
    expect(undone).toMatchObject({
      undo: { restored: 2, kept: 1 },
      retainedPeople: ["Åsa Ñandú two.three"],
    });
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
