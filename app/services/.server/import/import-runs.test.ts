import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { credentialsDouble } from "#tests/support/credentials-double";
import { type Cells, ImportScene, workbookOf } from "#tests/support/import-scene";
import { formMessages } from "~/services/contracts/form-messages";
import { continueImport } from "./import-runner";
import { requestStop } from "./import-store";
import { runImport } from "./run-import";
import { undoImport } from "./undo-import";

/** Imports that are interrupted, run concurrently, or meet people who have changed. docs/decisions/0045-imports-of-people.md. */

let scene: ImportScene;

beforeAll(async () => {
  scene = await ImportScene.open();
});
beforeEach(() => {
  scene.isHeld = false;
  scene.deps.credentials = { ...credentialsDouble };
});

const pupils = (prefix: string, count: number, changes: Cells = {}): Cells[] =>
  Array.from({ length: count }, (_, place) => ({
    username: `${prefix}.${place}`,
    firstName: "Åsa",
    lastName: `Ñandú ${prefix}${place}`,
    role: "Elev",
    groups: "9Z",
    ...changes,
  }));

const countOf = async (statement: ReturnType<typeof sql>) =>
  (await scene.database.execute<{ count: number }>(statement)).rows[0]?.count;
const made = (prefix: string) =>
  countOf(
    sql`select count(*)::int as count from directory.users where username like ${`${prefix}.%`} and status <> 'deleted'`,
  );
const audited = (prefix: string, action: string) =>
  countOf(sql`select count(*)::int as count from directory.audit a join directory.users u on u.uid = a.subject_uid
    where u.username like ${`${prefix}.%`} and a.action = ${action}`);

/** Starts an import that no worker processes yet. */
async function startHeld(rows: Cells[], body: object = {}): Promise<string> {
  const { id } = await scene.upload(rows);
  scene.isHeld = true;
  await scene.start(id, body);
  return id;
}

/** Processes the import with `atOnce` rows per transaction, until `isStopping`. @returns whether it is finished */
async function work(id: string, atOnce: number, isStopping = () => false, database = scene.database): Promise<boolean> {
  const stored = await scene.stored(id);
  const run = stored.state === "undoing" ? undoImport : runImport;
  return run(scene.deps, database, stored, scene.accessOf(stored), isStopping, atOnce);
}

/** False for the first call, true for later ones. */
function afterOneBatch(): () => boolean {
  let requested = 0;
  return () => {
    requested += 1;
    return requested > 1;
  };
}

