import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { connectionLimit } from "./connect";

/**
 * Forward-only migrations: plain SQL files `NNNN-name.sql`, each applied once in its own transaction, in numeric order. Applied files never
 * change: their checksums are stored. A database may contain migrations that this version does not know, since deploys are rolling and the
 * next version may have migrated already.
 */

export type Migration = { id: string; name: string; sql: string; checksum: string };

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** Arbitrary, but the same number for all processes of the product. */
const advisoryLock = 7_205_1944;

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** Reads a folder's migrations, sorted; throws MigrationError for an invalid file name or a duplicate number. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const id = fileName.exec(name)?.[1];
    if (!id) throw new MigrationError(`${name}: a migration is named NNNN-what-it-does.sql`);
    if (migrations.at(-1)?.id === id) throw new MigrationError(`${name}: the number ${id} is taken twice`);
    const sql = await readFile(path.join(folder, name), "utf8");
    migrations.push({ id, name, sql, checksum: createHash("sha256").update(sql).digest("hex") });
  }
  return migrations;
}

/** Runs while something is waited for, e.g. to say so. @param what e.g. `PostgreSQL to start` */
export type WhileWaiting = <Result>(what: string, work: Promise<Result>) => Promise<Result>;

/**
 * Migrates one database; if several processes do so at once, one works and the others wait.
 * @param beforeFirst runs once, and only if there is a migration to apply
 * @param warn receives problems in the data that a migration found and that an operator must correct
 * @param whileWaiting gets the connection, and what other processes may hold: the lock and the list of applied migrations
 * @returns names of the applied files
 * @throws MigrationError with the file's name, if a migration fails or was changed
 */
export async function migrateDatabase(
  url: string,
  migrations: Migration[],
  beforeFirst: () => Promise<void> = async () => {},
  warn: (message: string) => void = () => {},
  whileWaiting: WhileWaiting = (_, work) => work,
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "fabel migrate",
    connectionTimeoutMillis: connectionLimit,
  });
  client.on("notice", ({ severity, message }) => {
    if (severity === "WARNING" && message) warn(message);
  });
  await whileWaiting("the database to answer", client.connect());
  try {
    const locked = client.query("select pg_advisory_lock($1)", [advisoryLock]);
    await whileWaiting("another process that migrates the database", locked);
    const known = await whileWaiting(
      "the list of applied migrations, which another connection holds",
      appliedMigrations(client),
    );
    const applied: string[] = [];
    for (const migration of migrations) {
      const checksum = known.get(migration.id);
      if (checksum === undefined) {
        if (applied.length === 0) await beforeFirst();
        await apply(client, migration);
        applied.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new MigrationError(`${migration.name} was changed after it had been applied; add a new file instead`);
      }
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists public.migrations (
      id text primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ id: string; checksum: string }>("select id, checksum from public.migrations");
  return new Map(rows.map((row) => [row.id, row.checksum]));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(migration.sql);
    await client.query("insert into public.migrations (id, name, checksum) values ($1, $2, $3)", [
      migration.id,
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw new MigrationError(`${migration.name}: ${(error as Error).message}`, { cause: error });
  }
}
