import { z } from "zod";

/** A book as a shelf shows it. */
export const shelfBookSchema = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  illustrators: z.array(z.string()),
  narrators: z.array(z.string()),
  /** BCP 47. */
  language: z.string(),
  /** Narration languages, finger languages not among them. */
  audioLanguages: z.array(z.string()),
  /** Finger languages. */
  videoLanguages: z.array(z.string()),
  kind: z.enum(["frog", "fixed", "reflowable"]),
  progression: z.enum(["ltr", "rtl"]),
  categories: z.array(z.string()),
  ageFrom: z.number().nullable(),
  ageTo: z.number().nullable(),
  blurb: z.string().nullable(),
  /** Address of the cover's picture; null where the book has none. */
  coverUrl: z.string().nullable(),
  /** Seconds of narration; null where there is none. */
  duration: z.number().nullable(),
  series: z.object({ name: z.string(), position: z.number().nullable() }).nullable(),
});
export type ShelfBook = z.output<typeof shelfBookSchema>;

/** A book as its own page shows it. */
export const bookDetailsSchema = shelfBookSchema.extend({
  publisher: z.string().nullable(),
  accessibility: z.object({ features: z.array(z.string()), summary: z.string().nullable() }),
  /** Length of the narration, or about the time that reading takes. */
  minutes: z.number(),
});
export type BookDetails = z.output<typeof bookDetailsSchema>;
