import { type SQL, sql } from "drizzle-orm";
import { administratorRestoreDays, purgeAfterDays } from "~/services/.server/directory/rules";

/**
 * Whether a deleted row, of whatever table, can still be brought back: until its day, less a minute for whoever is at it. From then on
 * the other services forget a person before the directory does, and nobody comes back with half of what was theirs.
 */
export const isRestorable = sql`deleted_at > now() - make_interval(days => ${purgeAfterDays}) + interval '1 minute'`;

/** The same for a person and whoever restores them. docs/product/choices.md#who-and-where: deletion. */
export function isRestorableBy({ isSuper }: { isSuper: boolean }): SQL {
  return isSuper ? isRestorable : sql`deleted_at > now() - make_interval(days => ${administratorRestoreDays})`;
}
