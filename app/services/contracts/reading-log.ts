import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";

/** What open readers report about reading. docs/product/reader.md#reading-log. */

/** Milliseconds of reading that one entry stands for, and after which the next one follows. docs/product/reader.md#limits. */
export const readingLogPause = 3000;

/** What our reader calls itself. */
export const readingLogSource = "bookshelf-web";

const shortText = z.string().min(1).max(100);
/** 0 to 1; other readers may count to 100. */
const percentage = z.number().min(0).max(100);

export const readingLogEntrySchema = z.object({
  bookId: shortText,
  /** One opening of a book. */
  sessionId: shortText,
  deviceId: shortText,
  percentage,
  /** Seconds since 1970 by the device's clock. */
  timestamp: z.number().min(0).max(100_000_000_000).transform(Math.floor),
  source: shortText,
  location: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("FlowableBookLocation"), percentage }),
      z.object({ type: z.literal("FixedBookLocation"), page: z.number().int().min(0).max(1_000_000) }),
    ])
    .optional(),
  /** The language that is heard or read, as the book names it. */
  language: z.string().max(35).optional(),
});
export type ReadingLogEntry = z.input<typeof readingLogEntrySchema>;

/** Most entries of one call: 25 minutes of reading. */
export const mostLogEntries = 500;

/**
 * `x-sent-at`, the sender's time of the call in seconds, gives the difference between the clocks of sender and server. Without it
 * the entries' times are used unchanged, and none is later than now.
 */
export const sentAtHeaderName = "x-sent-at";

/** The last seven days of a reader, today the last of them, in the country's time zone. */
export const readingWeekSchema = z.object({
  days: z.array(z.object({ day: z.string(), minutes: z.number().int() })),
  minutes: z.number().int(),
  /** How many different books. */
  books: z.number().int(),
  /** Days in a row up to today, or to yesterday as long as nothing was read today. */
  daysInARow: z.number().int(),
});
export type ReadingWeek = z.output<typeof readingWeekSchema>;

export const readingLogContracts = {
  /** One's own, or of somebody whose shelf one may see: a guardian's pupil, a teacher's. */
  getReadingWeek: defineContract({
    method: "GET",
    path: "/v1/user/:id/reading-week",
    auth: "bearer",
    source: "docs/product/reader.md#reading-log",
    params: z.object({ id: z.string().min(1).max(100) }),
    headers: profileHeaders,
    responses: { 200: readingWeekSchema },
  }),
  /**
   * Entries for the caller, or for the child that `x-profile-id` names. One that is there already counts once; one for a book that the
   * country does not have, or older than the log's retention, is ignored. 403 while acting as somebody.
   */
  addReadingLog: defineContract({
    method: "POST",
    path: "/v2/readlogs",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    headers: profileHeaders.extend({ [sentAtHeaderName]: z.coerce.number().min(0).max(100_000_000_000).optional() }),
    body: z.array(readingLogEntrySchema).min(1).max(mostLogEntries),
    responses: { 200: z.object({ stored: z.number().int() }) },
  }),
};

/** The same call at a back end that keeps reading logs alone. docs/product/reader.md#calls. */
export const separateReadingLogContracts = {
  addReadingLog: defineContract({
    ...readingLogContracts.addReadingLog,
    path: "/readlogs",
    responses: { 200: z.unknown(), 201: z.unknown(), 202: z.unknown(), 204: z.unknown() },
  }),
};
