import { z } from "zod";
import type { Book } from "~/epub/book";
import type { Position } from "~/epub/progress";
import { withoutPolicy } from "~/epub/signed-address";
import { bookCatalogueContracts } from "./book-catalogue";
import { defineContract } from "./contract";
import { ownerBooksContracts } from "./owner-books";
import { profileHeaders } from "./reader-profile";
import { readingLogContracts } from "./reading-log";
import { readingStatisticsContracts } from "./reading-statistics";
import { shelfQuerySchema, shelfSchema } from "./shelf";
import { bookDetailsSchema, shelfBookSchema } from "./shelf-book";

export type { BookDetails, ShelfBook } from "./shelf-book";

/**
 * The library service: books, their content's addresses and signatures, shelves. docs/product/reader.md#calls;
 * docs/product/control-panel.md#calls.
 */

const bookParams = z.object({ id: z.string().min(1).max(100) });
const userParams = z.object({ id: z.string().min(1).max(100) });

/** Without what signs it: a policy must not outlive its half hour in a mark. */
const storedAddress = z.string().max(2000).transform(withoutPolicy);

/** Where somebody is in a book. docs/product/reader.md#entities. */
export const positionSchema: z.ZodType<Position> = z.object({
  ncxRef: storedAddress.pipe(z.string()),
  URI: storedAddress.pipe(z.string().min(1)),
  timeOffset: z.string().max(50).default("0.0"),
  charOffset: z.number().int().min(0).max(1_000_000_000).default(0),
});

/** A place that a reader has named. docs/product/reader.md#entities. */
export const bookmarkSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(200),
  position: positionSchema,
});
export type Bookmark = z.output<typeof bookmarkSchema>;

/** As many as anybody can find anything in. */
const bookmarkLimit = 500;

const bookmarkList = z
  .array(bookmarkSchema)
  .max(bookmarkLimit)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "An id stands twice in the list");

/** A position travels as the text of its JSON. */
const positionText = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    try {
      const parsed = positionSchema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {}
    context.addIssue({ code: "custom", message: "Incorrectly formatted" });
    return z.NEVER;
  });

/** Documents as they are stored, by spine index, and style sheets by path in the book; what sheets load has whole addresses. */
export const firstDocumentsSchema = z.object({
  documents: z.array(z.object({ index: z.number().int(), text: z.string() })),
  styles: z.record(z.string(), z.string()),
});
export type FirstDocuments = z.output<typeof firstDocumentsSchema>;

/** Everything the reader page needs, in one response. */
export const bookOpeningSchema = z.object({
  bookId: z.string(),
  version: z.string(),
  /** The folder that holds META-INF, with a slash at its end. */
  resourcesUrl: z.string(),
  /** `Policy=…&Signature=…&Key-Pair-Id=…` */
  policy: z.string(),
  book: z.custom<Book>((value) => typeof value === "object" && value !== null),
  /** Address of the locations file, unsigned; null where the book has none. */
  locations: z.string().nullable(),
  /** Where the reader stopped; null for a book not begun or finished, and where positions are not stored. */
  lastMark: positionSchema.nullable(),
  /** The stored place, also of a book that is finished: what the opening knows of. */
  knownMark: positionSchema.nullable(),
  /** Whether the reader's positions are stored: not for shared accounts, nor while somebody acts as the reader. */
  keepsPlace: z.boolean(),
  /** The document that the book opens with, and those that may stand beside it, where they are short. Decision 24. */
  first: firstDocumentsSchema,
  /** What a document of the book may load, as the server says with each that it sends. */
  documentPolicy: z.string(),
  /** Whether the book lies at the alternative book back end, which renews its policy. */
  isOfBackEnd: z.boolean(),
});
export type BookOpening = z.output<typeof bookOpeningSchema>;

/** A file of a book: its path in the folder that holds META-INF, decoded, and its length in bytes. */
const bookFileSchema = z.object({ path: z.string(), size: z.number().int().nonnegative() });
export type BookFile = z.output<typeof bookFileSchema>;

/** Primary subtag of the caller's language, whose books stand first. */
const ownLanguage = z.object({ own: z.string().max(35).optional() });

