import { type SQL, sql } from "drizzle-orm";
import { administratorRestoreDays, purgeAfterDays } from "~/services/.server/directory/rules";

/**
 * Whether a deleted row of any table can still be restored: until the day of the purge, less a minute for a restore in progress.
 * The other services purge a person before the directory does, so a later restore would be incomplete.
 */
export const isRestorable = sql`deleted_at > now() - make_interval(days => ${purgeAfterDays}) + interval '1 minute'`;

/** The same for a person, by the rights of the caller. docs/product/choices.md#who-and-where: deletion. */
export function isRestorableBy({ isSuper }: { isSuper: boolean }): SQL {
  return isSuper ? isRestorable : sql`deleted_at > now() - make_interval(days => ${administratorRestoreDays})`;
}
