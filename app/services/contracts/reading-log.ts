import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";

/** Contracts of the reading log: reading time reported by open readers. docs/product/reader.md#reading-log. */

/** Milliseconds of reading per entry, and the interval between entries. docs/product/reader.md#limits. */
export const readingLogPause = 3000;

/** `source` of our reader's entries. */
export const readingLogSource = "bookshelf-web";

const shortText = z.string().min(1).max(100);
/** 0 to 1; other readers may send 0 to 100. */
const percentage = z.number().min(0).max(100);

export const readingLogEntrySchema = z.object({
  bookId: shortText,
  /** Id of one opening of a book. */
  sessionId: shortText,
  deviceId: shortText,
  percentage,
  /** Unix time in seconds, by the device's clock. */
  timestamp: z.number().min(0).max(100_000_000_000).transform(Math.floor),
  source: shortText,
  location: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("FlowableBookLocation"), percentage }),
      z.object({ type: z.literal("FixedBookLocation"), page: z.number().int().min(0).max(1_000_000) }),
    ])
    .optional(),
  /** The language being heard or read, as tagged in the book. */
  language: z.string().max(35).optional(),
});
export type ReadingLogEntry = z.input<typeof readingLogEntrySchema>;

/** Maximum number of entries per call: 25 minutes of reading. */
const maxLogEntries = 500;

/**
 * Time of the call by the sender's clock, in seconds; used to correct clock skew. Without it the entries' times are not corrected. No
 * stored time is later than now.
 */
export const sentAtHeaderName = "x-sent-at";

/** A reader's last seven days up to today, in the country's time zone. */
const readingWeekSchema = z.object({
  days: z.array(z.object({ day: z.string(), minutes: z.number().int() })),
  minutes: z.number().int(),
  /** Number of distinct books. */
  books: z.number().int(),
  /** Consecutive days up to today, or up to yesterday if nothing was read today. */
  daysInARow: z.number().int(),
});
export type ReadingWeek = z.output<typeof readingWeekSchema>;

export const readingLogContracts = {
  /** The caller's reading week, or that of a person whose shelf the caller may see: a guardian's or a teacher's pupil. */
  getReadingWeek: defineContract({
    method: "GET",
    path: "/v1/user/:id/reading-week",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#reading-log",
    params: z.object({ id: z.string().min(1).max(100) }),
    headers: profileHeaders,
    responses: { 200: readingWeekSchema },
  }),
  /**
   * Stores entries for the caller, or for the child in `x-profile-id`. Duplicates are stored once; entries for a book outside the country's
   * catalogue or older than the log's retention are ignored. 403 while impersonating.
   */
  addReadingLog: defineContract({
    method: "POST",
    path: "/v2/readlogs",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#calls",
    headers: profileHeaders.extend({ [sentAtHeaderName]: z.coerce.number().min(0).max(100_000_000_000).optional() }),
    body: z.array(readingLogEntrySchema).min(1).max(maxLogEntries),
    responses: { 200: z.object({ stored: z.number().int() }) },
  }),
};

/** The same call at a separate back end for reading logs. docs/product/reader.md#calls. */
export const separateReadingLogContracts = {
  addReadingLog: defineContract({
    ...readingLogContracts.addReadingLog,
    path: "/readlogs",
    responses: { 200: z.unknown(), 201: z.unknown(), 202: z.unknown(), 204: z.unknown() },
  }),
};
