import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { protectAudit } from "#server/postgres/audit-owner";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { migrationsFolder } from "#server/project-root";
import { migrateDatabase, readMigrations } from "~/db/.server/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the test run's own cluster, as its superuser. */
    testClusterUrl: string;
  }
}

/** The migrated database that every test database is cloned from. */
const templateName = "fabel_template";

/** Starts one PostgreSQL for the whole test run, and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-test-"));
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const close = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await postgres.database(templateName);
    await migrateDatabase(url, await readMigrations(migrationsFolder));
    await protectAudit(url, postgres.adminUrlOf(templateName));
  } catch (error) {
    await close();
    throw error;
  }
  project.provide("testClusterUrl", postgres.adminUrl);
  return close;
}
