import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";

/** What the reading log says of a reader, of a class and of a school. docs/product/reader.md#reading-log. */

/** Default number of days, the last of them today. */
export const readingDaysShown = 28;
/** Maximum of days in one request: the retention of daily sums. */
export const mostReadingDays = 400;

const day = z.iso.date();

const periodQuery = z.object({
  /** First and last day by the country's calendar, as ISO 8601 writes it. */
  from: day.optional(),
  to: day.optional(),
});
export type ReadingPeriodQuery = z.output<typeof periodQuery>;

const minutes = z.number().int();

const sums = z.object({
  minutes,
  /** How many different books. */
  books: z.number().int(),
  /** On how many days something was read. */
  days: z.number().int(),
});

export const readingSchema = sums.extend({
  from: z.string(),
  to: z.string(),
  /** How many of the pupils have read. */
  readers: z.number().int(),
  /** Every day of the period, also those without reading. */
  byDay: z.array(z.object({ day: z.string(), minutes })),
  /** The most read first; empty where the book did not name its language. */
  byLanguage: z.array(z.object({ language: z.string(), minutes })),
  /** The most read first. */
  byBook: z.array(
    z.object({ bookId: z.string(), title: z.string(), minutes, readers: z.number().int(), lastDay: z.string() }),
  ),
});
export type Reading = z.output<typeof readingSchema>;

export const readerReadingSchema = readingSchema.extend({
  /** What was read on which day and in which language, the latest first; at most `mostSittings`. */
  sittings: z.array(
    z.object({
      day: z.string(),
      bookId: z.string(),
      title: z.string(),
      language: z.string(),
      minutes,
      /** ISO 8601, UTC. */
      firstAt: z.string(),
      lastAt: z.string(),
      /** How far the reader came in the book, 0 to 1. */
      percentage: z.number(),
    }),
  ),
});
export type ReaderReading = z.output<typeof readerReadingSchema>;
export const mostSittings = 500;

export const groupReadingSchema = readingSchema.extend({
  /** Everybody of the class, from A to Z, whether they read or not: never a ranking. */
  byReader: z.array(sums.extend({ uid: z.string(), name: z.string(), lastAt: z.string().nullable() })),
});
export type GroupReading = z.output<typeof groupReadingSchema>;

const source = "docs/product/choices.md#own-calls";
const params = z.object({ id: z.string().min(1).max(100) });

export const readingStatisticsContracts = {
  /** One's own, or that of a pupil of the caller's classes or of a guardian's; the right is ViewReading. */
  getUserReading: defineContract({
    method: "GET",
    path: "/v1/user/:id/reading",
    auth: "bearer",
    source,
    params,
    headers: profileHeaders,
    query: periodQuery,
    responses: { 200: z.object({ data: readerReadingSchema }) },
  }),
  /** Of the pupils of a class and of the groups below it. */
  getGroupReading: defineContract({
    method: "GET",
    path: "/v1/groups/:id/reading",
    auth: "bearer",
    source,
    params,
    query: periodQuery,
    responses: { 200: z.object({ data: groupReadingSchema }) },
  }),
  /** Of those pupils of a school whom the caller may list, all together. */
  getSchoolReading: defineContract({
    method: "GET",
    path: "/v1/schoolUnits/:id/reading",
    auth: "bearer",
    source,
    params,
    query: periodQuery,
    responses: { 200: z.object({ data: readingSchema }) },
  }),
  /** The pupils whose guardian the caller is, from A to Z. */
  getOwnPupils: defineContract({
    method: "GET",
    path: "/v1/me/pupils",
    auth: "bearer",
    source,
    responses: { 200: z.object({ data: z.array(z.object({ uid: z.string(), name: z.string() })) }) },
  }),
} as const;
