import { z } from "zod";
import { accessibilityGaps } from "~/epub/accessibility-statements";
import { bookKinds } from "~/epub/book";
import { ingestNoteKinds } from "~/epub/ingest/ingest-notes";
import { defineContract, versionField } from "./contract";
import { fillMessage, formMessages } from "./form-messages";
import { optionalField } from "./person-fields";
import { shelfBookSchema } from "./shelf-book";

/**
 * Contracts for super users who manage a country's catalogue: uploads, metadata, access rights, withdrawal. docs/product/choices.md#books.
 */

const source = "docs/product/choices.md#own-calls";
const bookParams = z.object({ id: z.string().min(1).max(100) });

const text = (max: number) =>
  z
    .string({ error: formMessages.required })
    .trim()
    .min(1, formMessages.required)
    .max(max, fillMessage("maximum", { max }));

const languageText = z
  .string({ error: formMessages.required })
  .trim()
  .min(1, formMessages.required)
  .max(35, fillMessage("maximum", { max: 35 }));

function canonicalTag(tag: string, context: z.RefinementCtx): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    context.addIssue({ code: "custom", message: formMessages.incorrectFormat });
    return z.NEVER;
  }
}

/** A BCP 47 language tag in canonical form: `sv`, `zh-Hant`. */
const languageTag = languageText.transform(canonicalTag);

/** Codes that books use for sign-supported speech, which has no BCP 47 tag. */
const fingerLanguages: readonly string[] = ["takk", "tsp"];

const signLanguage = languageText.transform((code, context) => {
  const lower = code.toLowerCase();
  return fingerLanguages.includes(lower) ? lower : canonicalTag(code, context);
});

const maxNames = 30;
const several = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxNames, formMessages.tooManyCharacters);

const highestAge = 99;
const ageBounds = fillMessage("between", { min: 0, max: highestAge });
const age = z.coerce
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(0, ageBounds)
  .max(highestAge, ageBounds);

/** Metadata that a super user can edit. It overrides the file's metadata and still applies after the file is replaced. */
export const describedFields = {
  title: text(300),
  /** Of the text. */
  language: languageTag,
  audioLanguages: several(languageTag),
  /** Sign languages, including sign-supported speech (takk, tsp). */
  videoLanguages: several(signLanguage),
  categories: several(text(60)),
  ageFrom: optionalField(age),
  ageTo: optionalField(age),
  kind: z.enum(bookKinds, { error: formMessages.selectOne }),
};

export type DescribedField = keyof typeof describedFields;
export const describedFieldNames = Object.keys(describedFields) as DescribedField[];

/** Who can open the book in the country. */
const rightsFields = {
  /** Names of subscription types; an empty list means that everybody can open it. */
  subscriptions: z.array(z.string().min(1).max(100)).max(maxNames),
  /** Only users with the right to talking books can open it. */
  isTalking: z.boolean(),
  /** Visitors of the country can open it whole, without an account; a talking book never. */
  isSample: z.boolean(),
};

/** Rejects an age range whose start is above its end. */
export function agesInOrder(
  { ageFrom, ageTo }: { ageFrom: number | null; ageTo: number | null },
  context: z.RefinementCtx,
): void {
  if (ageFrom === null || ageTo === null || ageFrom <= ageTo) return;
  const message = fillMessage("between", { min: ageFrom, max: highestAge });
  context.addIssue({ code: "custom", path: ["ageTo"], message });
}

const catalogueChangeSchema = z.object({ ...describedFields, ...rightsFields });
export type CatalogueChange = z.output<typeof catalogueChangeSchema>;

export const catalogueStates = ["offered", "withdrawn"] as const;

const catalogueBookSchema = shelfBookSchema.extend({
  addedAt: z.string(),
  withdrawnAt: z.string().nullable(),
  isTalking: z.boolean(),
  isSample: z.boolean(),
  subscriptions: z.array(z.string()),
});
export type CatalogueBook = z.output<typeof catalogueBookSchema>;

/** Problems that do not prevent reading. */
const bookWarnings = ["missing-parts", "no-cover", "no-language", "no-contents", "no-title"] as const;
export type BookWarning = (typeof bookWarnings)[number];

