import { z } from "zod";
import { bookKinds } from "~/epub/book";
import { shelfBookSchema } from "./shelf-book";

/** Query and response of a person's shelf: filters and order of the books that they may open. docs/product/choices.md#books. */

export const shelfSorts = ["shelf", "new", "title", "read", "length"] as const;
export const shelfLengths = ["short", "medium", "long"] as const;
/** All books, the books on the person's own shelf, or those on their schools' shelves. */
export const shelfPlaces = ["all", "mine", "school"] as const;

/** What books can be narrowed to by their publishers' accessibility claims. Decision 99. */
export const accessibilityFilters = ["adjustable", "nonvisual", "described", "noFlashing"] as const;
export type AccessibilityFilter = (typeof accessibilityFilters)[number];

/** Books per page of the shelf. */
export const shelfPageSize = 48;

/** Minimum minutes of a medium and of a long book. */
export const lengthBounds = { medium: 10, long: 30 };

const text = z.string().trim().min(1).max(100);

/** Query of a shelf; a missing member does not filter. */
export const shelfQuerySchema = z.object({
  q: z.string().trim().max(100).optional(),
  category: text.optional(),
  /** Primary subtag of a text or narration language. */
  language: text.optional(),
  /** Primary subtag of a narration language. */
  voice: text.optional(),
  /** Reader's age in years. */
  age: z.coerce.number().int().min(0).max(99).optional(),
  length: z.enum(shelfLengths).optional(),
  /** With or without narration. */
  narrated: z.enum(["yes", "no"]).optional(),
  signed: z.enum(["yes"]).optional(),
  /** Claims: the text can be made larger, all of it can be read as text, pictures are described, nothing flashes. */
  adjustable: z.enum(["yes"]).optional(),
  nonvisual: z.enum(["yes"]).optional(),
  described: z.enum(["yes"]).optional(),
  noFlashing: z.enum(["yes"]).optional(),
  kind: z.enum(bookKinds).optional(),
  author: text.optional(),
  series: z.string().trim().min(1).max(200).optional(),
  place: z.enum(shelfPlaces).optional(),
  sort: z.enum(shelfSorts).optional(),
  page: z.coerce.number().int().min(1).max(1000).optional(),
});
export type ShelfQuery = z.output<typeof shelfQuerySchema>;

/** A book on a person's shelf and their progress, 0 to 1; null if not begun. */
const shelvedBookSchema = z.object({ book: shelfBookSchema, progress: z.number().nullable() });
export type ShelvedBook = z.output<typeof shelvedBookSchema>;

const choice = z.object({ value: z.string(), count: z.number().int() });

export const shelfSchema = z.object({
  data: z.array(shelvedBookSchema),
  /** Begun and not finished, latest first. */
  underWay: z.array(shelvedBookSchema),
  /** Available filter values of the whole shelf, most frequent first. */
  choices: z.object({ languages: z.array(choice), voices: z.array(choice), categories: z.array(choice) }),
  /** Shelves that the person has: all books, their own, their schools'. */
  places: z.array(z.enum(shelfPlaces)),
  meta: z.object({
    totalCount: z.number().int(),
    /** No book matches the search words: `data` has books with similar words. */
    isSimilar: z.boolean(),
  }),
});
export type Shelf = z.output<typeof shelfSchema>;
