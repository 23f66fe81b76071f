import { z } from "zod";
import { bookKinds } from "~/epub/book";

/** A book as shown on a shelf. */
export const shelfBookSchema = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  illustrators: z.array(z.string()),
  narrators: z.array(z.string()),
  /** BCP 47. */
  language: z.string(),
  /** Narration languages, without sign-supported speech. */
  audioLanguages: z.array(z.string()),
  /** Sign languages, including sign-supported speech. */
  videoLanguages: z.array(z.string()),
  kind: z.enum(bookKinds),
  progression: z.enum(["ltr", "rtl"]),
  categories: z.array(z.string()),
  ageFrom: z.number().nullable(),
  ageTo: z.number().nullable(),
  blurb: z.string().nullable(),
  /** Address of the cover image; null if the book has none. */
  coverUrl: z.string().nullable(),
  /** Seconds of narration; null if there is none. */
  duration: z.number().nullable(),
  series: z.object({ name: z.string(), position: z.number().nullable() }).nullable(),
});
export type ShelfBook = z.output<typeof shelfBookSchema>;

/** A book as shown on its own page. */
export const bookDetailsSchema = shelfBookSchema.extend({
  publisher: z.string().nullable(),
  /** The blurb in other languages, by language (BCP 47). */
  blurbs: z.record(z.string(), z.string()),
  accessibility: z.object({
    features: z.array(z.string()),
    summary: z.string().nullable(),
    /** The summary in other languages, by language (BCP 47). */
    summaries: z.record(z.string(), z.string()),
  }),
  /** Length of the narration, or an estimated reading time. */
  minutes: z.number(),
});
export type BookDetails = z.output<typeof bookDetailsSchema>;
