import { z } from "zod";
import { locales } from "~/realms/realm";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";
import { importSchema, passwordPolicies } from "./import-entity";
import { importRowSchema } from "./import-rows";
import { mostSheets, sheetChoiceSchema } from "./import-sheets";
import { rowOutcomes, rowResults, undoResults } from "./import-states";
import { sheetWordsSchema } from "./jobs";
import { uidSchema } from "./uid";

/**
 * Contracts for importing people into an organisation (control-panel service): upload, preview, import, undo. Nothing is written to the
 * directory before `startImport`. docs/product/control-panel.md#validation; docs/product/choices.md#own-calls.
 */

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
   * become new people. `groups`: choices for groups, `none` for no group at all, only of doubtful cells; `restGroups` applies to all groups
   * without one, except those of doubtful cells and of several schools. If a choice changes the groups of rows, the rows are compared again.
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
            key: z.string().min(1).max(1000),
            choice: z.union([uidSchema, z.enum(["new", "none"])]).nullable(),
          }),
        )
        .max(1000)
        .default([]),
      restGroups: z.literal("new").optional(),
    }),
    responses: { 200: one },
  }),
  /** Starts writing. Repeating the call has no effect; 409 if it repeats with other passwords. 409 as for `createImport`, and if the state does not allow it. */
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
   * The sheets of generated passwords in base64 parts, in order from 0, without those that have been replaced since. 404 once they have expired, and for users other than the one who
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
