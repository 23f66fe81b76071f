import { z } from "zod";
import type { Book } from "~/epub/book";
import type { Position } from "~/epub/progress";
import { withoutPolicy } from "~/epub/signed-address";
import { annotationContracts } from "./annotations";
import { bookCatalogueContracts } from "./book-catalogue";
import { classNotesContracts } from "./class-notes";
import { defineContract } from "./contract";
import { ledReadingContracts } from "./led-readings";
import { ownerBooksContracts } from "./owner-books";
import { profileHeaders } from "./reader-profile";
import { readingLogContracts } from "./reading-log";
import { readingStatisticsContracts } from "./reading-statistics";
import { shelfQuerySchema, shelfSchema } from "./shelf";
import { bookDetailsSchema, shelfBookSchema } from "./shelf-book";
import { withheldBooksContracts } from "./withheld-books";
import { wordContracts } from "./words";

export type { BookDetails, ShelfBook } from "./shelf-book";

/**
 * Contracts of the library service: books, content addresses and signed policies, shelves. docs/product/reader.md#calls;
 * docs/product/control-panel.md#calls.
 */

const bookParams = z.object({ id: z.string().min(1).max(100) });
const userParams = z.object({ id: z.string().min(1).max(100) });

/** Without the signature: policies are valid for half an hour and must not be stored in a mark. */
const storedAddress = z.string().max(2000).transform(withoutPolicy);

/** A reading position. docs/product/reader.md#entities. */
const positionSchema: z.ZodType<Position> = z.object({
  ncxRef: storedAddress.pipe(z.string()),
  URI: storedAddress.pipe(z.string().min(1)),
  timeOffset: z.string().max(50).default("0.0"),
  charOffset: z.number().int().min(0).max(1_000_000_000).default(0),
});

/** A position named by the reader. docs/product/reader.md#entities. */
const bookmarkSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(200),
  position: positionSchema,
});
export type Bookmark = z.output<typeof bookmarkSchema>;

/** Maximum number of bookmarks per book; more would not be usable. */
const bookmarkLimit = 500;

const bookmarkList = z
  .array(bookmarkSchema)
  .max(bookmarkLimit)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "An id stands twice in the list");

/** A position is sent as JSON text. */
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

/** Documents in stored form by spine index, and style sheets by path in the book; addresses in the style sheets are absolute. */
const firstDocumentsSchema = z.object({
  documents: z.array(z.object({ index: z.number().int(), text: z.string() })),
  styles: z.record(z.string(), z.string()),
});
export type FirstDocuments = z.output<typeof firstDocumentsSchema>;

/** The whole data of the reader page, in one response. */
const bookOpeningSchema = z.object({
  bookId: z.string(),
  version: z.string(),
  /** The folder that contains META-INF, with a trailing slash. */
  resourcesUrl: z.string(),
  /** `Policy=…&Signature=…&Key-Pair-Id=…` */
  policy: z.string(),
  book: z.custom<Book>((value) => typeof value === "object" && value !== null),
  /** Unsigned address of the locations file; null if the book has none. */
  locations: z.string().nullable(),
  /** Where to resume reading; null for a book not begun or finished, and if positions are not stored. */
  lastMark: positionSchema.nullable(),
  /** The stored position, also for a finished book; sent back as `known` to detect positions stored by another session. */
  knownMark: positionSchema.nullable(),
  /** An older place, of another device that did not know `lastMark`; null if there is none. */
  otherMark: positionSchema.nullable(),
  /** Whether positions are stored: not for shared accounts or while impersonating. */
  keepsPlace: z.boolean(),
  /** Whether a browser's voice that sends the text to its maker may read the book. Decision 101. */
  mayUseOnlineVoices: z.boolean(),
  /** Whether words are explained: neither the school nor a parent has switched them off. Decision 105. */
  mayUseWords: z.boolean(),
  /** The document to show first, and those that can be on the same spread, if they are short. Decision 24. */
  first: firstDocumentsSchema,
  /** Content-Security-Policy of the book's documents, identical to the server's response header. */
  documentPolicy: z.string(),
  /** Whether the alternative book back end serves the book and renews its policy. */
  isOfBackEnd: z.boolean(),
});
export type BookOpening = z.output<typeof bookOpeningSchema>;

/** A file of a book: decoded path relative to the folder that contains META-INF, and size in bytes. */
const bookFileSchema = z.object({ path: z.string(), size: z.number().int().nonnegative() });
export type BookFile = z.output<typeof bookFileSchema>;

/** Primary subtag of the caller's language; books in it are sorted first. */
const ownLanguage = z.object({ own: z.string().max(35).optional() });

