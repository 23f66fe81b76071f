import type { BookFile, Bookmark, BookOpening } from "~/services/contracts/library";

/** A book's files for its download: `GET /reader/{bookId}/files`. Policies in it are used and not stored. */
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
