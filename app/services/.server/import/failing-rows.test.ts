import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { credentialsDouble } from "#tests/support/credentials-double";
import { failStatements } from "#tests/support/failing-statements";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { textsOfPdf } from "#tests/support/pdf-text";
import { formMessages } from "~/services/contracts/form-messages";
import type { Import } from "~/services/contracts/import-entity";

/** A row that cannot be written or undone fails with a reason, and all others are written. docs/decisions/0045-imports-of-people.md. */

let scene: ImportScene;
let reports: unknown[] = [];
let restore: (() => number) | null = null;

beforeAll(async () => {
  scene = await ImportScene.open();
  scene.deps.report = (error) => reports.push(error);
});
beforeEach(() => {
  reports = [];
  scene.isHeld = false;
  scene.deps.credentials = { ...credentialsDouble };
});
afterEach(() => {
  restore?.();
  restore = null;
});

const pupil = (username: string, changes: Cells = {}): Cells => ({
  ...{ username, firstName: "Åsa", lastName: `Ñandú ${username}`, role: "Elev", groups: "9Z" },
  ...changes,
});
const sheets = {
  fileName: "lösenord",
  words: {
    ...{ title: "Lösenord", hint: "Byt det", name: "Namn", username: "Användarnamn" },
    ...{ password: "Lösenord", withoutGroup: "Ingen klass" },
  },
};

let turn = 0;
/** Two new people and a changed one, with values that occur in no other row. */
function threeRows(): { rows: Cells[]; marks: string[] } {
  turn += 1;
  const marks = [`fault.${turn}.a`, `fault.${turn}.old@skola.example`, `fault.${turn}.b`];
  return { rows: [pupil(marks[0] ?? ""), pupil("fault.old", { email: marks[1] ?? "" }), pupil(marks[2] ?? "")], marks };
}

/** The number of rows with a result, by the import's own counts. */
const ended = ({ results }: Import) => Object.values(results).reduce((sum, count) => sum + count, 0);

async function statementsOfOneBatch(): Promise<number> {
  const { id } = await scene.upload(threeRows().rows);
  const stop = failStatements(scene.database, () => false);
  await scene.start(id);
  return stop();
}

describe("given a statement that fails for one row of an import", () => {
  it("then that row fails with a reason and stands in the rows to correct, and the others are written", async () => {
    await scene.start((await scene.upload([pupil("fault.old")])).id);
    const statements = await statementsOfOneBatch();
    expect(statements).toBeGreaterThan(5);
    for (let number = 1; number <= statements; number += 1) {
      for (const index of [0, 1, 2]) {
        const { rows, marks } = threeRows();
        const { id } = await scene.upload(rows);
        restore = failStatements(
          scene.database,
          (so) => so.number === number && so.values.includes(marks[index] ?? ""),
        );
        const done = await scene.start(id);
        restore();
        const about = `statement ${number}, row ${index + 1}`;
        // A transaction without the failing row's values has fewer statements, so it can be that none fails.
        if (done.results.failed === 0) {
          expect(reports, about).toEqual([]);
          continue;
        }
        expect(done, about).toMatchObject({ state: "imported", error: null, results: { failed: 1 } });
        expect(ended(done), about).toBe(3);
        expect(done.results.created, about).toBe(index === 1 ? 2 : 1);
        expect(done.actions, about).toContainEqual({ id: "corrections", active: true });
        const [failed] = await scene.rows(id, { result: "failed" });
        expect(failed?.place, about).toBe(index + 1);
        expect(failed?.problems.at(-1), about).toMatchObject({ column: null, reason: formMessages.notSaved });
        expect(await scene.person(marks[index] ?? ""), about).toBeUndefined();
        expect(reports.length, about).toBe(1);
        reports = [];
      }
    }
  }, 120_000);

  it("and generated passwords, then the sheets have those of all the others", async () => {
    const { rows, marks } = threeRows();
    const { id } = await scene.upload(rows);
    restore = failStatements(scene.database, (so) => so.number === 3 && so.values.includes(marks[0] ?? ""));
    const done = await scene.start(id, { passwords: "generated", sheets });
    restore();
    expect(done).toMatchObject({ results: { created: 1, changed: 1, failed: 1 }, slips: { name: expect.any(String) } });
    const { body } = await scene.call("getImportSlips", { params: { id }, query: {} });
    const text = textsOfPdf(Buffer.from(body.data.content, "base64")).join("\n");
    expect(text).toContain(marks[2]);
    expect(text).not.toContain(marks[0]);
  });
});

it("given a class that cannot be created, then only its rows fail", async () => {
  turn += 1;
  const rows = [pupil(`fault.${turn}.a`, { groups: "Fel klass" }), pupil(`fault.${turn}.b`)];
  const { id } = await scene.upload(rows);
  restore = failStatements(scene.database, (so) => so.values.includes("Fel klass"));
  const done = await scene.start(id);
  expect(done).toMatchObject({ state: "imported", results: { created: 1, failed: 1 } });
  const [failed] = await scene.rows(id, { result: "failed" });
  expect(failed?.problems.at(-1)).toMatchObject({ column: "groups", reason: formMessages.notSaved });
});

