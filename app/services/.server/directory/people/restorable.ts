import { type SQL, sql } from "drizzle-orm";
import { administratorRestoreDays, purgeAfterDays } from "~/services/.server/directory/rules";

/**
 * Whether a deleted row of any table can still be restored: until the purge, less a minute for a restore in progress. The other services
 * purge a person before the directory does, so a later restore would be incomplete.
 */
export const isRestorable = sql`deleted_at > now() - make_interval(days => ${purgeAfterDays}) + interval '1 minute'`;

/** `isRestorable` by the caller's permissions. docs/product/choices.md#who-and-where: deletion. */
export function isRestorableBy({ isSuper }: { isSuper: boolean }): SQL {
  return isSuper ? isRestorable : sql`deleted_at > now() - make_interval(days => ${administratorRestoreDays})`;
}