describe("given a worker that is interrupted during an import", () => {
  it("between two batches, then the next worker continues and creates nobody twice", async () => {
    const id = await startHeld([...pupils("stop", 10), ...pupils("stop wrong", 2)]);
    expect(await scene.look(id), "the wrong rows are no part of it").toMatchObject({
      progress: { done: 0, total: 10 },
    });
    expect(await work(id, 4, afterOneBatch())).toBe(false);
    expect(await made("stop")).toBe(4);
    expect(await scene.look(id)).toMatchObject({ state: "importing", progress: { done: 4, total: 10 } });
    expect(await work(id, 4)).toBe(true);
    expect(await made("stop")).toBe(10);
    expect(await audited("stop", "user.created")).toBe(10);
    expect(await scene.look(id)).toMatchObject({ state: "imported", results: { created: 10, failed: 0 } });
  });

  it("within a batch, then rolls the batch back, and the next worker writes all rows", async () => {
    const id = await startHeld(pupils("kill", 6, { password: "lantern-otter-7" }), { passwords: "file" });
    let batches = 0;
    const lost = new Proxy(scene.database, {
      get(target, name) {
        if (batches > 1 && (name === "execute" || name === "$client")) throw new Error("the connection was lost");
        return Reflect.get(target, name, target);
      },
    });
    scene.deps.credentials.setHashedPasswords = async () => {
      batches += 1;
      if (batches > 1) throw new Error("the connection was lost");
    };
    await expect(work(id, 3, () => false, lost)).rejects.toThrow("the connection was lost");
    expect(await made("kill"), "the first batch alone").toBe(3);
    expect(
      await countOf(
        sql`select count(*)::int as count from imports.rows where import_id = ${id} and result is not null`,
      ),
    ).toBe(3);
    scene.deps.credentials = { ...credentialsDouble };
    expect(await work(id, 3)).toBe(true);
    expect(await made("kill")).toBe(6);
    expect(await audited("kill", "user.created")).toBe(6);
    expect(await audited("kill", "user.password_set")).toBe(6);
  });

  it("by the stop of its process, then gives the import back, and the next worker continues at once", async () => {
    const id = await startHeld(pupils("given", 3));
    await continueImport(scene.deps, "eu", id, () => true);
    expect(await made("given")).toBe(0);
    await continueImport(scene.deps, "eu", id, () => false);
    expect(await scene.look(id)).toMatchObject({ state: "imported", results: { created: 3, failed: 0 } });
  });

  it("during the undo, then the next worker continues", async () => {
    const { id } = await scene.upload(pupils("back", 6));
    await scene.start(id);
    scene.isHeld = true;
    await scene.undo(id);
    expect(await work(id, 4, afterOneBatch())).toBe(false);
    expect(await made("back")).toBe(2);
    expect(await work(id, 4)).toBe(true);
    expect(await made("back")).toBe(0);
    expect(await audited("back", "user.deleted")).toBe(6);
    expect(await scene.look(id)).toMatchObject({ state: "undone", undo: { restored: 6, kept: 0, failed: 0 } });
  });

  it("while another worker processes the same rows, then writes them once, and ends without an error", async () => {
    const id = await startHeld(pupils("both", 6, { password: "lantern-otter-7" }), { passwords: "file" });
    let release: () => void = () => {};
    const isHashed = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrive: () => void = () => {};
    const isHashing = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    scene.deps.credentials.hashPasswords = async (passwords) => {
      arrive();
      await isHashed;
      return passwords.map((password) => ({ hash: password }));
    };
    const first = continueImport(scene.deps, "eu", id, () => false);
    await isHashing;
    scene.deps.credentials = { ...credentialsDouble };
    await work(id, 6);
    release();
    await first;
    expect(await made("both")).toBe(6);
    expect(await scene.look(id)).toMatchObject({ results: { created: 6, failed: 0, edited: 0 } });
  });
});

describe("given an import that is started twice", () => {
  const start = (id: string, passwords: string) =>
    scene.call("startImport", {
      params: { id },
      body: { passwords, ...(passwords === "generated" ? { sheets } : {}) },
    });
  const word = "Ord";
  const words = { title: word, hint: word, name: word, username: word, password: word, withoutGroup: word };
  const sheets = { fileName: "blad", words };

  it.each([
    ["none", "generated", formMessages.startedWithoutPasswords],
    ["generated", "none", formMessages.startedWithNewPasswords],
    ["file", "none", formMessages.startedWithPasswordsOfFile],
  ])("with %s, then %s, then the second is refused and told which choice counts", async (first, second, reason) => {
    const { id } = await scene.upload(pupils(`twice.${first}`, 1, { password: "lantern-otter-7" }));
    scene.isHeld = true;
    expect((await start(id, first)).status).toBe(200);
    expect((await start(id, first)).status).toBe(200);
    expect(await start(id, second)).toMatchObject({ status: 409, body: { details: [{ reason }] } });
    scene.isHeld = false;
    await scene.resume(id);
    expect(await start(id, second)).toMatchObject({ status: 409, body: { details: [{ reason }] } });
    expect((await scene.look(id)).passwords).toBe(first);
  });

  it("then a later choice is refused", async () => {
    const { id } = await scene.upload(pupils("afterwards", 1));
    await scene.start(id);
    const late = await scene.call("putImportChoices", { params: { id }, body: { rest: "new" } });
    expect(late).toMatchObject({ status: 409, body: { details: [{ reason: formMessages.alreadyStarted }] } });
  });
});

it("given an import with passwords, then the progress moves while they are hashed", async () => {
  const id = await startHeld(pupils("steg", 60, { password: "lantern-otter-7" }), { passwords: "file" });
  const seen: number[] = [];
  scene.deps.credentials.hashPasswords = async (passwords) => {
    seen.push((await scene.look(id)).progress.done);
    return passwords.map((hash) => ({ hash }));
  };
  await scene.resume(id);
  expect(seen).toEqual([0, 25, 50]);
});

