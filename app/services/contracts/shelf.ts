import { z } from "zod";
import { shelfBookSchema } from "./shelf-book";

/** A person's shelf: which of the books that they may open are wanted, and in which order. docs/product/choices.md#books. */

export const shelfSorts = ["shelf", "new", "title", "read", "length"] as const;
export const shelfLengths = ["short", "medium", "long"] as const;
export const bookKinds = ["frog", "fixed", "reflowable"] as const;
/** All books, those that somebody put on the person's own shelf, those of their schools. */
export const shelfPlaces = ["all", "mine", "school"] as const;

/** Books on a page of the shelf. */
export const shelfPageSize = 48;

/** Minutes from which a book is no longer short, and no longer of medium length. */
export const lengthBounds = { medium: 10, long: 30 };

const text = z.string().trim().min(1).max(100);

/** The query of a shelf; a missing member filters nothing. */
export const shelfQuerySchema = z.object({
  q: z.string().trim().max(100).optional(),
  category: text.optional(),
  /** Primary subtag of a language that a book is written or read in. */
  language: text.optional(),
  /** Primary subtag of a language that a book is read in. */
  voice: text.optional(),
  /** Years; books for people of that age. */
  age: z.coerce.number().int().min(0).max(99).optional(),
  length: z.enum(shelfLengths).optional(),
  /** With or without a voice. */
  narrated: z.enum(["yes", "no"]).optional(),
  signed: z.enum(["yes"]).optional(),
  kind: z.enum(bookKinds).optional(),
  author: text.optional(),
  series: z.string().trim().min(1).max(200).optional(),
  place: z.enum(shelfPlaces).optional(),
  sort: z.enum(shelfSorts).optional(),
  page: z.coerce.number().int().min(1).max(1000).optional(),
});
export type ShelfQuery = z.output<typeof shelfQuerySchema>;

/** A book on somebody's shelf, with how far they have read it, 0 to 1; null where they have not begun. */
export const shelvedBookSchema = z.object({ book: shelfBookSchema, progress: z.number().nullable() });
export type ShelvedBook = z.output<typeof shelvedBookSchema>;

const choice = z.object({ value: z.string(), count: z.number().int() });

export const shelfSchema = z.object({
  data: z.array(shelvedBookSchema),
  /** Begun and not finished, the latest first. */
  underWay: z.array(shelvedBookSchema),
  /** What the whole shelf could be narrowed by, the most frequent first. */
  choices: z.object({ languages: z.array(choice), voices: z.array(choice), categories: z.array(choice) }),
  /** Shelves that the person has: all books, the own one, their schools'. */
  places: z.array(z.enum(shelfPlaces)),
  meta: z.object({
    totalCount: z.number().int(),
    /** Nothing holds the words as they were typed: these are books with similar ones. */
    isSimilar: z.boolean(),
  }),
});
export type Shelf = z.output<typeof shelfSchema>;
