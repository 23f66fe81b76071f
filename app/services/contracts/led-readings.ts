import { z } from "zod";
import { withoutPolicy } from "~/epub/signed-address";
import { defineContract } from "./contract";

/**
 * Contracts of reading together: a teacher's page turns lead the screens of own pupils. docs/product/reader.md#reading-together;
 * decision 106.
 */

/** Minutes that a reading lasts. */
export const ledMinutes = 45;

/** A text in the book, which screens of any size show. */
const ledPlaceSchema = z.object({
  /** Path of the document in the book. */
  source: z.string().max(2000).transform(withoutPolicy).pipe(z.string().min(1)),
  /** `epubcfi(/6/4!/4/2/1:512)`; null for the beginning of the document, or a fixed page. */
  cfi: z.string().max(2000).nullable(),
  /** Position in the document, 0 to 1: for a screen that does not show the text, such as one in another language. */
  progression: z.number().min(0).max(1),
});
export type LedPlace = z.output<typeof ledPlaceSchema>;

/** `turn` counts the places; 0 without one. */
const ledTurnSchema = z.object({
  id: z.uuid(),
  turn: z.number().int(),
  place: ledPlaceSchema.nullable(),
  endsAt: z.iso.datetime(),
});
export type LedTurn = z.output<typeof ledTurnSchema>;

const ownLedReadingSchema = z.object({
  id: z.uuid(),
  bookId: z.string(),
  code: z.string(),
  endsAt: z.iso.datetime(),
});
export type OwnLedReading = z.output<typeof ownLedReadingSchema>;

const followedSchema = ledTurnSchema.extend({ bookId: z.string() });
export type FollowedReading = z.output<typeof followedSchema>;

/** Six digits, however they are grouped. */
export const ledCodeField = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s\p{Pd}.]/gu, ""))
  .pipe(z.string().regex(/^\d{6}$/));

const readingParams = z.object({ id: z.string().min(1).max(100) });
const source = "docs/product/reader.md#reading-together";

export const ledReadingContracts = {
  /** Begins to read a book together, and ends the caller's reading before. 403 for whoever teaches no group, and while impersonating. */
  startLedReading: defineContract({
    method: "POST",
    path: "/v1/books/:id/led-readings",
    auth: "bearer",
    source,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: ownLedReadingSchema },
  }),
  /** What the caller leads now: one at most. */
  getUserLedReadings: defineContract({
    method: "GET",
    path: "/v1/user/:id/led-readings",
    auth: "bearer",
    source,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: z.object({ data: z.array(ownLedReadingSchema) }) },
  }),
  /** Leads all screens to a place. 404 for whoever does not lead this reading; this also applies below. */
  turnLedReading: defineContract({
    method: "PUT",
    path: "/v1/led-readings/:id/place",
    auth: "bearer",
    source,
    params: readingParams,
    body: ledPlaceSchema,
    responses: { 204: z.undefined() },
  }),
  endLedReading: defineContract({
    method: "DELETE",
    path: "/v1/led-readings/:id",
    auth: "bearer",
    source,
    params: readingParams,
    responses: { 204: z.undefined() },
  }),
  /**
   * The reading of a code. 404 alike for an unknown code, a reading that has ended, the code of somebody else's teacher, a book that the
   * pupil may not open, and whoever is no pupil or acts as one; 429 after ten of them.
   */
  joinLedReading: defineContract({
    method: "POST",
    path: "/v1/led-readings/join",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    body: z.object({ code: ledCodeField }),
    responses: { 200: followedSchema },
  }),
  /** A reading that the caller follows: 404 for everybody but pupils of the leader's own groups who may open the book. */
  getFollowedReading: defineContract({
    method: "GET",
    path: "/v1/led-readings/:id",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: readingParams,
    responses: { 200: followedSchema },
  }),
  /**
   * The places of readings by their ids, which are known only to those who were let in (`getFollowedReading`); those that have ended are
   * missing. One call for all streams of a process, whoever follows them.
   */
  getLedTurns: defineContract({
    method: "GET",
    path: "/v1/led-turns",
    auth: "country",
    isInternal: true,
    source,
    query: z.object({
      id: z.union([z.string(), z.array(z.string()).max(1000)]).transform((ids) => [ids].flat()),
    }),
    responses: { 200: z.object({ data: z.array(ledTurnSchema) }) },
  }),
} as const;
