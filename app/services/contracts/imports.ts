import { z } from "zod";
import { locales } from "~/realms/realm";
import { defineContract } from "./contract";
import { sheetWordsSchema } from "./jobs";
import { personTypes } from "./person-fields";
import { uidSchema } from "./uid";

/**
 * Imports of people into an organisation, in the control-panel service: upload, preview, import, undo. Nothing of the directory is written
 * before `startImport`. docs/product/control-panel.md#validation; docs/product/choices.md#own-calls.
 */

/** Where an import stands; import.machine.ts of the service says what leads where. */
export const importStates = [
  /** Stored; its rows are read and compared soon, or at this moment. */
  "reading",
  /** The preview can be seen, choices be made, the import be started. */
  "ready",
  /** The file cannot be read; `problem` says why. */
  "unreadable",
  /** Called off before anything was written. */
  "discarded",
  "importing",
  "imported",
  /** Called off or broken off while it wrote: what is written stays, and can be undone. */
  "stopped",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

/** What a row of the file comes to, before anything is written. */
export const rowOutcomes = [
  /** Somebody who is not there yet. */
  "new",
  "changed",
  "unchanged",
  /** Somebody whom the importer may not edit. */
  "refused",
  /** A cell that does not hold, or ids that mean two people. */
  "wrong",
  /** Somebody whom an earlier row of the file names too. */
  "duplicate",
  /** Nobody by id or username, but somebody of the same name: a choice decides. Undecided rows are not imported. */
  "likely",
  /** Of a roster: somebody who comes to another school or class. */
  "moved",
  /** Of a roster: somebody deleted who is there again. */
  "returning",
  /** Of a roster: somebody whom this source has brought and no longer has. */
  "gone",
  /** Of a roster: somebody of the organisation whom the source does not know. Left as they are. */
  "orphan",
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What became of a row that was to be written. */
export const rowResults = [
  "created",
  "changed",
  /** Somebody edited the person after the preview: nothing was written. */
  "edited",
  /** The right was lost meanwhile. */
  "refused",
  /** What the database refused, e.g. a username that was taken meanwhile. */
  "failed",
  /** Of a roster: restored, and brought up to date. */
  "returned",
  /** Of a roster: deleted, or taken out of the organisation where they are elsewhere too. */
  "deactivated",
] as const;
export type RowResult = (typeof rowResults)[number];

/** What became of a written row when its import was undone. */
export const undoResults = [
  "restored",
  /** Somebody edited the person since: left as they are. */
  "kept",
  "failed",
] as const;
export type UndoResult = (typeof undoResults)[number];

/** Why a class that an import has made is still there after its undo: it has people or classes in it, or was edited since. */
export const retainedGroupReasons = ["people", "edited"] as const;

/** What became of the classes that an import had made, by name. */
const undoneGroupsSchema = z.object({
  removed: z.array(z.string()),
  kept: z.array(z.object({ name: z.string(), reason: z.enum(retainedGroupReasons) })),
});
export type UndoneGroups = z.output<typeof undoneGroupsSchema>;

/** Maximum of names beside a count. */
export const maxNames = 20;

export const passwordPolicies = ["none", "generated", "file"] as const;
/** First passwords: none; generated for whoever is new, on sheets to print; or those of the file's column. */
export type PasswordPolicy = (typeof passwordPolicies)[number];

export const importActions = ["refresh", "choose", "start", "cancel", "corrections", "slips", "undo"] as const;
export type ImportAction = (typeof importActions)[number];

const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);

/** Largest workbook that is taken, in bytes. */
export const largestWorkbook = 30 * 1024 * 1024;

export const importSchema = z.object({
  id: z.string(),
  state: z.enum(importStates),
  organization: z.object({ id: z.string(), name: z.string() }),
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.number(),
  /** Who uploaded it; null once that person is gone, and after 30 days. */
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Why the file cannot be read: a WorkbookProblem of the reader, or `internal_error`. */
  problem: z.string().nullable(),
  /** Rows that are through in the present state, of how many; null while that is not known. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }),
  sheets: z.array(z.string()),
  /** Columns of the file, by ImportColumnId. */
  columns: z.array(z.string()),
  ignoredHeadings: z.array(z.object({ sheet: z.string(), heading: z.string() })),
  /** Rows of the preview. */
  outcomes: counts(rowOutcomes),
  /** Rows that were written or left; all 0 before the import. */
  results: counts(rowResults),
  undo: counts(undoResults),
  /** Likely rows without a choice. */
  undecided: z.number(),
  /** Classes that the import makes, by name, e.g. `5A`; at most 100. */
  newGroups: z.array(z.string()),
  /** Of these, those that are called almost like a class that is there: `1a` beside `Klasse 1a`. */
  groupTwins: z.array(z.object({ name: z.string(), like: z.string() })),
  /** Whether rows have password cells. */
  hasPasswords: z.boolean(),
  /** Whether some cells are wrong for no other reason than that a secure login is missing: step up, then refresh. */
  needsSecureLogin: z.boolean(),
  passwords: z.enum(passwordPolicies).nullable(),
  /** Sheets with generated passwords, for whoever started the import, as long as they are there. */
  slips: z.object({ name: z.string(), size: z.number() }).nullable(),
  /** The outcome of an undo now: people deleted, reverted, and left since somebody edited them; classes at most. */
  toUndo: z.object({ deleted: z.number(), restored: z.number(), kept: z.number(), groups: z.number() }).nullable(),
  /** Names of people whom the undo left unchanged, at most 20; none in lists. */
  keptPeople: z.array(z.string()),
  /** null before an undo. */
  undoneGroups: undoneGroupsSchema.nullable(),
  /** Every reason that stands in the rows, once: what `getImportCorrections` wants in words. At most 200; none in lists. */
  reasons: z.array(z.string()),
  /** Why the last work on it ended early: the code of an error. */
  error: z.string().nullable(),
  createdAt: z.string(),
  importedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  /** When rows, choices and undo are deleted; the line of the history stays. */
  expiresAt: z.string(),
  actions: z.array(z.object({ id: z.enum(importActions), active: z.boolean() })),
});
export type Import = z.output<typeof importSchema>;

export const rowPersonSchema = z.object({
  id: z.string(),
  type: z.enum(personTypes),
  name: z.string(),
  username: z.string(),
});

/** Field by field, by ImportColumnId; lists as one text. A password has neither value. */
const rowChangesSchema = z.array(
  z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
);

export const importRowSchema = z.object({
  /** Counts all rows of the file from 1. */
  place: z.number(),
  sheet: z.string(),
  row: z.number(),
  outcome: z.enum(rowOutcomes),
  /** Name in the file, or of the person whom it means. */
  name: z.string().nullable(),
  /** Whom the row means or has made. */
  person: rowPersonSchema.nullable(),
  /** Of a likely row those that make somebody new. */
  changes: rowChangesSchema,
  /** Why it is wrong, refused, a duplicate or failed: a form message in English each. */
  problems: z.array(
    z.object({
      column: z.string().nullable(),
      /** The cell, e.g. `C17`; null where it is missing or where the whole row is meant. */
      address: z.string().nullable(),
      /** As it stands in the file; passwords never. */
      value: z.string().nullable(),
      reason: z.string(),
      /** Names of those whom the cell means, where the row means several. */
      people: z.array(z.string()),
    }),
  ),
  /** Of a likely row: who it might be. */
  candidates: z.array(
    rowPersonSchema.extend({
      organizations: z.array(z.string()),
      groups: z.array(z.string()),
      email: z.string().nullable(),
      /** What the row changes of this person. */
      changes: rowChangesSchema,
    }),
  ),
  /** Of a likely row: the candidate's id, `new`, or null while it is undecided. */
  choice: z.string().nullable(),
  /** Of a duplicate: the row that counts. */
  duplicateOf: z.object({ sheet: z.string(), row: z.number() }).nullable(),
  result: z.enum(rowResults).nullable(),
  undo: z.enum(undoResults).nullable(),
});
export type ImportRow = z.output<typeof importRowSchema>;

const source = "docs/product/choices.md#own-calls";
const idParams = z.object({ id: uidSchema });
const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});
const pageMeta = z.object({ totalCount: z.number() });
const one = z.object({ data: importSchema });

