import type { BookFile, Bookmark, BookOpening } from "~/services/contracts/library";

/** What the server tells of a book that a device wants to keep: `GET /reader/{bookId}/files`. Policies in it are used and not kept. */
export type KeepPlan = Pick<
  BookOpening,
  "bookId" | "version" | "resourcesUrl" | "policy" | "lastMark" | "keepsPlace" | "documentPolicy"
> & {
  title: string;
  language: string;
  authors: string[];
  cover: string | null;
  /** The book's shape, packed. */
  book: string;
  /** Path of the counted locations in the book; null where nobody counted. */
  locations: string | null;
  files: BookFile[];
  bookmarks: Bookmark[];
};
