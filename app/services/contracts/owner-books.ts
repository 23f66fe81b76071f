import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";
import { shelfBookSchema } from "./shelf-book";

/**
 * Contracts for the shelves of people, schools and classes (library service): books their owners may open, and books on the shelves.
 * docs/product/control-panel.md#calls.
 */

const ownerParams = z.object({ id: z.string().min(1).max(100) });
const bookId = z.string().min(1).max(100);
const bookBody = z.object({ bookId });
const bookParams = ownerParams.extend({ bookId });
const nothing = { 204: z.undefined() };

/**
 * A book that the owner may open. `shelf` is `own` if it is on the person's own shelf; `school` if it is on the shelf of one of their
 * schools or classes, or of this school or class if the owner is one; null if on neither.
 */
const ownerBookSchema = shelfBookSchema.extend({ shelf: z.enum(["own", "school"]).nullable() });
export type OwnerBook = z.output<typeof ownerBookSchema>;

const ownerBooksQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  /** Words of the title, an author or a category. */
  q: z.string().trim().max(100).optional(),
  /** Only books on a shelf. */
  placed: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
});
export type OwnerBooksQuery = z.output<typeof ownerBooksQuery>;

const ownerBooks = { 200: z.object({ data: z.array(ownerBookSchema) }) };

const source = "docs/product/control-panel.md#calls";
const ownSource = "docs/product/choices.md#own-calls";

export const ownerBooksContracts = {
  /** All books that the user may open. */
  getUserBooks: defineContract({
    method: "GET",
    path: "/v1/user/:id/books",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source,
    params: ownerParams,
    headers: profileHeaders,
    query: ownerBooksQuery,
    responses: ownerBooks,
  }),
  /**
   * Adds a book to a person's own shelf: the caller's, or one that the caller may edit. 403 forbidden; 404 not_found, also for a book that
   * the person may not open.
   */
  putUserBook: defineContract({
    method: "PUT",
    path: "/v1/user/:id/books",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source,
    params: ownerParams,
    headers: profileHeaders,
    body: bookBody,
    responses: nothing,
  }),
  /** 403 for another person's shelf without a secure login. */
  deleteUserBook: defineContract({
    method: "DELETE",
    path: "/v1/user/:id/books/:bookId",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source,
    params: bookParams,
    headers: profileHeaders,
    responses: nothing,
  }),
  /** All books included in a school's subscriptions. */
  getSchoolBooks: defineContract({
    method: "GET",
    path: "/v1/schoolUnits/:id/books",
    auth: "bearer",
    opensToPictureCode: true,
    source: ownSource,
    params: ownerParams,
    query: ownerBooksQuery,
    responses: ownerBooks,
  }),
  /** Adds a book to a school's shelf, for all its people. */
  addSchoolBook: defineContract({
    method: "POST",
    path: "/v1/schoolUnits/:id/books",
    auth: "bearer",
    source,
    params: ownerParams,
    body: bookBody,
    responses: nothing,
  }),
  /** Pages report the 404 of a school out of scope as forbidden. docs/product/control-panel.md#errors. */
  deleteSchoolBook: defineContract({
    method: "DELETE",
    path: "/v1/schoolUnits/:id/books/:bookId",
    auth: "bearer",
    source,
    params: bookParams,
    responses: nothing,
  }),
  /** All books included in the subscriptions of the class's school, up to the class's age. */
  getGroupBooks: defineContract({
    method: "GET",
    path: "/v1/groups/:id/books",
    auth: "bearer",
    opensToPictureCode: true,
    source: ownSource,
    params: ownerParams,
    query: ownerBooksQuery,
    responses: ownerBooks,
  }),
  /** Adds a book to a class's shelf; its pupils see it together with the school's books. */
  addGroupBook: defineContract({
    method: "POST",
    path: "/v1/groups/:id/books",
    auth: "bearer",
    source: ownSource,
    params: ownerParams,
    body: bookBody,
    responses: nothing,
  }),
  /** Pages report the 404 of a class as forbidden, as for a school. */
  deleteGroupBook: defineContract({
    method: "DELETE",
    path: "/v1/groups/:id/books/:bookId",
    auth: "bearer",
    source: ownSource,
    params: bookParams,
    responses: nothing,
  }),
} as const;