export const libraryContracts = {
  ...readingLogContracts,
  ...ownerBooksContracts,
  ...readingStatisticsContracts,
  ...bookCatalogueContracts,
  getResourcesUrl: defineContract({
    method: "GET",
    path: "/v1/books/:id/resources-url",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ resourcesUrl: z.string() }) },
  }),
  /**
   * Also sets the content cookie (set-cookie in the response's headers), which the caller passes on to the browser. `version` names the
   * one that the reader has open, where the book has another by now.
   */
  getPolicy: defineContract({
    method: "GET",
    path: "/v1/books/:id/policy",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: bookParams,
    query: z.object({ version: z.string().max(100).optional() }),
    headers: profileHeaders,
    responses: { 200: z.object({ policy: z.string() }) },
  }),
  /** What is null has no mark yet. */
  getLastMark: defineContract({
    method: "GET",
    path: "/v1/books/:id/lastmark",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ position: z.string().nullable() }) },
  }),
  /**
   * The newest place wins, so that a repeated call does no harm; `age` says how many seconds ago the reader was there, for a call that was
   * made late. 403 for shared accounts and while acting as somebody.
   */
  setLastMark: defineContract({
    method: "POST",
    path: "/v1/books/:id/lastmark",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: bookParams,
    body: z.object({
      position: positionText,
      age: z.number().min(0).max(100_000_000).optional(),
      /**
       * The opening of the book, and the last position that it has read: the response then has a position stored since by another one.
       */
      opening: z.string().min(1).max(100).optional(),
      known: positionText.nullable().optional(),
    }),
    headers: profileHeaders,
    responses: { 200: z.object({ position: z.string(), elsewhere: z.string().nullable() }) },
  }),
  /** The response's `etag` is the list's version. */
  getBookmarks: defineContract({
    method: "GET",
    path: "/v1/books/:id/bookmarks",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.array(bookmarkSchema) },
  }),
  /**
   * The whole list takes the place of the stored one, if that is still the one that was read: `if-match` holds its `etag`, and may be left
   * out for a first list only. 412 otherwise; 403 for shared accounts and while acting as somebody. docs/product/choices.md#books.
   */
  setBookmarks: defineContract({
    method: "POST",
    path: "/v1/books/:id/bookmarks",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders.extend({ "if-match": z.string().max(100).optional() }),
    body: bookmarkList,
    responses: { 200: z.array(bookmarkSchema) },
  }),
  getBook: defineContract({
    method: "GET",
    path: "/v1/books/:id",
    auth: "bearer",
    source: "docs/product/control-panel.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: bookDetailsSchema },
  }),
  /** Every file that an open book may ask for, so that a device can keep the book. docs/product/reader.md#offline. */
  getBookFiles: defineContract({
    method: "GET",
    path: "/v1/books/:id/files",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ version: z.string(), files: z.array(bookFileSchema) }) },
  }),
  /** Address, policy and parsed book in one call, so that the reader opens in one round trip; sets the content cookie too. */
  openBook: defineContract({
    method: "GET",
    path: "/v1/books/:id/opening",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    query: z.object({
      from: z.enum(["mark", "start"]).default("mark"),
      /**
       * The book's folder with a signed policy as query: of our own content, or of the alternative book back end. 400 for any other.
       */
      fileUrl: z.string().max(8000).optional(),
    }),
    responses: { 200: bookOpeningSchema },
  }),
  /**
   * On which shelves a book stands: the caller's own one (null where one has none, or the book is for older readers), and by uid those of
   * the own schools and of the classes that one teaches.
   */
  getBookPlaces: defineContract({
    method: "GET",
    path: "/v1/books/:id/places",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    responses: {
      200: z.object({ mine: z.boolean().nullable(), schools: z.array(z.string()), groups: z.array(z.string()) }),
    },
  }),
  /** What a shelf shows of those books, with what one has read; one's own only. */
  getShelf: defineContract({
    method: "GET",
    path: "/v1/user/:id/shelf",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: userParams,
    headers: profileHeaders,
    query: shelfQuerySchema.extend(ownLanguage.shape),
    responses: { 200: shelfSchema },
  }),
  /** The book that stands behind this one on the caller's shelf and is not finished; null where there is no other. */
  getNextBook: defineContract({
    method: "GET",
    path: "/v1/books/:id/next",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    query: ownLanguage,
    responses: { 200: z.object({ next: shelfBookSchema.nullable() }) },
  }),
  /** Books like this one that the caller may open. */
  getSimilarBooks: defineContract({
    method: "GET",
    path: "/v1/books/:id/similar",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ data: z.array(shelfBookSchema) }) },
  }),
  /** Takes a book off 'Keep reading', or puts it back; the place in it stays. A book that was not begun is 404. */
  setReading: defineContract({
    method: "PUT",
    path: "/v1/user/:id/readings/:bookId",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: userParams.extend({ bookId: z.string().min(1).max(100) }),
    headers: profileHeaders,
    body: z.object({ isHidden: z.boolean() }),
    responses: { 204: z.undefined() },
  }),
  /** Books that the user has begun, the latest first; one's own only. */
  getReadings: defineContract({
    method: "GET",
    path: "/v1/user/:id/readings",
    auth: "bearer",
    source: "docs/product/reader.md#entities",
    params: userParams,
    headers: profileHeaders,
    responses: { 200: z.object({ data: z.array(z.object({ bookId: z.string(), progress: z.number() })) }) },
  }),
} as const;

/** The alternative book back end, which BOOK_BACKEND_URL names. docs/product/reader.md#calls. */
export const bookBackEndContracts = {
  getPolicy: defineContract({
    method: "GET",
    path: "/:book/policy",
    auth: "bearer",
    source: "docs/product/reader.md#calls",
    params: z.object({ book: z.string().min(1).max(100) }),
    responses: { 200: z.object({ policy: z.string().max(8000) }) },
  }),
} as const;
