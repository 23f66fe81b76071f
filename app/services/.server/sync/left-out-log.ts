import type { Database } from "~/db/.server/connect";
import { log, logAll } from "./job-store";
import { isCompleteRoster, type Roster } from "./roster/roster";

/** Names of schools that an entry lists. */
const maxSchools = 20;

type LeftOut = {
  /** Read to its end. */
  roster: Roster;
  /** Number of people whose schools are all unknown. */
  skipped: number;
  /** Names of schools of the source that match none of ours. */
  unknownSchools: readonly string[];
};

/** Logs what the source has that is not compared, and what it says about itself. */
export async function logLeftOut(
  database: Database,
  jobId: string,
  { roster, skipped, unknownSchools }: LeftOut,
): Promise<void> {
  for (const { code, values } of roster.notes) await log(database, jobId, "warning", code, values);
  await logRefused(database, jobId, roster);
  if (unknownSchools.length > 0) {
    const names = [...new Set(unknownSchools)].slice(0, maxSchools).join(", ");
    await log(database, jobId, "warning", "unknown_schools", { number: unknownSchools.length, names });
  }
  if (skipped > 0) await log(database, jobId, "warning", "skipped", { number: skipped });
}

async function logRefused(database: Database, jobId: string, roster: Roster): Promise<void> {
  const { rows = [], number: count } = roster.refused ?? {};
  const number = count?.() ?? 0;
  if (number === 0) return;
  if (number > rows.length)
    await log(database, jobId, "warning", "rows_refused_first", { number, listed: rows.length });
  else await log(database, jobId, "warning", "rows_refused", { number });
  await logAll(database, jobId, "warning", rows);
  if (!isCompleteRoster(roster)) await log(database, jobId, "warning", "nothing_removed");
}
