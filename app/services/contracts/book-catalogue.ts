import { z } from "zod";
import { defineContract, versionField } from "./contract";
import { fillMessage, formMessages } from "./form-messages";
import { optionalField } from "./person-fields";
import { shelfBookSchema } from "./shelf-book";

/**
 * A country's catalogue as super users keep it: files in, descriptions, who may open a book, withdrawing.
 * docs/product/choices.md#books.
 */

const source = "docs/product/choices.md#own-calls";
const bookParams = z.object({ id: z.string().min(1).max(100) });

export const bookKinds = ["frog", "fixed", "reflowable"] as const;

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

/** A language by its tag of BCP 47, written as its registry does: `sv`, `zh-Hant`. */
const languageTag = languageText.transform(canonicalTag);

/** What books call signs that go with speech, which have no tag of BCP 47. */
const fingerLanguages: readonly string[] = ["takk", "tsp"];

const signLanguage = languageText.transform((code, context) => {
  const lower = code.toLowerCase();
  return fingerLanguages.includes(lower) ? lower : canonicalTag(code, context);
});

const mostNamed = 30;
const several = <Item extends z.ZodType>(item: Item) => z.array(item).max(mostNamed, formMessages.tooManyCharacters);

const highestAge = 99;
const ageBounds = fillMessage("between", { min: 0, max: highestAge });
const age = z.coerce
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(0, ageBounds)
  .max(highestAge, ageBounds);

/** What a super user says of a book. It stands in place of what the file says, and goes on to hold when the file is replaced. */
export const describedFields = {
  title: text(300),
  /** Of the text. */
  language: languageTag,
  audioLanguages: several(languageTag),
  /** Sign languages, finger languages (takk, tsp) among them. */
  videoLanguages: several(signLanguage),
  categories: several(text(60)),
  ageFrom: optionalField(age),
  ageTo: optionalField(age),
  kind: z.enum(bookKinds, { error: formMessages.selectOne }),
};

export type DescribedField = keyof typeof describedFields;
export const describedFieldNames = Object.keys(describedFields) as DescribedField[];

/** Who opens it in the country. */
export const rightsFields = {
  /** Names of subscriptions; none: it is open to everybody. */
  subscriptions: z.array(z.string().min(1).max(100)).max(mostNamed),
  /** Only holders of the right to talking books open it. */
  isTalking: z.boolean(),
};

/** A book whose readers would be older at the beginning than at the end is for nobody. */
export function agesInOrder(
  { ageFrom, ageTo }: { ageFrom: number | null; ageTo: number | null },
  context: z.RefinementCtx,
): void {
  if (ageFrom === null || ageTo === null || ageFrom <= ageTo) return;
  const message = fillMessage("between", { min: ageFrom, max: highestAge });
  context.addIssue({ code: "custom", path: ["ageTo"], message });
}

export const catalogueChangeSchema = z.object({ ...describedFields, ...rightsFields });
export type CatalogueChange = z.output<typeof catalogueChangeSchema>;

export const catalogueStates = ["offered", "withdrawn"] as const;

export const catalogueBookSchema = shelfBookSchema.extend({
  addedAt: z.string(),
  withdrawnAt: z.string().nullable(),
  isTalking: z.boolean(),
  subscriptions: z.array(z.string()),
});
export type CatalogueBook = z.output<typeof catalogueBookSchema>;

/** What the book lacks, though it can be read. */
export const bookWarnings = ["missing-parts", "no-cover", "no-language", "no-contents", "no-title"] as const;
export type BookWarning = (typeof bookWarnings)[number];

export const catalogueEntrySchema = catalogueBookSchema.extend({
  /** Another one after each change. */
  editVersion: z.number(),
  /** What the file says itself. */
  fromFile: z.object({
    title: z.string(),
    language: z.string(),
    audioLanguages: z.array(z.string()),
    videoLanguages: z.array(z.string()),
    categories: z.array(z.string()),
    ageFrom: z.number().nullable(),
    ageTo: z.number().nullable(),
    kind: z.enum(bookKinds),
    /** If true, the book is a talking book whatever the catalogue says. */
    isTalking: z.boolean(),
  }),
  warnings: z.array(z.enum(bookWarnings)),
  /** Other countries that offer the same book: its description applies there too. */
  otherRealms: z.array(z.string()),
  versions: z.array(
    z.object({
      version: z.string(),
      fileName: z.string().nullable(),
      addedAt: z.string(),
      /** Until when readers who have it open go on in it; null for the one that opens now. */
      readableUntil: z.string().nullable(),
    }),
  ),
});
export type CatalogueEntry = z.output<typeof catalogueEntrySchema>;

export const uploadStates = ["waiting", "running", "done", "refused", "failed"] as const;

export const bookUploadSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  state: z.enum(uploadStates),
  /** Progress, 0 to 1. */
  done: z.number(),
  /** Why it was refused: a RejectionReason. */
  reason: z.string().nullable(),
  /** The book that it became, or whose new version it is to be. */
  book: z.object({ id: z.string(), title: z.string() }).nullable(),
  isVersion: z.boolean(),
  /** The catalogue had this very file already. */
  isSame: z.boolean(),
  createdAt: z.string(),
});
export type BookUpload = z.output<typeof bookUploadSchema>;

export const cataloguePageSize = 50;

export const bookCatalogueContracts = {
  /**
   * An EPUB's bytes, for super users: a job makes a book of them, or a new version of `bookId`. The same file twice is the same book.
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
  /** The country's uploads of the last week, the latest first; `bookId` names the book that they were for, or became. */
  getBookUploads: defineContract({
    method: "GET",
    path: "/v1/catalogue/uploads",
    auth: "bearer",
    source,
    query: z.object({ bookId: bookParams.shape.id.optional() }),
    responses: { 200: z.object({ data: z.array(bookUploadSchema) }) },
  }),
  /** The country's catalogue, the latest book first. */
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
  /** 412 where somebody else has changed it since `version` was read. */
  updateCatalogueBook: defineContract({
    method: "PUT",
    path: "/v1/catalogue/:id",
    auth: "bearer",
    source,
    params: bookParams,
    body: catalogueChangeSchema.extend({ version: versionField }).superRefine(agesInOrder),
    responses: { 200: z.object({ data: catalogueEntrySchema }) },
  }),
  /** Takes a book out of the country's catalogue, or brings it back as it was. */
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