describe("given people who change between the preview and the write", () => {
  it("then skips and lists these rows and writes all others of the batch", async () => {
    await scene.start((await scene.upload(pupils("meet", 5))).id);
    const rows = pupils("meet", 5, { email: "new@skola.example", password: "lantern-otter-7" });
    const id = await startHeld([...rows, ...pupils("taken", 2, { password: "lantern-otter-7" })], {
      passwords: "file",
    });
    scene.deps.credentials.hashPasswords = async (passwords) => {
      await scene.database.execute(
        sql`update directory.users set version = version + 1, email = 'theirs@skola.example' where username = 'meet.2'`,
      );
      await scene.database.execute(sql`update directory.users set username = 'Taken.1' where username = 'meet.4'`);
      return passwords.map((password) => ({ hash: password }));
    };
    await work(id, 100);
    expect(await scene.look(id)).toMatchObject({ results: { changed: 4, created: 1, edited: 1, failed: 1 } });
    expect((await scene.person("meet.2"))?.email).toBe("theirs@skola.example");
    expect((await scene.person("meet.3"))?.email).toBe("new@skola.example");
    const [edited] = await scene.rows(id, { result: "edited" });
    expect(edited?.problems.at(-1)?.reason).toBe(formMessages.editedMeanwhile);
    const [failed] = await scene.rows(id, { result: "failed" });
    expect(failed?.problems.at(-1)).toMatchObject({ column: "username", reason: formMessages.usernameExists });
  });

  it("then a person edited after their batch was planned and before it is written is left as edited and listed", async () => {
    await scene.start((await scene.upload(pupils("ahead", 4))).id);
    const id = await startHeld(pupils("ahead", 4, { email: "new@skola.example" }));
    let batches = 0;
    scene.deps.credentials.hashPasswords = async () => {
      batches += 1;
      if (batches === 2) {
        await scene.database.execute(
          sql`update directory.users set version = version + 1, email = 'theirs@skola.example' where username = 'ahead.3'`,
        );
      }
      return [];
    };
    await work(id, 2);
    expect(await scene.look(id)).toMatchObject({ state: "imported", results: { changed: 3, edited: 1 } });
    expect((await scene.person("ahead.3"))?.email).toBe("theirs@skola.example");
    expect((await scene.person("ahead.2"))?.email).toBe("new@skola.example");
  });

  it("then an external id that is taken by now fails only its own row", async () => {
    await scene.start((await scene.upload(pupils("holder", 1))).id);
    const rows = pupils("outer", 4, { password: "lantern-otter-7" }).map((row, place) => ({
      ...row,
      externalId: `X-${place}`,
    }));
    const id = await startHeld(rows, { passwords: "file" });
    scene.deps.credentials.hashPasswords = async (passwords) => {
      await scene.database.execute(sql`update directory.users set external_id = 'X-2' where username = 'holder.0'`);
      return passwords.map((password) => ({ hash: password }));
    };
    await work(id, 100);
    expect(await scene.look(id)).toMatchObject({ results: { created: 3, failed: 1 } });
    const [failed] = await scene.rows(id, { result: "failed" });
    expect(failed?.problems.at(-1)).toMatchObject({ column: "externalId", reason: formMessages.exists });
  });

  it("then another person who has the username by now is not changed", async () => {
    await scene.start((await scene.upload(pupils("swap", 2))).id);
    const { id } = await scene.upload([{ ...pupils("swap", 1)[0], email: "zero@skola.example" }]);
    await scene.database.execute(sql`update directory.users set username = 'swap.9' where username = 'swap.0'`);
    await scene.database.execute(sql`update directory.users set username = 'swap.0' where username = 'swap.1'`);
    const done = await scene.start(id);
    expect(done.results).toMatchObject({ edited: 1, changed: 0 });
    expect((await scene.person("swap.0"))?.email).toBeNull();
  });

  it("then a person who was deleted since is not created again", async () => {
    await scene.start((await scene.upload(pupils("gone", 1))).id);
    const { id } = await scene.upload(pupils("gone", 1, { email: "gone@skola.example" }));
    await scene.database.execute(
      sql`update directory.users set status = 'deleted', deleted_at = now(), version = version + 1 where username = 'gone.0'`,
    );
    expect((await scene.start(id)).results).toMatchObject({ edited: 1, created: 0 });
    expect(await made("gone")).toBe(0);
  });
});

