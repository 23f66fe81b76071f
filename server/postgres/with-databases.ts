import { setTimeout as delay } from "node:timers/promises";
import { type DatabaseUrls, type DataDirHolder, holdDataDir, readHolder } from "#server/data-dir/data-dir";
import { StartRefused } from "#server/start-refused";
import type { Environment } from "~/environment.server";
import { migrateAll, startDatabases } from "./databases";

/**
 * Runs work on migrated databases, whether the product runs or not: uses the databases of a running product, else starts them and stops
 * them afterwards. `role` is the command's name, shown to others who find DATA_DIR in use; `migrated` lists the applied migrations.
 */
export async function withDatabases<T>(
  environment: Environment,
  role: string,
  work: (urls: DatabaseUrls, migrated: string[]) => Promise<T>,
): Promise<T> {
  const { eu, us } = environment.databaseUrls;
  if (eu && us) {
    return work({ eu, us }, await migrateAll({ urls: { eu, us }, adminUrls: { eu: null, us: null } }));
  }
  const held = holdDataDir(environment.dataDir, role);
  if ("pid" in held) return work(await lentDatabases(environment.dataDir, held), []);
  try {
    const databases = await startDatabases(environment);
    try {
      return await work(databases.urls, await migrateAll(databases));
    } finally {
      await databases.stop();
    }
  } finally {
    held.release();
  }
}

/** Waits for a product that is still starting. */
async function lentDatabases(dataDir: string, first: DataDirHolder): Promise<DatabaseUrls> {
  for (let holder: DataDirHolder | null = first; holder?.pid === first.pid; holder = readHolder(dataDir)) {
    if (holder.databaseUrls && holder.role === "serve") return holder.databaseUrls;
    if (holder.role !== "serve") break;
    await delay(50);
  }
  throw new StartRefused(`${dataDir} is in use by process ${first.pid} (${first.role}): try again when it is done`);
}
