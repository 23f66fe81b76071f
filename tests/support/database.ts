import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type Database, type Databases } from "~/db/.server/connect";
import { afterFile } from "./after-file";

export type TestDatabase = {
  database: Database;
  url: string;
  /** Runs a statement as whoever administers the database; the product's own role may not change what keeps the audit. */
  administer(statement: string): Promise<void>;
  /** Closes its pool and removes it; done after the test file by itself. */
  drop(): Promise<void>;
};

/**
 * A migrated database of one's own, empty, in some hundredths of a second: tests run beside each other and never see each
 * other's rows. Only within vitest.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject("testClusterUrl");
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

/** One test database a region. */
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
