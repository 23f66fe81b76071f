import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";
import { shelfBookSchema } from "./shelf-book";

/** The shelves of people, schools and classes: what their owners may open, and what stands on them. docs/product/control-panel.md#calls. */

const ownerParams = z.object({ id: z.string().min(1).max(100) });
const bookId = z.string().min(1).max(100);
const bookBody = z.object({ bookId });
const bookParams = ownerParams.extend({ bookId });
const nothing = { 204: z.undefined() };

/**
 * A book that the owner may open. `own`: it stands on a person's own shelf; `school`: on the shelf of a school or class of theirs, of
 * this school or this class where the owner is one; null: on neither.
 */
export const ownerBookSchema = shelfBookSchema.extend({ shelf: z.enum(["own", "school"]).nullable() });
export type OwnerBook = z.output<typeof ownerBookSchema>;

const ownerBooksQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  /** Words of the title, an author or a category. */
  q: z.string().trim().max(100).optional(),
  /** Only those that stand on a shelf. */
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
  /** All that the user may open. */
  getUserBooks: defineContract({
    method: "GET",
    path: "/v1/user/:id/books",
    auth: "bearer",
    source,
    params: ownerParams,
    headers: profileHeaders,
    query: ownerBooksQuery,
    responses: ownerBooks,
  }),
  /**
   * Puts a book on a person's own shelf: one's own, or that of somebody whose shelf one may edit. 403 forbidden, 404 not_found: a book
   * that the person may not open is none.
   */
  putUserBook: defineContract({
    method: "PUT",
    path: "/v1/user/:id/books",
    auth: "bearer",
    source,
    params: ownerParams,
    headers: profileHeaders,
    body: bookBody,
    responses: nothing,
  }),
  /** 403 for another's shelf without a secure login. */
  deleteUserBook: defineContract({
    method: "DELETE",
    path: "/v1/user/:id/books/:bookId",
    auth: "bearer",
    source,
    params: bookParams,
    headers: profileHeaders,
    responses: nothing,
  }),
  /** All that a school's subscriptions open. */
  getSchoolBooks: defineContract({
    method: "GET",
    path: "/v1/schoolUnits/:id/books",
    auth: "bearer",
    source: ownSource,
    params: ownerParams,
    query: ownerBooksQuery,
    responses: ownerBooks,
  }),
  /** Puts a book on a school's shelf, where it stands for all its people. */
  addSchoolBook: defineContract({
    method: "POST",
    path: "/v1/schoolUnits/:id/books",
    auth: "bearer",
    source,
    params: ownerParams,
    body: bookBody,
    responses: nothing,
  }),
  /** A school out of the caller's scope is reported as forbidden here. docs/product/control-panel.md#errors. */
  deleteSchoolBook: defineContract({
    method: "DELETE",
    path: "/v1/schoolUnits/:id/books/:bookId",
    auth: "bearer",
    source,
    params: bookParams,
    responses: nothing,
  }),
  /** All that the subscriptions of a class's school open, up to the class's age. */
  getGroupBooks: defineContract({
    method: "GET",
    path: "/v1/groups/:id/books",
    auth: "bearer",
    source: ownSource,
    params: ownerParams,
    query: ownerBooksQuery,
    responses: ownerBooks,
  }),
  /** Puts a book on a class's shelf, where it stands for its pupils beside the school's books. */
  addGroupBook: defineContract({
    method: "POST",
    path: "/v1/groups/:id/books",
    auth: "bearer",
    source: ownSource,
    params: ownerParams,
    body: bookBody,
    responses: nothing,
  }),
  /** A class out of the caller's scope is reported as forbidden here, as a school is. */
  deleteGroupBook: defineContract({
    method: "DELETE",
    path: "/v1/groups/:id/books/:bookId",
    auth: "bearer",
    source: ownSource,
    params: bookParams,
    responses: nothing,
  }),
} as const;
