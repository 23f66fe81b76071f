import type { Realm } from "./realm";

/** Retention of reading data, as stated on the privacy page. docs/product/reader.md#reading-log. */
type Retention = {
  /** Entries of the reading log. */
  readingLogDays: number;
  /** Their daily sums, and bookmarks. */
  readingMonths: number;
  /** Events of the activity stream; dropped by whole months. */
  activityMonths: number;
};

const everywhere: Retention = { readingLogDays: 30, readingMonths: 13, activityMonths: 13 };

/** By country, so that a country can have shorter periods. */
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
