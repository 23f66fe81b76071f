import { z } from "zod";
import { defineContract } from "./contract";
import { shelfBookSchema } from "./shelf-book";
import { uidSchema } from "./uid";

/** Books that a parent marks as not for a child: they are on no shelf of this child, in no search, and do not open. Decision 90. */

/** Code of the 403 for a book that a parent has marked as not for the child who reads. */
export const withheldCode = "withheld";

/** What a parent has chosen for one of the children about a book. */
const bookForChildSchema = z.object({
  /** The profile's id. */
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  isOnShelf: z.boolean(),
  isWithheld: z.boolean(),
  /** The book is above the child's age limit. */
  isTooOld: z.boolean(),
});
export type BookForChild = z.output<typeof bookForChildSchema>;

const childParams = z.object({ id: uidSchema });
const childBookParams = childParams.extend({ bookId: z.string().min(1).max(100) });
const source = "docs/product/choices.md#own-calls";

export const withheldBooksContracts = {
  /** A book as each child of the caller's family has it. 404 for a book that the caller may not open; empty without children. */
  getBookForChildren: defineContract({
    method: "GET",
    path: "/v1/books/:id/children",
    auth: "bearer",
    source,
    params: z.object({ id: z.string().min(1).max(100) }),
    responses: { 200: z.object({ data: z.array(bookForChildSchema) }) },
  }),
  /** The books marked as not for a child of the caller's family, latest first. 404 for any other profile; this also applies below. */
  getWithheldBooks: defineContract({
    method: "GET",
    path: "/v1/children/:id/withheld-books",
    auth: "bearer",
    source,
    params: childParams,
    responses: { 200: z.object({ data: z.array(shelfBookSchema) }) },
  }),
  /** 404 also for a book that the caller may not open; 403 while impersonating. */
  withholdBook: defineContract({
    method: "PUT",
    path: "/v1/children/:id/withheld-books/:bookId",
    auth: "bearer",
    source,
    params: childBookParams,
    responses: { 204: z.undefined() },
  }),
  /** Takes the mark back, if there is one. 403 while impersonating. */
  releaseBook: defineContract({
    method: "DELETE",
    path: "/v1/children/:id/withheld-books/:bookId",
    auth: "bearer",
    source,
    params: childBookParams,
    responses: { 204: z.undefined() },
  }),
};
