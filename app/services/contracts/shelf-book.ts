import { z } from "zod";
import { accessibilityStatements, conformanceResults } from "~/epub/accessibility-statements";
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

/** Fields and statements of the W3C's Accessibility Metadata Display Guide 2.0. Decision 99. */
const accessibilityStatementsSchema = z.object({
  waysOfReading: z.array(z.enum(accessibilityStatements.waysOfReading)),
  navigation: z.array(z.enum(accessibilityStatements.navigation)),
  richContent: z.array(z.enum(accessibilityStatements.richContent)),
  hazards: z.array(z.enum(accessibilityStatements.hazards)),
  legal: z.array(z.enum(accessibilityStatements.legal)),
  additional: z.array(z.enum(accessibilityStatements.additional)),
});

/** A claim to conform to a standard, and who certified it. */
const conformanceSchema = z.object({
  result: z.enum(conformanceResults),
  /** Version of EPUB Accessibility. */
  epub: z.enum(["1.0", "1.1"]),
  wcag: z.enum(["2.0", "2.1", "2.2"]).nullable(),
  level: z.enum(["A", "AA", "AAA"]).nullable(),
  certifier: z.string().nullable(),
  /** A name, or an http address. */
  credential: z.string().nullable(),
  /** As the book has it, mostly an ISO 8601 date. */
  certifiedOn: z.string().nullable(),
  /** An http address. */
  report: z.string().nullable(),
});

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
    /** What is shown of the publisher's claims, by field; a field without information is empty. */
    statements: accessibilityStatementsSchema,
    /** Null without a claim. */
    conformance: conformanceSchema.nullable(),
  }),
  /** Whether a computer's voice reads the narration. */
  hasComputerVoice: z.boolean(),
  /** Length of the narration, or an estimated reading time. */
  minutes: z.number(),
});
export type BookDetails = z.output<typeof bookDetailsSchema>;
