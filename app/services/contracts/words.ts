import { z } from "zod";
import { defineContract } from "./contract";
import { profileHeaders } from "./reader-profile";
import { savedWordChangesPerCall } from "./word-values";

/** Contracts of words: what dictionaries and the book's own glossary say of them, and a reader's "My words". docs/product/reader.md#words; decision 105. */

/** Primary subtag of BCP 47. */
const languageSchema = z.string().regex(/^[a-z]{2,3}$/);

const wordEntrySchema = z.object({
  headword: z.string(),
  /** In the International Phonetic Alphabet; null if the dictionary has none. */
  pronunciation: z.string().nullable(),
  /** Part of speech as the dictionary abbreviates it. */
  part: z.string().nullable(),
  meanings: z.array(z.string()),
  /** Index in `sources`. */
  source: z.number(),
});
export type WordEntry = z.output<typeof wordEntrySchema>;

const wordSourceSchema = z.object({
  name: z.string(),
  /** Language of the meanings. */
  language: z.string(),
  licence: z.string(),
  url: z.string().nullable(),
  attribution: z.string(),
});
export type WordSource = z.output<typeof wordSourceSchema>;

const glossaryEntrySchema = z.object({
  term: z.string(),
  meaning: z.string(),
  /** Path of a picture in the book; null without one. */
  picture: z.object({ path: z.string(), text: z.string() }).nullable(),
});
export type GlossaryEntry = z.output<typeof glossaryEntrySchema>;

const bookWordsSchema = z.object({
  from: z.string(),
  to: z.string().nullable(),
  /** Languages into which a dictionary translates from the book's language. */
  languages: z.array(z.string()),
  sources: z.array(wordSourceSchema),
  entries: z.array(wordEntrySchema),
  glossary: z.array(glossaryEntrySchema),
  /** Indexes in `entries` by word, in lower case as in the book. */
  words: z.record(z.string(), z.array(z.number())),
  /** Indexes in `glossary` by word. */
  explained: z.record(z.string(), z.array(z.number())),
});
export type BookWords = z.output<typeof bookWordsSchema>;

const savedWordSchema = z.object({
  language: languageSchema,
  /** As it was read; in lower case it is the word's key. */
  word: z.string().trim().min(1).max(100),
  sentence: z.string().max(1000),
  bookId: z.string().max(100),
  bookTitle: z.string().max(500),
  meaning: z.string().max(1000).nullable(),
  translation: z.object({ language: languageSchema, text: z.string().max(1000) }).nullable(),
  created: z.iso.datetime(),
});
export type SavedWord = z.output<typeof savedWordSchema>;

/** `saved`: null removes the word. */
const savedWordChangeSchema = z.object({
  language: languageSchema,
  key: z.string().min(1).max(100),
  saved: savedWordSchema.nullable(),
});
export type SavedWordChange = z.output<typeof savedWordChangeSchema>;

const userParams = z.object({ id: z.string().min(1).max(100) });
const source = "docs/product/reader.md#words";

export const wordContracts = {
  /**
   * What dictionaries and the book's glossary say of the words that occur in the book. A pair of languages without a dictionary has no
   * entries. 403 where the school or a parent has switched words off.
   */
  getBookWords: defineContract({
    method: "GET",
    path: "/v1/books/:id/words",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source,
    params: z.object({ id: z.string().min(1).max(100) }),
    query: z.object({ from: languageSchema, to: languageSchema.optional() }),
    headers: profileHeaders,
    responses: { 200: bookWordsSchema },
  }),
  /** The caller's saved words, newest first. 404 for anybody who acts as the reader, and for shared accounts an empty list. */
  getSavedWords: defineContract({
    method: "GET",
    path: "/v1/user/:id/words",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source,
    params: userParams,
    headers: profileHeaders,
    responses: { 200: z.object({ data: z.array(savedWordSchema) }) },
  }),
  /** Adds and removes saved words. The same call may be repeated. 409 above the limit; 403 where words are switched off. */
  changeSavedWords: defineContract({
    method: "POST",
    path: "/v1/user/:id/words",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source,
    params: userParams,
    headers: profileHeaders,
    body: z.object({ changes: z.array(savedWordChangeSchema).min(1).max(savedWordChangesPerCall) }),
    responses: { 200: z.object({ data: z.array(savedWordSchema) }) },
  }),
} as const;