/** A reason in the reader's language, by the reason. */
const wordsQuery = z
  .string()
  .max(20_000)
  .default("{}")
  .transform((text, context): Record<string, string> => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: "Incorrectly formatted" });
      return z.NEVER;
    }
  });

export const importContracts = {
  /** A workbook's bytes. 409 while somebody imports into the organisation, above or below it, with that person's name. */
  createImport: defineContract({
    method: "POST",
    path: "/v1/organizations/:id/imports",
    auth: "bearer",
    source,
    params: idParams,
    query: z.object({ fileName: z.string().trim().min(1).max(255) }),
    bodyType: "file",
    body: z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream, "A file is wanted"),
    responses: { 201: one },
  }),
  /** The organisation's own imports, the newest first: who, when, which file, how many. */
  getImports: defineContract({
    method: "GET",
    path: "/v1/organizations/:id/imports",
    auth: "bearer",
    source,
    params: idParams,
    query: pageQuery,
    responses: { 200: z.object({ data: z.array(importSchema), meta: pageMeta }) },
  }),
  getImport: defineContract({
    method: "GET",
    path: "/v1/imports/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: one },
  }),
  /** Rows in the file's order. Several filters hold together. */
  getImportRows: defineContract({
    method: "GET",
    path: "/v1/imports/:id/rows",
    auth: "bearer",
    source,
    params: idParams,
    query: pageQuery.extend({
      outcome: z.enum(rowOutcomes).optional(),
      result: z.enum(rowResults).optional(),
      undo: z.enum(undoResults).optional(),
      /** Likely rows without a choice. */
      undecided: z.enum(["true"]).optional(),
    }),
    responses: { 200: z.object({ data: z.array(importRowSchema), meta: pageMeta }) },
  }),
  /** Reads the rows again with the rights and people of now: after a step-up, or when the preview is old. */
  refreshImport: defineContract({
    method: "PUT",
    path: "/v1/imports/:id/preview",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: one },
  }),
  /**
   * Decides on likely rows: the id of a candidate, `new`, or null for undecided. `rest` decides on all that have no choice yet.
   */
  putImportChoices: defineContract({
    method: "PUT",
    path: "/v1/imports/:id/choices",
    auth: "bearer",
    source,
    params: idParams,
    body: z.strictObject({
      choices: z
        .array(
          z.strictObject({ place: z.number().int().min(1), choice: z.union([uidSchema, z.literal("new")]).nullable() }),
        )
        .max(1000)
        .default([]),
      rest: z.literal("new").optional(),
    }),
    responses: { 200: one },
  }),
  /** Begins to write. The repeated call changes nothing. 409 as for `createImport`, and where the state does not allow it. */
  startImport: defineContract({
    method: "PUT",
    path: "/v1/imports/:id/run",
    auth: "bearer",
    source,
    params: idParams,
    body: z.strictObject({
      passwords: z.enum(passwordPolicies).default("none"),
      /** What is printed on the sheets of generated passwords, in the reader's language; needed for them. */
      sheets: z.strictObject({ fileName: z.string().min(1).max(100), words: sheetWordsSchema }).optional(),
    }),
    responses: { 200: one },
  }),
  /** Before the import: discards it. While it writes: ends it; what is written stays. */
  cancelImport: defineContract({
    method: "DELETE",
    path: "/v1/imports/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  /**
   * The rows that were not imported, as a workbook in the columns of the file with a last column of reasons; base64.
   * `words`: JSON of each of `Import.reasons` in the reader's language; `name`: what the file is called.
   */
  getImportCorrections: defineContract({
    method: "GET",
    path: "/v1/imports/:id/corrections",
    auth: "bearer",
    source,
    params: idParams,
    query: z.object({ language: z.enum(locales), words: wordsQuery, name: z.string().trim().max(100).optional() }),
    responses: { 200: z.object({ data: z.object({ name: z.string(), type: z.string(), content: z.string() }) }) },
  }),
  /** The sheets of generated passwords in parts, in order from 0; base64. 404 once they have expired, and for everybody else. */
  getImportSlips: defineContract({
    method: "GET",
    path: "/v1/imports/:id/slips",
    auth: "bearer",
    source,
    params: idParams,
    query: z.object({ part: z.coerce.number().int().min(0).default(0) }),
    responses: {
      200: z.object({
        data: z.object({
          name: z.string(),
          type: z.string(),
          size: z.number(),
          content: z.string(),
          isLast: z.boolean(),
        }),
      }),
    },
  }),
  /**
   * Takes back what the import has written, where nobody edited since, and the classes that it made, where they are empty. The repeated
   * call tries again what failed, and changes nothing else.
   */
  undoImport: defineContract({
    method: "PUT",
    path: "/v1/imports/:id/undo",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: one },
  }),
};
export type ImportContracts = typeof importContracts;
