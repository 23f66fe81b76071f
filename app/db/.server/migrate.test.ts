import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import { databasesRespond } from "./connect";
import { type Migration, MigrationError, migrateDatabase, readMigrations } from "./migrate";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "fabel-migrations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function migrations(files: Record<string, string>): Promise<Migration[]> {
  const own = await mkdtemp(path.join(folder, "set-"));
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(own, name), sql);
  return readMigrations(own);
}

const first = { "9001-first.sql": "create table first (id int)" };

describe("readMigrations", () => {
  test("sorts the files by number", async () => {
    const read = await migrations({ "9002-b.sql": "select 2", "9001-a.sql": "select 1" });
    expect(read.map((each) => each.id)).toEqual(["9001", "9002"]);
  });
  test("rejects a file name without a number", async () => {
    await expect(migrations({ "first.sql": "select 1" })).rejects.toThrow(/first\.sql: a migration is named/);
  });
  test("rejects a number that two files use", async () => {
    await expect(migrations({ "9001-a.sql": "select 1", "9001-b.sql": "select 1" })).rejects.toThrow(
      /9001 is taken twice/,
    );
  });
});

describe("migrateDatabase", () => {
  test("applies each file once", async () => {
    const { url } = await testDatabase();
    const read = await migrations(first);
    expect(await migrateDatabase(url, read)).toEqual(["9001-first.sql"]);
    expect(await migrateDatabase(url, read)).toEqual([]);
  });

  test("applies each file once when two processes start at the same time", async () => {
    const { url } = await testDatabase();
    const read = await migrations({ ...first, "9002-row.sql": "insert into first values (1)" });
    const applied = await Promise.all([migrateDatabase(url, read), migrateDatabase(url, read)]);
    expect(applied.flat().sort()).toEqual(["9001-first.sql", "9002-row.sql"]);
  });

  test("rolls back a file that fails and names it in the error", async () => {
    const { url, database } = await testDatabase();
    const read = await migrations({ "9001-half.sql": "create table half (id int); select nonsense" });
    await expect(migrateDatabase(url, read)).rejects.toThrow(/9001-half\.sql: .*nonsense/);
    const { rows } = await database.$client.query("select to_regclass('half') as half");
    expect(rows).toEqual([{ half: null }]);
  });

  test("rejects a file that changed after it was applied", async () => {
    const { url } = await testDatabase();
    await migrateDatabase(url, await migrations(first));
    const changed = await migrations({ "9001-first.sql": "create table first (id bigint)" });
    await expect(migrateDatabase(url, changed)).rejects.toThrow(MigrationError);
  });

  test("says what it waits for while another connection holds the list of migrations", async () => {
    const { url, database } = await testDatabase();
    const holder = await database.$client.connect();
    await holder.query("begin; lock table public.migrations in access exclusive mode");
    let waitsFor = (_what: string): void => undefined;
    const isWaiting = new Promise<string>((resolve) => {
      waitsFor = (what) => what.includes("list of applied migrations") && resolve(what);
    });
    const migrated = migrateDatabase(url, await migrations(first), undefined, undefined, (what, work) => {
      waitsFor(what);
      return work;
    });
    expect(await isWaiting).toContain("another connection holds");
    await holder.query("commit");
    holder.release();
    expect(await migrated).toEqual(["9001-first.sql"]);
  });

  test("accepts a database that a newer version has already migrated", async () => {
    const { url } = await testDatabase();
    await migrateDatabase(url, await migrations({ ...first, "9002-newer.sql": "select 1" }));
    expect(await migrateDatabase(url, await migrations(first))).toEqual([]);
  });

  test("given the test template, then the product's migrations are applied and the role is not a superuser", async () => {
    const { url, database } = await testDatabase();
    expect(
      await migrateDatabase(url, await readMigrations(fileURLToPath(new URL("migrations", import.meta.url)))),
    ).toEqual([]);
    const { rows } = await database.$client.query(
      "select show_trgm('å') <> '{}' as letters, (select rolsuper from pg_roles where rolname = current_user) as super",
    );
    expect(rows).toEqual([{ letters: true, super: false }]);
  });
});

describe("databasesRespond", () => {
  test("returns true, and false after one database was dropped", async () => {
    const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
    const databases = { eu: eu.database, us: us.database };
    expect(await databasesRespond(databases)).toBe(true);
    await us.drop();
    expect(await databasesRespond(databases)).toBe(false);
  });
});
