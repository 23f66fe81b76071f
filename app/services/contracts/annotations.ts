import { z } from "zod";
import { withoutPolicy } from "~/epub/signed-address";
import { annotationStyles, changesPerCall, contextLength, noteLength, quoteLength } from "./annotation-values";
import { defineContract, versionField } from "./contract";
import { profileHeaders } from "./reader-profile";

/** Contracts of a reader's highlights and notes in books. docs/product/reader.md#highlights-and-notes; decision 100. */

/**
 * What an annotation is about. The CFI is exact in the version of the book in which it was made; the quoted text finds the place in others;
 * the progression orders what cannot be found.
 */
const annotationTargetSchema = z.object({
  /** Path of the document in the book. */
  source: z.string().max(2000).transform(withoutPolicy).pipe(z.string().min(1)),
  /** `epubcfi(/6/4!/4/2,/1:0,/1:12)`; null if it was imported without one. */
  cfi: z.string().max(2000).nullable(),
  /** Null for a picture. */
  quote: z
    .object({
      exact: z.string().min(1).max(quoteLength),
      prefix: z.string().max(contextLength),
      suffix: z.string().max(contextLength),
    })
    .nullable(),
  /** Position in the document, 0 to 1. */
  progression: z.number().min(0).max(1),
});

export const annotationSchema = z.object({
  id: z.uuid(),
  /** Counts the changes; 0 for one that is not stored yet. */
  version: versionField,
  style: z.enum(annotationStyles),
  /** Plain text; empty for a highlight without a note. */
  note: z.string().max(noteLength),
  target: annotationTargetSchema,
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Annotation = z.output<typeof annotationSchema>;
export type AnnotationTarget = Annotation["target"];

/** `read`: the version that the change is based on, 0 for a new annotation; `annotation`: null removes it. */
export const annotationChangeSchema = z
  .object({ id: z.uuid(), read: versionField, annotation: annotationSchema.nullable() })
  .refine(({ id, annotation }) => annotation === null || annotation.id === id, "The ids differ");
export type AnnotationChange = z.output<typeof annotationChangeSchema>;

const bookParams = z.object({ id: z.string().min(1).max(100) });

export const annotationContracts = {
  /**
   * The reader's annotations in a book, oldest first. 403 for shared accounts; 404 for anybody who acts as the reader.
   */
  getAnnotations: defineContract({
    method: "GET",
    path: "/v1/books/:id/annotations",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#highlights-and-notes",
    params: bookParams,
    headers: profileHeaders,
    responses: { 200: z.object({ data: z.array(annotationSchema) }) },
  }),
  /**
   * Changes annotations, so that nothing that was written on another device is lost: a change of one that was changed elsewhere keeps the
   * other text as an annotation of its own, a change of a removed one restores it, and the removal of one that was changed elsewhere is
   * left out. `data` has the annotations as they are stored now. The same call may be repeated. 409 above the limit of a book.
   */
  changeAnnotations: defineContract({
    method: "POST",
    path: "/v1/books/:id/annotations",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/reader.md#highlights-and-notes",
    params: bookParams,
    headers: profileHeaders,
    body: z.object({ changes: z.array(annotationChangeSchema).min(1).max(changesPerCall) }),
    responses: { 200: z.object({ data: z.array(annotationSchema), removed: z.array(z.string()) }) },
  }),
  /**
   * The caller's annotations in all books, also in those that can't be opened any more, 500 at a time, for the export of the caller's own
   * data. `after`: `next` of the page before.
   */
  getUserAnnotations: defineContract({
    method: "GET",
    path: "/v1/user/:id/annotations",
    auth: "bearer",
    source: "docs/product/reader.md#highlights-and-notes",
    params: z.object({ id: z.string().min(1).max(100) }),
    query: z.object({ after: z.string().max(200).optional() }),
    headers: profileHeaders,
    responses: {
      200: z.object({
        data: z.array(annotationSchema.extend({ bookId: z.string() })),
        next: z.string().nullable(),
      }),
    },
  }),
} as const;