export const libraryContracts = {
  ...readingLogContracts,
  ...ownerBooksContracts,
  ...readingStatisticsContracts,
  ...bookCatalogueContracts,
  ...withheldBooksContracts,
  ...annotationContracts,
  ...wordContracts,
  ...classNotesContracts,
  ...ledReadingContracts,
  getResourcesUrl: defineContract({
    method: "GET",
    path: "/v1/books/:id/resources-url",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ resourcesUrl: z.string() }) },
  }),
  /**
   * Renews the policy. Also sets the content cookie (set-cookie response header), which the caller passes on to the browser. `version` is
   * the version that the reader has open, if the book has a newer one.
   */
  getPolicy: defineContract({
    method: "GET",
    path: "/v1/books/:id/policy",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#calls",
    params: bookParams,
    query: z.object({ version: z.string().max(100).optional() }),
    headers: profileHeaders,
    responses: { 200: z.object({ policy: z.string() }) },
  }),
  /** `position` is null if nothing is stored. */
  getLastMark: defineContract({
    method: "GET",
    path: "/v1/books/:id/lastmark",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ position: z.string().nullable() }) },
  }),
  /**
   * Stores a position. The newest one wins, so retries are safe; `age` is the number of seconds since the reader was there, for delayed
   * calls. 403 for shared accounts and while impersonating.
   */
  setLastMark: defineContract({
    method: "POST",
    path: "/v1/books/:id/lastmark",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#calls",
    params: bookParams,
    body: z.object({
      position: positionText,
      age: z.number().min(0).max(100_000_000).optional(),
      /**
       * The reader's opening id and the last stored position it knows. If another opening has stored a position since, it is returned as
       * `elsewhere`.
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
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.array(bookmarkSchema) },
  }),
  /**
   * Replaces the whole list if it has not changed since it was read: `if-match` is its `etag` and optional only for the first list.
   * Otherwise 412; 403 for shared accounts and while impersonating. docs/product/choices.md#books.
   */
  setBookmarks: defineContract({
    method: "POST",
    path: "/v1/books/:id/bookmarks",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
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
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/control-panel.md#calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: bookDetailsSchema },
  }),
  /** All files that an open book can request, for offline storage on a device. docs/product/reader.md#offline. */
  getBookFiles: defineContract({
    method: "GET",
    path: "/v1/books/:id/files",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ version: z.string(), files: z.array(bookFileSchema) }) },
  }),
  /** Address, policy and parsed book in one call, so that the reader opens in one round trip; also sets the content cookie. */
  openBook: defineContract({
    method: "GET",
    path: "/v1/books/:id/opening",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    query: z.object({
      from: z.enum(["mark", "start"]).default("mark"),
      /**
       * The book's folder with a signed policy as query string, in our own content or at the alternative book back end. 400 for other
       * addresses.
       */
      fileUrl: z.string().max(8000).optional(),
    }),
    responses: { 200: bookOpeningSchema },
  }),
  /** Books of the country that anybody may open whole, those in its language first; `limit` of them, with the title in that language, if they have it. */
  getSamples: defineContract({
    method: "GET",
    path: "/v1/samples",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    query: z.object({ limit: z.coerce.number().int().min(1).max(12).default(2) }),
    responses: { 200: z.object({ data: z.array(shelfBookSchema) }) },
  }),
  /** A sample book from its beginning, with the policy of its files; no place is stored. 404 for any other book. */
  openSample: defineContract({
    method: "GET",
    path: "/v1/samples/:id/opening",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    responses: { 200: bookOpeningSchema },
  }),
  /** Renews the policy of a sample book, as getPolicy does. */
  getSamplePolicy: defineContract({
    method: "GET",
    path: "/v1/samples/:id/policy",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    query: z.object({ version: z.string().max(100).optional() }),
    responses: { 200: z.object({ policy: z.string() }) },
  }),
  /**
   * The shelves that contain a book: the caller's own shelf (null if the caller has none, or the book is for older readers), and the uids
   * of the caller's schools and of the classes that the caller teaches.
   */
  getBookPlaces: defineContract({
    method: "GET",
    path: "/v1/books/:id/places",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    responses: {
      200: z.object({ mine: z.boolean().nullable(), schools: z.array(z.string()), groups: z.array(z.string()) }),
    },
  }),
  /** A page of the user's shelf with reading progress; only for the user's own shelf. */
  getShelf: defineContract({
    method: "GET",
    path: "/v1/user/:id/shelf",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: userParams,
    headers: profileHeaders,
    query: shelfQuerySchema.extend(ownLanguage.shape),
    responses: { 200: shelfSchema },
  }),
  /** The next unfinished book on the caller's shelf; null if there is none. */
  getNextBook: defineContract({
    method: "GET",
    path: "/v1/books/:id/next",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    query: ownLanguage,
    responses: { 200: z.object({ next: shelfBookSchema.nullable() }) },
  }),
  /** Similar books that the caller may open. */
  getSimilarBooks: defineContract({
    method: "GET",
    path: "/v1/books/:id/similar",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ data: z.array(shelfBookSchema) }) },
  }),
  /** Removes a book from 'Keep reading', or restores it; the position is not deleted. 404 for a book that the user has not begun. */
  setReading: defineContract({
    method: "PUT",
    path: "/v1/user/:id/readings/:bookId",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    params: userParams.extend({ bookId: z.string().min(1).max(100) }),
    headers: profileHeaders,
    body: z.object({ isHidden: z.boolean() }),
    responses: { 204: z.undefined() },
  }),
  /** Books that the user has begun, latest first; only for the caller's own uid. */
  getReadings: defineContract({
    method: "GET",
    path: "/v1/user/:id/readings",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#entities",
    params: userParams,
    headers: profileHeaders,
    responses: { 200: z.object({ data: z.array(z.object({ bookId: z.string(), progress: z.number() })) }) },
  }),
} as const;

/** Contracts of the alternative book back end, configured by BOOK_BACKEND_URL. docs/product/reader.md#calls. */
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