describe("given a row with the name of an existing pupil", () => {
  const alike = (username: string): Cells => ({ username, firstName: "Åsa", lastName: "Ñandú alike0", role: "Elev" });
  let candidate: string;

  beforeAll(async () => {
    await scene.start((await scene.upload(pupils("alike", 1))).id);
    candidate = (await scene.person("alike.0"))?.uid ?? "";
  });

  async function decided(username: string, choice: string) {
    const uploaded = await scene.upload([alike(username)]);
    expect(uploaded).toMatchObject({ outcomes: { likely: 1 }, undecided: 1 });
    await scene.call("putImportChoices", { params: { id: uploaded.id }, body: { choices: [{ place: 1, choice }] } });
    return uploaded.id;
  }

  it("and an edit of that pupil since the preview, then skips and lists the row", async () => {
    const id = await decided("alike.one", candidate);
    await scene.database.execute(sql`update directory.users set version = version + 1 where uid = ${candidate}`);
    expect((await scene.start(id)).results).toMatchObject({ edited: 1, changed: 0, created: 0 });
    expect((await scene.person("alike.0"))?.uid).toBe(candidate);
  });

  it("and a change of that pupil's name since the preview, then skips the row and creates nobody", async () => {
    const id = await decided("alike.one", candidate);
    await scene.database.execute(sql`update directory.users set name = 'Someone Else' where uid = ${candidate}`);
    expect((await scene.start(id)).results).toMatchObject({ edited: 1, created: 0 });
    await scene.database.execute(sql`update directory.users set name = 'Åsa Ñandú alike0' where uid = ${candidate}`);
  });

  it("then creates a new person if that is chosen, and cannot start while undecided", async () => {
    const undecided = await scene.upload([alike("alike.two")]);
    expect(undecided.actions).toContainEqual({ id: "start", active: false });
    expect((await scene.start(await decided("alike.two", "new"))).results).toMatchObject({ created: 1 });
    expect((await scene.person("alike.two"))?.uid).not.toBe(candidate);
  });

  it("and a wrong cell, then offers no candidates", async () => {
    const { id } = await scene.upload([{ ...alike("alike.three"), email: "nobody" }]);
    expect((await scene.rows(id))[0]).toMatchObject({ outcome: "wrong", candidates: [] });
  });

  it("and the choice of the candidate, then sets the file's username, and the undo restores the old one", async () => {
    await scene.database.execute(sql`update directory.users set name = 'Else' where username = 'alike.two'`);
    const id = await decided("alike.linked", candidate);
    expect((await scene.start(id)).results).toMatchObject({ changed: 1 });
    expect((await scene.person("alike.linked"))?.uid).toBe(candidate);
    expect((await scene.undo(id)).undo).toMatchObject({ restored: 1 });
    expect((await scene.person("alike.0"))?.uid).toBe(candidate);
  });

  it("then returns 400 for the choice of a person who is no candidate", async () => {
    const uploaded = await scene.upload([alike("alike.three")]);
    const choice = (await scene.person("teacher.se"))?.uid;
    const input = { params: { id: uploaded.id }, body: { choices: [{ place: 1, choice }] } };
    expect((await scene.call("putImportChoices", input)).status).toBe(400);
  });
});

