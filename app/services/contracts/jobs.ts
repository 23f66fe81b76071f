import { z } from "zod";
import { defineContract } from "./contract";
import type { AttributesWith } from "./person-field-table";
import { uidSchema } from "./uid";

/** Contracts for jobs of the control-panel service: bulk actions on people, exports, sheets. A job belongs to the user who started it. */

const exportFormats = ["xlsx", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const jobKinds = [
  "export",
  "move",
  "leave",
  "undo",
  "activate",
  "deactivate",
  "delete",
  "passwords",
  "badges",
  "void-badges",
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

/** Lists from which people can be selected. */
const peopleLists = ["students", "guardians", "employees", "users"] as const;
export type PeopleListName = (typeof peopleLists)[number];

/** Ids, or all rows that match a list's search and filters when the job starts. */
const selectionSchema = z.union([
  z.strictObject({ ids: z.array(uidSchema).min(1).max(1000) }),
  z.strictObject({
    match: z.strictObject({
      organization: uidSchema,
      list: z.enum(peopleLists),
      q: z.string().max(200).optional(),
      qName: z.string().max(200).optional(),
      /** JSON, as for lists. */
      filters: z.string().max(10_000).optional(),
      sortBy: z.string().max(200).optional(),
      sortOrder: z.string().max(100).optional(),
    }),
  }),
]);
export type Selection = z.output<typeof selectionSchema>;

const word = z.string().max(200);

export type ExportColumn =
  | AttributesWith<"isExported", true>
  | "type"
  | "administrator"
  | "status"
  | "organizationCode"
  | "groups"
  | "id";

/** Columns of an export, in order, with translated headings: those that an import accepts, and the status. */
const columns: Record<ExportColumn, true> = {
  name: true,
  username: true,
  firstName: true,
  lastName: true,
  preferredName: true,
  email: true,
  type: true,
  administrator: true,
  status: true,
  organizations: true,
  organizationCode: true,
  groups: true,
  ageFilter: true,
  shared: true,
  eppn: true,
  gsuiteid: true,
  gsuiteemail: true,
  office365: true,
  bankid: true,
  sms: true,
  speakingBookRights: true,
  externalId: true,
  address: true,
  postalCode: true,
  secureAuth: true,
  id: true,
};
export const exportColumns = Object.keys(columns) as ExportColumn[];

/** A realm's login page as people type it, without protocol. */
export function loginAddress(origin: string): string {
  return `${new URL(origin).host}/login`;
}

/** Stands for the address of the realm's login page, which the service knows. */
export const loginAddressPlace = "{{address}}";

/** Translated texts of printed sheets: services have no translations. */
export const sheetWordsSchema = z.strictObject({
  title: word,
  hint: z.string().max(1000),
  name: word,
  username: word,
  password: word,
  withoutGroup: word,
  /** Explains the mark beside a name whose glyphs are missing in the font; empty in older jobs. */
  unwritten: z.string().max(1000).default(""),
  /** Note on the passwords of shared accounts; empty in older jobs. */
  shared: z.string().max(1000).default(""),
  /** Note on the passwords of pupils; empty in older jobs. */
  pupils: z.string().max(1000).default(""),
  /** In place of a password that has been replaced since. */
  replaced: z.string().max(1000).optional(),
  /** Where to log in, with `loginAddressPlace` where the address of the realm's login page goes; empty: nothing is printed. */
  address: word.default(""),
});
export type SheetWords = z.output<typeof sheetWordsSchema>;

const jobRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("export"),
    selection: selectionSchema,
    format: z.enum(exportFormats),
    fileName: z.string().min(1).max(100),
    columns: z
      .array(z.strictObject({ id: z.enum(exportColumns), head: word }))
      .min(1)
      .max(exportColumns.length),
    /** Translations of types and states, and of `yes` and `no`. */
    words: z.record(z.string().max(50), word).default({}),
  }),
  z.strictObject({ kind: z.literal("move"), selection: selectionSchema, group: uidSchema }),
  /** Removes people from a group without adding them to another. */
  z.strictObject({ kind: z.literal("leave"), selection: selectionSchema, group: uidSchema }),
  /** Reverts another job of the same user for the people it succeeded for. */
  z.strictObject({ kind: z.literal("undo"), selection: z.strictObject({ job: uidSchema }) }),
  z.strictObject({ kind: z.literal("activate"), selection: selectionSchema }),
  z.strictObject({ kind: z.literal("deactivate"), selection: selectionSchema }),
  z.strictObject({ kind: z.literal("delete"), selection: selectionSchema }),
  z.strictObject({
    kind: z.literal("passwords"),
    selection: selectionSchema,
    fileName: z.string().min(1).max(100),
    words: sheetWordsSchema,
  }),
  z.strictObject({
    kind: z.literal("badges"),
    selection: selectionSchema,
    /** true: issues new badges and invalidates the old ones. false: prints the existing badges again; they stay valid. */
    renew: z.boolean().default(false),
    fileName: z.string().min(1).max(100),
    words: sheetWordsSchema,
  }),
  z.strictObject({ kind: z.literal("void-badges"), selection: selectionSchema }),
]);
export type JobRequest = z.output<typeof jobRequestSchema>;

