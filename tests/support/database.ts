import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type Database, type Databases } from "~/db/.server/connect";
import { listMemory } from "~/services/.server/directory/lists/list-memory";
import { afterFile } from "./after-file";

export type TestDatabase = {
  database: Database;
  url: string;
  /** Runs a statement as the database's administrator; the product's own role may not change the tables that protect the audit. */
  administer(statement: string): Promise<void>;
  /** Closes the pool and drops the database; called automatically after the test file. */
  drop(): Promise<void>;
};

/**
 * A new, empty, migrated database in some hundredths of a second: tests run in parallel and never see each other's
 * rows. Only within vitest.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject("testClusterUrl");
  // Files share modules, and the ids of one database are those of another: what is remembered of lists is true of one only.
  for (const remembered of Object.values(listMemory)) remembered.clear();
  const name = `fabel_test_${randomBytes(6).toString("hex")}`;
  await asSuperuser(clusterUrl, `create database ${name} template fabel_template owner fabel`);
  const address = new URL(clusterUrl);
  address.username = "fabel";
  address.pathname = `/${name}`;
  const database = connectDatabase(address.href, { max: 5 });
  let isDropped = false;
  const drop = async () => {
    if (isDropped) return;
    isDropped = true;
    await database.$client.end();
    await asSuperuser(clusterUrl, `drop database ${name} with (force)`);
  };
  afterFile(drop);
  const own = new URL(clusterUrl);
  own.pathname = `/${name}`;
  const administer = (statement: string) => asSuperuser(own.href, statement);
  return { database, url: address.href, administer, drop };
}

/** One test database per region. */
export async function testDatabases(): Promise<Databases> {
  const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
  return { eu: eu.database, us: us.database };
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