describe("given an import that is cancelled", () => {
  it("before it starts, then writes nothing and cannot be started (409)", async () => {
    const { id } = await scene.upload(pupils("off", 3));
    expect((await scene.call("cancelImport", { params: { id } })).status).toBe(204);
    expect(await scene.look(id)).toMatchObject({ state: "discarded" });
    expect((await scene.call("startImport", { params: { id }, body: {} })).status).toBe(409);
    expect(await made("off")).toBe(0);
  });

  it("while it runs, then keeps the written rows, and an undo removes them", async () => {
    const id = await startHeld(pupils("half", 6, { password: "lantern-otter-7" }), { passwords: "file" });
    scene.deps.credentials.hashPasswords = async (passwords) => {
      await requestStop(scene.database, id);
      return passwords.map((password) => ({ hash: password }));
    };
    await work(id, 2);
    expect(await scene.look(id)).toMatchObject({ state: "stopped", results: { created: 2 } });
    expect(await made("half")).toBe(2);
    scene.isHeld = false;
    expect((await scene.undo(id)).undo).toMatchObject({ restored: 2 });
    expect(await made("half")).toBe(0);
  });

  it("during its last batch, then it is finished as imported", async () => {
    const id = await startHeld(pupils("late", 4, { password: "lantern-otter-7" }), { passwords: "file" });
    scene.deps.credentials.hashPasswords = async (passwords) => {
      await requestStop(scene.database, id);
      return passwords.map((password) => ({ hash: password }));
    };
    await work(id, 4);
    expect(await scene.look(id)).toMatchObject({ state: "imported", results: { created: 4 } });
  });
});

describe("given two imports of one school", () => {
  it("then the second one's upload and start return 409 with the name of the first one's user", async () => {
    const ready = await scene.upload(pupils("second", 1));
    const running = await startHeld(pupils("first", 1));
    const reason = "Anna Admin is importing people here right now";
    const name = (await scene.person("admin.se"))?.name ?? "";
    const expected = { error: "ConflictError", details: [{ reason: reason.replace("Anna Admin", name) }] };
    const upload = await scene.send(await workbookOf(pupils("third", 1), "se"));
    expect(upload).toMatchObject({ status: 409, body: expected });
    const start = await scene.call("startImport", { params: { id: ready.id }, body: {} });
    expect(start).toMatchObject({ status: 409, body: expected });
    await work(running, 10);
    scene.isHeld = false;
    expect((await scene.start(ready.id)).results).toMatchObject({ created: 1 });
  });

  it("then an interrupted upload stores nothing", async () => {
    const content = await workbookOf(pupils("broken", 50), "se");
    const count = sql`select (select count(*) from imports.imports) + (select count(*) from imports.parts) as count`;
    const before = await countOf(count);
    const source = Readable.from(
      (async function* () {
        yield content.subarray(0, 5000);
        throw new Error("the connection was lost");
      })(),
    );
    await expect(scene.send(source)).rejects.toThrow();
    expect(await countOf(count)).toEqual(before);
  });
});

describe("given cells that require a secure login", () => {
  const staff: Cells[] = [
    { username: "secure.0", name: "Sara Säker", role: "Personal", bankid: "199001010231" },
    { username: "secure.1", name: "Siv Säker", role: "Personal", sms: "070-174 06 05" },
    { username: "secure.2", name: "Sten Säker", role: "Elev", speakingBookRights: "Ja" },
  ];

  it("and no secure login, then each cell is wrong and the import requires a secure login", async () => {
    const uploaded = await scene.upload(staff);
    expect(uploaded).toMatchObject({ outcomes: { wrong: 3, new: 0 }, needsSecureLogin: true });
    const problems = (await scene.rows(uploaded.id)).map((row) =>
      row.problems.map(({ column, reason }) => [column, reason]),
    );
    expect(problems).toEqual(
      ["bankid", "sms", "speakingBookRights"].map((column) => [[column, formMessages.secureLogin]]),
    );
  });

  it("and a refresh after the step-up, then accepts the cells", async () => {
    const uploaded = await scene.upload(staff);
    await scene.call("refreshImport", { params: { id: uploaded.id } }, { acr: "secure" });
    expect(await scene.look(uploaded.id)).toMatchObject({ outcomes: { wrong: 0, new: 3 }, needsSecureLogin: false });
    expect((await scene.start(uploaded.id, {}, { acr: "secure" })).results).toMatchObject({ created: 3 });
  });

  it("and a start without the secure login of the preview, then fails these rows", async () => {
    const rows = [{ username: "secure.3", name: "Sixten Säker", role: "Personal", bankid: "199001022384" }];
    const uploaded = await scene.upload(rows, null, { acr: "secure" });
    expect(uploaded.outcomes).toMatchObject({ new: 1 });
    expect((await scene.start(uploaded.id)).results).toMatchObject({ failed: 1, created: 0 });
  });
});
