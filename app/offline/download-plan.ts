import type { Annotation } from "~/services/contracts/annotations";
import type { BookFile, Bookmark, BookOpening } from "~/services/contracts/library";
import type { BookWords, SavedWord } from "~/services/contracts/words";

/** A book's files for its download: `GET /reader/{bookId}/files`. Its policies are used but not stored. */
export type DownloadPlan = Pick<
  BookOpening,
  "bookId" | "version" | "resourcesUrl" | "policy" | "lastMark" | "keepsPlace" | "documentPolicy" | "mayUseWords"
> & {
  title: string;
  language: string;
  authors: string[];
  cover: string | null;
  /** The packed book. */
  book: string;
  /** Path of the locations file in the book; null if it has none. */
  locations: string | null;
  files: BookFile[];
  bookmarks: Bookmark[];
  annotations: Annotation[];
  savedWords: SavedWord[];
  /** Null where words are switched off. */
  words: BookWords | null;
};