/** Kinds of job that can be undone until they are deleted. */
export const undoableKinds: readonly JobKind[] = ["move", "leave", "activate", "deactivate", "delete"];

const moment = z.string();

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** null until the selection has been read. */
  total: z.number().nullable(),
  /** Rows processed, including refused ones. */
  done: z.number(),
  refused: z.number(),
  isCancelAsked: z.boolean(),
  /** Error code if the job failed. */
  error: z.string().nullable(),
  file: z.object({ name: z.string(), type: z.string(), size: z.number() }).nullable(),
  /** Uid of the group that people were moved to or removed from. */
  group: z.string().nullable(),
  /** Names of the first people concerned (none if the job has no rows), and of the group that was moved to, left or selected. */
  about: z.object({ names: z.array(z.string()), group: z.string().nullable() }),
  createdAt: moment,
  endedAt: moment.nullable(),
  expiresAt: moment,
});
export type Job = z.output<typeof jobSchema>;

const jobResultSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  outcome: z.enum(["waiting", "done", "refused"]),
  /** One of the form messages, or `not_found`, `not_at_organization`, `not_a_pupil`, `badges_off`, `badge_too_old`, `password_mailed`. */
  reason: z.string().nullable(),
});
export type JobResult = z.output<typeof jobResultSchema>;

const source = "docs/product/choices.md#own-calls";
const idParams = z.object({ id: z.string().min(1).max(100) });
const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});
const pageMeta = z.object({ totalCount: z.number() });

export const jobContracts = {
  /** The job's id is in the Location header too. */
  createJob: defineContract({
    method: "POST",
    path: "/v1/jobs",
    auth: "bearer",
    source,
    body: z.object({ data: jobRequestSchema }),
    responses: { 201: z.object({ data: jobSchema }) },
  }),
  getJobs: defineContract({
    method: "GET",
    path: "/v1/jobs",
    auth: "bearer",
    source,
    query: pageQuery,
    responses: { 200: z.object({ data: z.array(jobSchema), meta: pageMeta }) },
  }),
  getJob: defineContract({
    method: "GET",
    path: "/v1/jobs/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: z.object({ data: jobSchema }) },
  }),
  getJobResults: defineContract({
    method: "GET",
    path: "/v1/jobs/:id/results",
    auth: "bearer",
    source,
    params: idParams,
    query: pageQuery.extend({ outcome: z.enum(["waiting", "done", "refused"]).optional() }),
    responses: { 200: z.object({ data: z.array(jobResultSchema), meta: pageMeta }) },
  }),
  /** The file in base64 parts (responses are JSON), in order from 0. 404 once it has expired. */
  getJobFile: defineContract({
    method: "GET",
    path: "/v1/jobs/:id/file",
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
  /** Requests cancellation: rows already processed are not reverted. */
  cancelJob: defineContract({
    method: "DELETE",
    path: "/v1/jobs/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
};
export type JobContracts = typeof jobContracts;
