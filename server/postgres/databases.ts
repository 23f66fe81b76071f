import path from "node:path";
import { announceWait } from "#server/data-dir/announce-wait";
import type { DatabaseUrls } from "#server/data-dir/data-dir";
import { migrationsFolder } from "#server/project-root";
import { StartRefused } from "#server/start-refused";
import { migrateDatabase, readMigrations, type WhileWaiting } from "~/db/.server/migrate";
import { isDatabaseUnavailable } from "~/db/.server/unavailable";
import type { Environment } from "~/environment.server";
import { type Region, regions } from "~/realms/realm";
import { protectAudit, unprotectAudit } from "./audit-owner";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

export type RunningDatabases = {
  urls: DatabaseUrls;
  /** The same databases as the embedded cluster's superuser; null for external databases. */
  adminUrls: Record<Region, string | null>;
  /** A line for the operator, or null. */
  note: string | null;
  stop(): Promise<void>;
};

/** The connection strings of both regions; starts the embedded PostgreSQL for regions without one in the environment. */
export async function startDatabases(
  environment: Environment,
  onLost?: (error: Error) => void,
): Promise<RunningDatabases> {
  let postgres: EmbeddedPostgres | null = null;
  const urls = { ...environment.databaseUrls };
  const adminUrls: RunningDatabases["adminUrls"] = { eu: null, us: null };
  if (regions.some((region) => !urls[region])) {
    const folder = path.join(environment.dataDir, "postgres");
    postgres = await announceWait(`PostgreSQL to start in ${folder}`, startEmbeddedPostgres({ folder, onLost }));
    for (const region of regions) {
      if (urls[region]) continue;
      urls[region] = await postgres.database(`fabel_${region}`);
      adminUrls[region] = postgres.adminUrlOf(`fabel_${region}`);
    }
  }
  return {
    urls: urls as DatabaseUrls,
    adminUrls,
    note: postgres?.note ?? null,
    stop: async () => postgres?.stop(),
  };
}

/**
 * Migrates both regions, one after the other since both may use the same server, and transfers the audit tables to their owner role.
 * @returns the applied migrations
 */
export async function migrateAll({ urls, adminUrls }: Pick<RunningDatabases, "urls" | "adminUrls">): Promise<string[]> {
  const migrations = await readMigrations(migrationsFolder);
  const applied: string[] = [];
  for (const region of regions) {
    try {
      const open = () => unprotectAudit(urls[region], adminUrls[region]);
      const warn = (message: string) => console.warn(`${region}: ${message}`);
      const whileWaiting: WhileWaiting = (what, work) => announceWait(`${what} (region ${region})`, work);
      for (const name of await migrateDatabase(urls[region], migrations, open, warn, whileWaiting))
        applied.push(`${region}: ${name}`);
      await protectAudit(urls[region], adminUrls[region]);
    } catch (error) {
      throw isUnreachable(error) ? new StartRefused(unreachable(region, error)) : error;
    }
  }
  return applied;
}

type Failure = Error & { code?: string };

/** The server is unreachable (ECONNREFUSED, ENOTFOUND, …), does not respond in time, or rejects us (SQLSTATE classes 28 and 3D). */
function isUnreachable(error: unknown): error is Failure {
  return isDatabaseUnavailable(error) || /^(E[A-Z]+|28...|3D...)$/.test((error as Failure).code ?? "");
}

function unreachable(region: Region, error: Failure): string {
  return `The database of DATABASE_URL_${region.toUpperCase()} does not answer: ${error.message || error.code}`;
}
