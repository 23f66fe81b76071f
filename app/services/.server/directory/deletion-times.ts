import { type SQL, sql } from "drizzle-orm";

/**
 * How long a deleted person, group, organisation or membership can be restored, and when it is purged. docs/product/choices.md#who-and-where:
 * deletion; docs/product/control-panel.md#users.
 */

/** Days from deletion to purge, which must happen within 30. */
const purgeAfterDays = 29;

/** Days during which administrators can restore; super users can until the purge. */
const administratorRestoreDays = 28;

type Restorer = { isSuper: boolean };

const days = (count: number) => sql`make_interval(days => ${count})`;

/**
 * Whether what was deleted at `since` can still be restored at all: until the purge, less a minute for a restore in progress. The other
 * services purge a person before the directory does, so a later restore would be incomplete.
 */
export function isRestorable(since: SQL): SQL {
  return sql`${since} > now() - ${days(purgeAfterDays)} + interval '1 minute'`;
}

/** Whether the caller's permissions still allow to restore what was deleted at `since`. */
export function isRestorableBy({ isSuper }: Restorer, since: SQL): SQL {
  return isSuper ? isRestorable(since) : sql`${since} > now() - ${days(administratorRestoreDays)}`;
}

/** Until when the caller can restore what was deleted at `since`. */
export function restorableUntil({ isSuper }: Restorer, since: SQL): SQL {
  return sql`${since} + ${days(isSuper ? purgeAfterDays : administratorRestoreDays)}`;
}

/** Whether what was deleted at `since` is to be purged at `now`. */
export function isPurgeDue(since: SQL, now: Date): SQL {
  return sql`${since} <= ${now.toISOString()}::timestamptz - ${days(purgeAfterDays)}`;
}

/** The time of deletion of what the next purge removes, and nobody can restore. */
export const deletedBeforePurge = sql`now() - ${days(purgeAfterDays)}`;
