import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";

/** Reading statistics of a reader, a class and a school. docs/product/reader.md#reading-log. */

/** Default period in days, up to today. */
export const readingDaysShown = 28;
/** Maximum period in days: the retention of daily totals. */
export const maxReadingDays = 400;

const day = z.iso.date();

const periodQuery = z.object({
  /** First and last day in the country's calendar, ISO 8601. */
  from: day.optional(),
  to: day.optional(),
});
export type ReadingPeriodQuery = z.output<typeof periodQuery>;

const minutes = z.number().int();

const sums = z.object({
  minutes,
  /** Number of distinct books. */
  books: z.number().int(),
  /** Number of days with reading. */
  days: z.number().int(),
});

const readingSchema = sums.extend({
  from: z.string(),
  to: z.string(),
  /** Number of pupils who have read. */
  readers: z.number().int(),
  /** Every day of the period, including days without reading. */
  byDay: z.array(z.object({ day: z.string(), minutes })),
  /** Most read first; `language` is empty if the book does not declare one. */
  byLanguage: z.array(z.object({ language: z.string(), minutes })),
  /** Most read first. */
  byBook: z.array(
    z.object({ bookId: z.string(), title: z.string(), minutes, readers: z.number().int(), lastDay: z.string() }),
  ),
});
export type Reading = z.output<typeof readingSchema>;

const readerReadingSchema = readingSchema.extend({
  /** Reading by day, book and language, latest first; at most `maxSittings`. */
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
      /** Furthest position in the book, 0 to 1. */
      percentage: z.number(),
    }),
  ),
});
export type ReaderReading = z.output<typeof readerReadingSchema>;
export const maxSittings = 500;

const groupReadingSchema = readingSchema.extend({
  /** All pupils of the class in alphabetical order, including those who have not read: never a ranking. */
  byReader: z.array(sums.extend({ uid: z.string(), name: z.string(), lastAt: z.string().nullable() })),
});
export type GroupReading = z.output<typeof groupReadingSchema>;

const source = "docs/product/choices.md#own-calls";
const params = z.object({ id: z.string().min(1).max(100) });

export const readingStatisticsContracts = {
  /** The caller's reading, or that of a pupil of the caller's classes or of a guardian; requires ViewReading. */
  getUserReading: defineContract({
    method: "GET",
    path: "/v1/user/:id/reading",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params,
    headers: profileHeaders,
    query: periodQuery,
    responses: { 200: z.object({ data: readerReadingSchema }) },
  }),
  /** Reading of the pupils of a class and its subgroups. */
  getGroupReading: defineContract({
    method: "GET",
    path: "/v1/groups/:id/reading",
    auth: "bearer",
    source,
    params,
    query: periodQuery,
    responses: { 200: z.object({ data: groupReadingSchema }) },
  }),
  /** Totals of the school's pupils whom the caller may list. */
  getSchoolReading: defineContract({
    method: "GET",
    path: "/v1/schoolUnits/:id/reading",
    auth: "bearer",
    source,
    params,
    query: periodQuery,
    responses: { 200: z.object({ data: readingSchema }) },
  }),
  /** The caller's pupils as guardian, in alphabetical order. */
  getOwnPupils: defineContract({
    method: "GET",
    path: "/v1/me/pupils",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    responses: { 200: z.object({ data: z.array(z.object({ uid: z.string(), name: z.string() })) }) },
  }),
} as const;
