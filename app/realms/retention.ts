import type { Realm } from "./realm";

/** How long what is known of reading is kept. The privacy page says so. docs/product/reader.md#reading-log. */
export type Retention = {
  /** Entries of the reading log. */
  readingLogDays: number;
  /** Daily sums of them, and marks. */
  readingMonths: number;
  /** Events of the activity stream; whole months are dropped. */
  activityMonths: number;
};

const everywhere: Retention = { readingLogDays: 30, readingMonths: 13, activityMonths: 13 };

/** By country, so that one can keep less. */
const table: Record<Realm, Retention> = {
  de: everywhere,
  fi: everywhere,
  fr: everywhere,
  no: everywhere,
  nl: everywhere,
  se: everywhere,
  uk: everywhere,
  us: everywhere,
};

export function retentionOf(realm: Realm): Retention {
  return table[realm];
}
