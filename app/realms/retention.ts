import type { Realm } from "./realm";

/** Retention of reading data, as stated on the privacy page, and of invoices. docs/product/reader.md#reading-log. */
type Retention = {
  /** Entries of the reading log. */
  readingLogDays: number;
  /** Their daily sums, and bookmarks. */
  readingMonths: number;
  /** Years for which orders and invoices are kept for bookkeeping and taxes, by the country's law. */
  invoiceYears: number;
  /** Events of the activity stream; dropped by whole months. */
  activityMonths: number;
};

const everywhere: Omit<Retention, "invoiceYears"> = { readingLogDays: 30, readingMonths: 13, activityMonths: 13 };

/** By country, so that a country can have shorter periods. */
const table: Record<Realm, Retention> = {
  de: { ...everywhere, invoiceYears: 8 },
  fi: { ...everywhere, invoiceYears: 6 },
  fr: { ...everywhere, invoiceYears: 10 },
  no: { ...everywhere, invoiceYears: 5 },
  nl: { ...everywhere, invoiceYears: 7 },
  se: { ...everywhere, invoiceYears: 7 },
  uk: { ...everywhere, invoiceYears: 6 },
  us: { ...everywhere, invoiceYears: 7 },
};

export function retentionOf(realm: Realm): Retention {
  return table[realm];
}
