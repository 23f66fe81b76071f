import { z } from "zod";
import { locales } from "~/realms/realm";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";
import { sheetWordsSchema } from "./jobs";
import { personTypes } from "./person-fields";
import { uidSchema } from "./uid";

/**
 * Contracts for importing people into an organisation (control-panel service): upload, preview, import, undo. Nothing is written to the
 * directory before `startImport`. docs/product/control-panel.md#validation; docs/product/choices.md#own-calls.
 */

/** States of an import; import.machine.ts of the service defines the transitions. */
export const importStates = [
  /** Uploaded; the rows are queued for comparison or being compared. */
  "reading",
  /** The preview is complete; the user can choose matches and start the import. */
  "ready",
  /** The file cannot be parsed; `problem` gives the reason. */
  "unreadable",
  /** Cancelled before anything was written. */
  "discarded",
  "importing",
  "imported",
  /** Cancelled or aborted while writing: rows already written stay and can be undone. */
  "stopped",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

/** Planned outcome of a row in the preview. */
export const rowOutcomes = [
  /** A person who does not exist yet. */
  "new",
  "changed",
  "unchanged",
  /** The importer may not edit this person. */
  "refused",
  /** An invalid cell, or ids that match two people. */
  "wrong",
  /** The person is already in an earlier row of the file. */
  "duplicate",
  /**
   * No match by id or username, but a person has the same name; or a match who has another first and another last name: the user must
   * choose. Rows without a choice are not imported.
   */
  "likely",
  /** Roster sync: the person changes school or class. */
  "moved",
  /** Roster sync: a deleted person who is in the source again. */
  "returning",
  /** Roster sync: a person created by this source who is no longer in it. */
  "gone",
  /** Roster sync: a person of the organisation who is not in the source. Left unchanged. */
  "orphan",
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Actual result of writing a row. */
export const rowResults = [
  "created",
  "changed",
  /** A user or another import changed the person after the preview: nothing was written. */
  "edited",
  /** The importer has lost the permission since the preview. */
  "refused",
  /** Rejected by the database, e.g. the username was taken meanwhile. */
  "failed",
  /** Roster sync: restored and updated. */
  "returned",
  /** Roster sync: deleted, or removed from the organisation if the person has another one. */
  "deactivated",
] as const;
export type RowResult = (typeof rowResults)[number];

/** Result of undoing a written row. */
export const undoResults = [
  "restored",
  /** Left unchanged: edited since, or a new person who has logged in or was given a new login since. */
  "kept",
  "failed",
] as const;
export type UndoResult = (typeof undoResults)[number];

/** Why undo retains a group that the import created: it has people or groups in it, was edited since, or could not be deleted. */
export const retainedGroupReasons = ["people", "edited", "failed"] as const;

/** Result of undoing the groups that the import created, by name. */
const undoneGroupsSchema = z.object({
  removed: z.array(z.string()),
  kept: z.array(z.object({ name: z.string(), reason: z.enum(retainedGroupReasons) })),
});
export type UndoneGroups = z.output<typeof undoneGroupsSchema>;

/** Maximum number of names returned with a count. */
export const maxNames = 20;

export const passwordPolicies = ["none", "generated", "file"] as const;
/** Initial passwords: none; generated for new people, on sheets to print; or read from the file's column. */
export type PasswordPolicy = (typeof passwordPolicies)[number];

/** What the user should know about a cell although its row can be imported. */
export const cellNotes = [
  /** The value comes from a merged cell that covers this row. */
  "merged",
  /** A date, or the number of its day, where a text such as the class 1-2 may have been entered. */
  "date",
  /** A number with more than 15 digits, of which spreadsheets keep 15. */
  "digits",
  /** A number that is displayed, or was saved, in scientific notation: `4.67E+10`. */
  "scientific",
  /** TRUE or FALSE, where a text may have been entered. */
  "boolean",
  /** An apostrophe at the start was left out. */
  "apostrophe",
] as const;

const rowNoteSchema = z.object({
  kind: z.enum(cellNotes),
  column: z.string(),
  /** `C17`; for a value of merged cells, the cell beside the row unless the note is about their first one. */
  address: z.string(),
  /** As read; null for a password. */
  value: z.string().nullable(),
  /** The merged cells that the value comes from, `D4:D9`. */
  range: z.string().nullable(),
  /** For a date: what was probably entered, `1-2`; null if unknown. */
  entered: z.string().nullable(),
});
export type RowNote = z.output<typeof rowNoteSchema>;

/** A sheet whose rows are to be read. Hidden rows are those that the user or a filter has hidden. */
const sheetChoiceSchema = z.strictObject({ name: z.string().min(1).max(255), hiddenRows: z.boolean().default(false) });
export type SheetChoice = z.output<typeof sheetChoiceSchema>;

/** Maximum number of sheets in a workbook. */
export const mostSheets = 100;

const workbookSheetSchema = z.object({
  name: z.string(),
  isHidden: z.boolean(),
  /** Without headings there is nothing to read. */
  hasHeadings: z.boolean(),
  /** Number of people in visible rows, and in hidden ones. */
  rows: z.number(),
  hiddenRows: z.number(),
  /** Whether the preview has the people of visible rows, and those of hidden rows. */
  isRead: z.boolean(),
  isHiddenRead: z.boolean(),
  /** People with a value of a merged cell, and the first of the merged cells, `D4:D9`. */
  merged: z.object({ rows: z.number(), ranges: z.array(z.string()) }),
  /** Hidden columns, by ImportColumnId. They are read like the others. */
  hiddenColumns: z.array(z.string()),
});
export type WorkbookSheet = z.output<typeof workbookSheetSchema>;

const importActions = ["refresh", "choose", "start", "cancel", "corrections", "slips", "undo"] as const;
export type ImportAction = (typeof importActions)[number];

const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);

/** Maximum size of a workbook in bytes. */
export const largestWorkbook = 30 * 1024 * 1024;

const importSchema = z.object({
  id: z.string(),
  state: z.enum(importStates),
  organization: z.object({ id: z.string(), name: z.string() }),
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.number(),
  /** null once that user has been purged, and after 30 days. */
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Why the file cannot be parsed: a WorkbookProblem of the parser, or `internal_error`. */
  problem: z.string().nullable(),
  /** Rows processed in the current state; `total` is null until known. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }),
  /** Sheets whose people are in the preview. */
  sheets: z.array(z.string()),
  /** All sheets of the workbook with content of the user's, in order; empty for an import before sheets could be chosen. */
  workbookSheets: z.array(workbookSheetSchema),
  /** Columns of the file, by ImportColumnId. */
  columns: z.array(z.string()),
  ignoredHeadings: z.array(z.object({ sheet: z.string(), heading: z.string() })),
  /** Number of rows by outcome. */
  outcomes: counts(rowOutcomes),
  /** Number of rows by result; all 0 before the import. */
  results: counts(rowResults),
  undo: counts(undoResults),
  /** Likely rows without a choice, and those of them that can become new people. */
  undecided: z.number(),
  undecidedNew: z.number(),
  /** Rows with a cell that may not hold what somebody entered. */
  warned: z.number(),
  /** Names of the groups that the import creates, e.g. `5A`; at most 100. */
  newGroups: z.array(z.string()),
  /** New groups whose name resembles an existing group's: `1a` and `Klasse 1a`. */
  groupTwins: z.array(z.object({ name: z.string(), like: z.string() })),
  /** Groups of the file that may be existing ones under another name or at another school. The import starts once all have a choice. */
  groupQuestions: z.array(
    z.object({
      /** Identifies the question in `putImportChoices`. */
      key: z.string(),
      name: z.string(),
      /** The school that would get the new group. */
      school: z.string(),
      /** Existing groups that can be chosen. */
      options: z.array(z.object({ id: z.string(), name: z.string(), school: z.string() })),
      /** Existing groups of schools that this import does not reach. */
      elsewhere: z.array(z.object({ name: z.string(), school: z.string() })),
      /** The id of an option, `new`, or null while undecided. */
      choice: z.string().nullable(),
    }),
  ),
  /** The last other import into the same tree that was written or undone after this preview; null if there is none. */
  newerImport: z
    .object({ fileName: z.string(), by: z.string().nullable(), at: z.string(), isUndo: z.boolean() })
    .nullable(),
  /** Whether rows contain passwords. */
  hasPasswords: z.boolean(),
  /** Whether some cells are invalid only because a secure login is missing: the user can step up, then refresh. */
  needsSecureLogin: z.boolean(),
  passwords: z.enum(passwordPolicies).nullable(),
  /** Sheets with generated passwords, only for the user who started the import and until they expire. */
  slips: z.object({ name: z.string(), size: z.number() }).nullable(),
  /** Preview of an undo: people deleted, people reverted, and people left unchanged since they were edited; upper bound for groups. */
  toUndo: z.object({ deleted: z.number(), restored: z.number(), retained: z.number(), groups: z.number() }).nullable(),
  /** Names of the people whom the undo left unchanged, at most 20; empty in lists. */
  retainedPeople: z.array(z.string()),
  /** The same people, each with the reason as an English form message. */
  keptPeople: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** null before an undo. */
  undoneGroups: undoneGroupsSchema.nullable(),
  /** Distinct reasons of all rows, to be translated for `getImportCorrections`. At most 200; empty in lists. */
  reasons: z.array(z.string()),
  /** Error code of the last job if it failed. */
  error: z.string().nullable(),
  createdAt: z.string(),
  importedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  /** When rows, choices and undo data are deleted; the entry in the history stays. */
  expiresAt: z.string(),
  actions: z.array(z.object({ id: z.enum(importActions), active: z.boolean() })),
});
export type Import = z.output<typeof importSchema>;

const rowPersonSchema = z.object({
  id: z.string(),
  type: z.enum(personTypes),
  name: z.string(),
  username: z.string(),
});

/** Changes by ImportColumnId; lists joined into one text. Passwords have neither value. */
const rowChangesSchema = z.array(
  z.object({
    column: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    /** Groups that the person leaves. */
    left: z.array(z.string()).optional(),
  }),
);

const importRowSchema = z.object({
  /** Index over all rows of the file, from 1. */
  place: z.number(),
  sheet: z.string(),
  row: z.number(),
  outcome: z.enum(rowOutcomes),
  /** Name in the file, or of the matched person. */
  name: z.string().nullable(),
  /** The matched or created person. */
  person: rowPersonSchema.nullable(),
  /** For a likely row: the values of a new person. */
  changes: rowChangesSchema,
  /** Why the row is wrong, refused, a duplicate or failed, as English form messages. */
  problems: z.array(
    z.object({
      column: z.string().nullable(),
      /** Cell address, e.g. `C17`; null if the cell is missing or the problem concerns the whole row. */
      address: z.string().nullable(),
      /** As in the file; never a password. */
      value: z.string().nullable(),
      reason: z.string(),
      /** Names of the matched people if there are several. */
      people: z.array(z.string()),
      /** The values that are allowed, if there are not many. */
      allowed: z.array(z.string()).optional(),
      /** The other row with the same person or value. */
      sameAs: z.object({ sheet: z.string(), row: z.number() }).optional(),
    }),
  ),
  /** Cells that may not hold what somebody entered, and values of merged cells. */
  notes: z.array(rowNoteSchema),
  /** Likely rows only: possible matches. */
  candidates: z.array(
    rowPersonSchema.extend({
      organizations: z.array(z.string()),
      groups: z.array(z.string()),
      email: z.string().nullable(),
      /** What the row would change for this person. */
      changes: rowChangesSchema,
    }),
  ),
  /** Likely rows only: whether `new` can be chosen; not if an id of the row is the candidate's. */
  mayBeNew: z.boolean(),
  /** Likely rows only: the candidate's id, `new`, or null while undecided. */
  choice: z.string().nullable(),
  /** Duplicates only: the row that is imported instead. */
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

/** Key in `words` of `getImportCorrections` for the text that names another row, with `{sheet}` and `{row}`. */
export const correctionWords = { otherRow: "otherRow" } as const;

/** JSON object in the query: reason -> translation. */
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
  /**
   * Uploads a workbook. 409 while another user imports into the organisation, its ancestors or descendants; the message has that user's
   * name.
   */
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
  /** The organisation's imports, newest first. */
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
  /** Rows in file order. Filters are combined with AND. */
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
      /** Rows with a cell that may not hold what somebody entered. */
      warned: z.enum(["true"]).optional(),
    }),
    responses: { 200: z.object({ data: z.array(importRowSchema), meta: pageMeta }) },
  }),
  /**
   * Compares the rows again with current permissions and people: after a step-up, or if the preview is outdated. With `sheets`, the rows of
   * these sheets become the preview and what is imported; choices of rows that stay are retained. Without, and never before, the rows that
   * the user sees in the workbook. 400 for a sheet that is not among `workbookSheets` or has no headings, 409 while the file is being read.
   */
  refreshImport: defineContract({
    method: "PUT",
    path: "/v1/imports/:id/preview",
    auth: "bearer",
    source,
    params: idParams,
    body: z
      .strictObject({ sheets: z.array(sheetChoiceSchema).min(1, formMessages.selectOne).max(mostSheets).optional() })
      .optional(),
    responses: { 200: one },
  }),
  /**
   * Saves choices for likely rows: a candidate's id, `new`, or null for undecided. `rest` applies to all rows without a choice that can
   * become new people. `groups`: choices for groups; `restGroups` applies to all groups without one. If an existing group is chosen, the rows are
   * compared again.
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
      groups: z
        .array(
          z.strictObject({
            key: z.string().min(1).max(300),
            choice: z.union([uidSchema, z.literal("new")]).nullable(),
          }),
        )
        .max(1000)
        .default([]),
      restGroups: z.literal("new").optional(),
    }),
    responses: { 200: one },
  }),
  /** Starts writing. Repeating the call has no effect. 409 as for `createImport`, and if the state does not allow it. */
  startImport: defineContract({
    method: "PUT",
    path: "/v1/imports/:id/run",
    auth: "bearer",
    source,
    params: idParams,
    body: z.strictObject({
      passwords: z.enum(passwordPolicies).default("none"),
      /** Translated texts of the sheets with generated passwords; required for `generated`. */
      sheets: z.strictObject({ fileName: z.string().min(1).max(100), words: sheetWordsSchema }).optional(),
    }),
    responses: { 200: one },
  }),
  /** Before the import: discards it. While writing: stops it; rows already written stay. */
  cancelImport: defineContract({
    method: "DELETE",
    path: "/v1/imports/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  /**
   * The rows that were not imported, as a base64 workbook with the file's columns and an added column of reasons. `words`: JSON object with
   * a translation of each of `Import.reasons`; `name`: file name of the workbook.
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
  /**
   * The sheets of generated passwords in base64 parts, in order from 0. 404 once they have expired, and for users other than the one who
   * started the import.
   */
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
  /** The country's template as a base64 workbook, with the organisation's own groups as the choices of its class column. */
  getImportTemplate: defineContract({
    method: "GET",
    path: "/v1/organizations/:id/import-template",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: z.object({ data: z.object({ name: z.string(), type: z.string(), content: z.string() }) }) },
  }),
  /**
   * Reverts what the import has written, except people edited since, and deletes the groups it created if they are empty. Repeating the
   * call retries only failed rows.
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