it("given a password that cannot be hashed, then only its row fails", async () => {
  turn += 1;
  const rows = ["a", "b", "c"].map((name) => pupil(`fault.${turn}.${name}`, { password: `lantern-otter-${name}` }));
  const { id } = await scene.upload(rows);
  scene.deps.credentials.hashPasswords = async (passwords) => {
    if (passwords.some((password) => password.endsWith("b"))) throw new Error("the hasher has ended");
    return passwords.map((hash) => ({ hash }));
  };
  const done = await scene.start(id, { passwords: "file" });
  expect(done).toMatchObject({ state: "imported", results: { created: 2, failed: 1 } });
  expect((await scene.rows(id, { result: "failed" }))[0]?.problems.at(-1)).toMatchObject({ column: "password" });
});

describe("given an import that breaks off", () => {
  const pupils = (count: number) => Array.from({ length: count }, (_, index) => pupil(`broken.${turn}.${index}`));

  /** Loses the school after the first batch. */
  async function breakOff(body: object, count: number): Promise<Import> {
    turn += 1;
    const { id } = await scene.upload(pupils(count));
    let batches = 0;
    scene.deps.credentials.hashPasswords = async (passwords) => passwords.map((hash) => ({ hash }));
    scene.deps.credentials.setHashedPasswords = async () => {
      batches += 1;
      if (batches > 1) return;
      const identity = { ...scene.deps.identity };
      scene.deps.identity = { ...identity, findByUid: async () => null };
      restore = () => {
        scene.deps.identity = identity;
        return 0;
      };
    };
    return scene.start(id, body);
  }

  it("then hands out the passwords made until then, and each remaining row is in the rows to correct", async () => {
    // Two batches: 25 rows with passwords are written at once.
    const done = await breakOff({ passwords: "generated", sheets }, 27);
    expect(done).toMatchObject({
      state: "stopped",
      results: { created: 25, refused: 2 },
      slips: { size: expect.any(Number) },
    });
    expect(ended(done)).toBe(27);
    const [row] = await scene.rows(done.id, { result: "refused" });
    expect(row?.problems.at(-1)).toMatchObject({ reason: formMessages.insufficientPermission });
    const { rows } = await scene.database.execute(
      sql`select result, count(*)::int as count from imports.rows where import_id = ${done.id} and secret is not null group by 1`,
    );
    expect(rows, "the sheets may be printed again without replaced ones").toEqual([{ result: "created", count: 25 }]);
  });

  it("and sheets that cannot be stored, then keeps the passwords, and prints them later", async () => {
    turn += 1;
    const { id } = await scene.upload(pupils(1));
    await scene.database.execute(
      sql`alter table imports.parts add constraint no_slips check (kind <> 'slips') not valid`,
    );
    const done = await scene.start(id, { passwords: "generated", sheets });
    expect(done).toMatchObject({ state: "imported", error: "unprinted", slips: null, results: { created: 1 } });
    await scene.database.execute(sql`alter table imports.parts drop constraint no_slips`);
    await scene.resume(id);
    const printed = await scene.look(id);
    expect(printed).toMatchObject({ error: null, slips: { size: expect.any(Number) } });
    const { body } = await scene.call("getImportSlips", { params: { id }, query: {} });
    expect(textsOfPdf(Buffer.from(body.data.content, "base64")).join("\n")).toContain(`broken.${turn}.0`);
  });
});

describe("given a statement that fails for one row of an undo", () => {
  it("then that row fails with a reason, the others are undone, and a second undo succeeds", async () => {
    const { id: first } = await scene.upload(threeRows().rows);
    await scene.start(first);
    const stop = failStatements(scene.database, () => false);
    await scene.undo(first);
    const statements = stop();
    for (let number = 1; number <= statements; number += 1) {
      const { rows, marks } = threeRows();
      const { id } = await scene.upload(rows);
      await scene.start(id);
      const person = await scene.person(marks[2] ?? "");
      restore = failStatements(
        scene.database,
        (so) => so.number === number && so.values.includes(`"id":${person?.id},`),
      );
      const undone = await scene.undo(id);
      restore();
      const about = `statement ${number}`;
      if (undone.undo.failed === 0) {
        expect(undone.undo.restored, about).toBe(3);
        continue;
      }
      expect(undone, about).toMatchObject({ state: "undone", undo: { restored: 2, kept: 0, failed: 1 } });
      expect((await scene.rows(id, { undo: "failed" }))[0]?.problems.at(-1), about).toMatchObject({
        reason: formMessages.notSaved,
      });
      expect((await scene.undo(id)).undo, about).toMatchObject({ restored: 3, failed: 0 });
    }
  }, 120_000);
});