const catalogueEntrySchema = catalogueBookSchema.extend({
  /** Changes with each edit. */
  editVersion: z.number(),
  /** The file's own metadata. */
  fromFile: z.object({
    title: z.string(),
    language: z.string(),
    audioLanguages: z.array(z.string()),
    videoLanguages: z.array(z.string()),
    categories: z.array(z.string()),
    ageFrom: z.number().nullable(),
    ageTo: z.number().nullable(),
    kind: z.enum(bookKinds),
    /** If true, the book is a talking book regardless of the catalogue's setting. */
    isTalking: z.boolean(),
  }),
  warnings: z.array(z.enum(bookWarnings)),
  /** Paths of files that the book lists and its file lacks. */
  missingFiles: z.array(z.string()),
  /** What the file does not say of the book's accessibility. */
  gaps: z.array(z.enum(accessibilityGaps)),
  /** Other countries that offer the same book; they share its metadata. */
  otherRealms: z.array(z.string()),
  versions: z.array(
    z.object({
      version: z.string(),
      fileName: z.string().nullable(),
      addedAt: z.string(),
      /** Until when readers who have this version open can continue; null for the current version. */
      readableUntil: z.string().nullable(),
    }),
  ),
});
export type CatalogueEntry = z.output<typeof catalogueEntrySchema>;

const uploadStates = ["waiting", "running", "done", "refused", "failed"] as const;

const bookUploadSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  state: z.enum(uploadStates),
  /** Progress, 0 to 1. */
  done: z.number(),
  /** A RejectionReason; null unless refused. */
  reason: z.string().nullable(),
  /** The file of the archive that is the reason. */
  reasonPath: z.string().nullable(),
  /** What was repaired in the book or left out of it. */
  notes: z.array(
    z.object({
      kind: z.enum(ingestNoteKinds),
      /** File in the book; empty for an id that the package does not explain. */
      path: z.string(),
      line: z.number().nullable(),
      /** A name from the book: an element, entity, id or address. */
      detail: z.string().nullable(),
    }),
  ),
  /** The book that it became or is a new version of, and what its current file does not say of its accessibility. */
  book: z.object({ id: z.string(), title: z.string(), gaps: z.array(z.enum(accessibilityGaps)) }).nullable(),
  isVersion: z.boolean(),
  /** The catalogue already had this file. */
  isSame: z.boolean(),
  createdAt: z.string(),
});
export type BookUpload = z.output<typeof bookUploadSchema>;

export const cataloguePageSize = 50;

export const bookCatalogueContracts = {
  /**
   * Uploads an EPUB (super users); a job turns it into a book, or into a new version of `bookId`. Repeating an upload yields the same book.
   */
  uploadBook: defineContract({
    method: "POST",
    path: "/v1/books/upload",
    auth: "bearer",
    source,
    query: z.object({ fileName: z.string().trim().max(255).default(""), bookId: bookParams.shape.id.optional() }),
    bodyType: "file",
    body: z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream, "A file is wanted"),
    responses: { 201: z.object({ data: bookUploadSchema }) },
  }),
  /** The country's uploads of the last week, newest first. `bookId` limits them to the uploads of one book. */
  getBookUploads: defineContract({
    method: "GET",
    path: "/v1/catalogue/uploads",
    auth: "bearer",
    source,
    query: z.object({ bookId: bookParams.shape.id.optional() }),
    responses: { 200: z.object({ data: z.array(bookUploadSchema) }) },
  }),
  /** The country's catalogue, newest book first. */
  getCatalogue: defineContract({
    method: "GET",
    path: "/v1/catalogue",
    auth: "bearer",
    source,
    query: z.object({
      q: z.string().trim().max(100).optional(),
      state: z.enum(catalogueStates).optional(),
      pageNumber: z.coerce.number().int().min(1).max(1000).default(1),
    }),
    responses: { 200: z.object({ data: z.array(catalogueBookSchema), meta: z.object({ totalCount: z.number() }) }) },
  }),
  getCatalogueBook: defineContract({
    method: "GET",
    path: "/v1/catalogue/:id",
    auth: "bearer",
    source,
    params: bookParams,
    responses: { 200: z.object({ data: catalogueEntrySchema }) },
  }),
  /** 412 if another user has changed the book since `version` was read. Without `isSample`, that mark stays as it is. */
  updateCatalogueBook: defineContract({
    method: "PUT",
    path: "/v1/catalogue/:id",
    auth: "bearer",
    source,
    params: bookParams,
    body: catalogueChangeSchema
      .extend({ isSample: rightsFields.isSample.optional(), version: versionField })
      .superRefine(agesInOrder),
    responses: { 200: z.object({ data: catalogueEntrySchema }) },
  }),
  /** Withdraws a book from the country's catalogue, or restores it with its previous metadata. */
  setBookWithdrawn: defineContract({
    method: "PUT",
    path: "/v1/catalogue/:id/withdrawal",
    auth: "bearer",
    source,
    params: bookParams,
    body: z.object({ isWithdrawn: z.boolean() }),
    responses: { 204: z.undefined() },
  }),
} as const;
