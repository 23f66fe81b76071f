import { z } from "zod";
import { changesPerCall } from "./annotation-values";
import { annotationChangeSchema, annotationSchema } from "./annotations";
import { noteSetTitleLength } from "./class-note-values";
import { defineContract, versionField } from "./contract";
import { formMessages } from "./form-messages";
import { uidSchema } from "./uid";

/** Contracts of teachers' notes for a class, and of notes that pupils share with their teachers. docs/product/reader.md#notes-for-a-class. */

const source = "docs/product/reader.md#notes-for-a-class";
const bookParams = z.object({ id: z.string().min(1).max(100) });
const setParams = z.object({ id: z.string().min(1).max(100) });

const titleField = z.string().trim().min(1, formMessages.mandatory).max(noteSetTitleLength);
/** First day on which the pupils see the notes; null: they do not. */
const shownFromField = z.iso.date(formMessages.incorrectFormat).nullable();

const noteSetSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Null for a deleted group. */
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  teacher: z.string(),
  shownFrom: z.string().nullable(),
  version: z.number(),
  /** `write`: the author; `read`: other teachers of the group, and its pupils. */
  right: z.enum(["write", "read"]),
  /** Whether the author teaches the group. If not, only the author sees the notes. */
  isTaught: z.boolean(),
  /** Whether the caller reads it as a pupil, who may hide it. */
  isForPupil: z.boolean(),
  isHidden: z.boolean(),
  notes: z.array(annotationSchema),
});
export type NoteSet = z.output<typeof noteSetSchema>;

/** A copy of a pupil's own annotation, as it was when it was shared. */
const sharedNoteSchema = annotationSchema.pick({ id: true, style: true, note: true, target: true }).extend({
  /** ISO 8601. */
  sharedAt: z.string(),
});
export type SharedNote = z.output<typeof sharedNoteSchema>;

const pupilNoteSchema = sharedNoteSchema.extend({
  pupil: z.object({ id: z.string(), name: z.string() }),
  bookId: z.string(),
  bookTitle: z.string(),
});
export type PupilNote = z.output<typeof pupilNoteSchema>;

const classNotesSchema = z.object({
  data: z.array(noteSetSchema),
  /** The groups for which the caller may write notes. */
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the caller is a pupil of a group, with whose teachers a note can be shared. */
  mayShare: z.boolean(),
  /** The caller's shared notes in this book. */
  shared: z.array(sharedNoteSchema),
});
export type ClassNotes = z.output<typeof classNotesSchema>;

export const classNotesContracts = {
  /**
   * What teachers have written in a book for the caller's groups: for a pupil from its day on, for other teachers of a group as soon as
   * it has a day, for its author always. With the caller's own shared notes. 404 for anybody who acts as the reader.
   */
  getClassNotes: defineContract({
    method: "GET",
    path: "/v1/books/:id/class-notes",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: bookParams,
    responses: { 200: classNotesSchema },
  }),
  /**
   * Creates (version 0) or changes a set of notes for a group that the caller teaches; `copyOf` fills a new one with the notes of another
   * set of the book that the caller may read. 412 if the stored version differs; 409 above the limit of sets.
   */
  saveNoteSet: defineContract({
    method: "PUT",
    path: "/v1/books/:id/note-sets/:setId",
    auth: "bearer",
    source,
    params: bookParams.extend({ setId: z.string().min(1).max(100) }),
    body: z.object({
      title: titleField,
      groupId: uidSchema,
      shownFrom: shownFromField,
      version: versionField,
      copyOf: uidSchema.nullable().optional(),
    }),
    responses: { 200: noteSetSchema },
  }),
  /** Changes notes of a set, like `changeAnnotations`. 409 above the limit of a set. */
  changeNoteSetNotes: defineContract({
    method: "POST",
    path: "/v1/note-sets/:id/notes",
    auth: "bearer",
    source,
    params: setParams,
    body: z.object({ changes: z.array(annotationChangeSchema).min(1).max(changesPerCall) }),
    responses: { 200: z.object({ data: z.array(annotationSchema), removed: z.array(z.string()) }) },
  }),
  deleteNoteSet: defineContract({
    method: "DELETE",
    path: "/v1/note-sets/:id",
    auth: "bearer",
    source,
    params: setParams,
    responses: { 204: z.undefined() },
  }),
  /** A pupil's choice, which stays until the pupil changes it. */
  hideNoteSet: defineContract({
    method: "PUT",
    path: "/v1/note-sets/:id/hidden",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: setParams,
    body: z.object({ isHidden: z.boolean() }),
    responses: { 204: z.undefined() },
  }),
  /**
   * Shares a copy of one of the caller's own annotations with the teachers of the caller's groups; a second call replaces the copy. 403 for
   * everybody but pupils; 404 for an unknown annotation; 409 without a group, or above the limit.
   */
  shareNote: defineContract({
    method: "PUT",
    path: "/v1/books/:id/shared-notes/:noteId",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: bookParams.extend({ noteId: z.string().min(1).max(100) }),
    responses: { 200: sharedNoteSchema },
  }),
  /** Takes it back. Also possible after the pupil has left the group. */
  unshareNote: defineContract({
    method: "DELETE",
    path: "/v1/books/:id/shared-notes/:noteId",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: bookParams.extend({ noteId: z.string().min(1).max(100) }),
    responses: { 204: z.undefined() },
  }),
  /** What pupils of a group have shared, latest first, for teachers of the group. `before`: `next` of the page before. */
  getGroupSharedNotes: defineContract({
    method: "GET",
    path: "/v1/groups/:id/shared-notes",
    auth: "bearer",
    source,
    params: z.object({ id: z.string().min(1).max(100) }),
    query: z.object({ before: z.string().max(200).optional() }),
    responses: {
      200: z.object({
        group: z.object({ id: z.string(), name: z.string() }),
        data: z.array(pupilNoteSchema),
        next: z.string().nullable(),
      }),
    },
  }),
  /**
   * For the export of the caller's own data: sets that the caller has written, some at a time; with the first of them the shared notes and
   * the ids of hidden sets. `after`: `next` of the page before.
   */
  getUserClassNotes: defineContract({
    method: "GET",
    path: "/v1/user/:id/class-notes",
    auth: "bearer",
    source,
    params: z.object({ id: z.string().min(1).max(100) }),
    query: z.object({ after: z.string().max(200).optional() }),
    responses: {
      200: z.object({
        sets: z.array(
          noteSetSchema.pick({ id: true, title: true, shownFrom: true, notes: true }).extend({ bookId: z.string() }),
        ),
        shared: z.array(sharedNoteSchema.extend({ bookId: z.string() })),
        hidden: z.array(z.string()),
        next: z.string().nullable(),
      }),
    },
  }),
} as const;
