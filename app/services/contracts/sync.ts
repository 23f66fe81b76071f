import { z } from "zod";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";
import { uidSchema } from "./uid";

/**
 * Contracts of the sync service: recurring import of an organisation's people from an external roster source.
 * docs/product/control-panel.md#sync. Settings belong to the organisation; a sync is one source with its runs, which are jobs.
 */

export const syncTypes = ["skolon", "oneroster", "ss12000"] as const;
export type SyncType = (typeof syncTypes)[number];

/** docs/product/control-panel.md#entities. */
export const defaultSyncType: SyncType = "skolon";

const organizationMapSchema = z
  .array(
    z.strictObject({
      /** The organisation's id in our other systems. */
      legacyId: z
        .union([z.string().max(64), z.number().int()])
        .nullable()
        .default(null),
      uid: uidSchema,
      /** The organisation's id or code in the source. */
      externalId: z.string().trim().min(1, formMessages.required).max(255, formMessages.upTo255),
    }),
  )
  .max(2000);

const syncSettingsSchema = z.object({
  /** Whether the sources are synced every night. */
  active: z.boolean(),
  /** Whether runs stop before writing anything. */
  dryRun: z.boolean(),
  /** The type of the organisation's sources. */
  type: z.enum(syncTypes),
  organizationMap: organizationMapSchema,
});
export type SyncSettings = z.output<typeof syncSettingsSchema>;

/** Number of writes; 0 for settings that were never written. Sent back as `if-match: "1"`. */
const revision = z.number().int();
const readSettingsSchema = syncSettingsSchema.extend({ revision });
export type ReadSyncSettings = z.output<typeof readSettingsSchema>;
const ifMatch = z.object({ "if-match": z.string().max(100).optional() });

export const syncFields = ["active", "dryRun", "type", "organizationMap"] as const;

/** States of a job; sync-job.machine.ts of the service defines the transitions. */
export const syncJobStates = [
  "queued",
  /** The source is being read and compared with the directory. Nothing is written. */
  "reading",
  /** A finished dry run; it can still be released for writing. */
  "previewed",
  /** The run would change so much that a user must approve it. */
  "held",
  "writing",
  "done",
  /** Aborted while writing: rows already written stay and can be undone. */
  "stopped",
  "refused",
  /** A later run replaced it before anybody approved it. */
  "superseded",
  /** Reading the source failed: nothing was written. */
  "failed",
  "undoing",
  "undone",
] as const;
export type SyncJobState = (typeof syncJobStates)[number];

/** Planned or completed changes, in number of people. */
export const syncCounts = [
  "creates",
  "updates",
  "moves",
  "deactivations",
  "returns",
  "orphans",
  "suspectedTwins",
  "unchanged",
  /** Invalid values, people who match two of ours, and people whom the user who started the run may not change. */
  "problems",
  /** People without a known school: left unchanged. */
  "skipped",
  /** Rows or records of the source that cannot be read; the log names each. */
  "refusedRows",
] as const;
export type SyncCount = (typeof syncCounts)[number];

const syncJobActions = ["release", "refuse", "undo"] as const;
export type SyncJobAction = (typeof syncJobActions)[number];

const messageValues = z.record(z.string(), z.union([z.string(), z.number()]));

const syncJobSchema = z.object({
  jobId: z.string(),
  syncId: z.string(),
  syncName: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }),
  /** The import that holds this run's rows: `GET /v1/imports/{id}/rows` of the control panel. null until it exists. */
  importId: z.string().nullable(),
  state: z.enum(syncJobStates),
  isDryRun: z.boolean(),
  isBySchedule: z.boolean(),
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Why the run did not finish: a log line's code and values. */
  problem: z.object({ code: z.string(), values: messageValues }).nullable(),
  progress: z.object({ done: z.number(), total: z.number().nullable() }),
  counts: z.object(Object.fromEntries(syncCounts.map((name) => [name, z.number()])) as Record<SyncCount, z.ZodNumber>),
  /** Number of people written, and of those whose write failed. */
  written: z.number(),
  unwritten: z.number(),
  /** After an undo: people reverted, and people left unchanged since they were edited. */
  restored: z.number(),
  retained: z.number(),
  /** Percentage of the people concerned; null if there was nothing to compare. */
  shares: z.object({ deactivations: z.number(), updates: z.number() }).nullable(),
  /** Whether these are so high that a run that is not a dry run is held. */
  isAboveLimits: z.boolean(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  actions: z.array(z.object({ id: z.enum(syncJobActions), active: z.boolean() })),
});
export type SyncJob = z.output<typeof syncJobSchema>;

/** Supported OneRoster versions. */
export const syncVersions = ["1.2", "1.1"] as const;

const syncSchema = z.object({
  syncId: z.string(),
  type: z.enum(syncTypes),
  name: z.string(),
  /** OneRoster over HTTP only; null for other types, and if each run detects the version. */
  version: z.enum(syncVersions).nullable(),
  /** null if files are uploaded instead. */
  address: z.string().nullable(),
  tokenAddress: z.string().nullable(),
  clientId: z.string().nullable(),
  /** The secret is stored encrypted and never returned. */
  hasSecret: z.boolean(),
  revision,
  createdAt: z.string(),
  changedAt: z.string(),
  lastJob: syncJobSchema.nullable(),
});
export type Sync = z.output<typeof syncSchema>;

const logLevels = ["info", "warning", "error"] as const;
const syncLogSchema = z.object({
  at: z.string(),
  level: z.enum(logLevels),
  /** One of `syncLogCodes`, of `rosterFaults` or of `rosterNotes`. */
  code: z.string(),
  values: messageValues,
});
export type SyncLog = z.output<typeof syncLogSchema>;

/** Log codes of the run itself; the source's codes are in roster-faults.ts. */
export const syncLogCodes = [
  "started",
  "unknown_schools",
  "skipped",
  "repeated",
  "compared",
  "dry",
  "would_hold",
  "held",
  /** People of the schools who are not in the source: left unchanged. */
  "orphans",
  "released",
  "refused",
  "superseded",
  "written",
  "stopped",
  "undone",
  "no_file",
  "no_rights",
  "busy",
  "internal_error",
] as const;
export type SyncLogCode = (typeof syncLogCodes)[number];

const address = z
  .string()
  .trim()
  .max(500, formMessages.tooManyCharacters)
  .refine((text) => /^https?:\/\/[^\s/?#]+/i.test(text) && URL.canParse(text), formMessages.incorrectFormat);
const optionalText = (schema: z.ZodType<string, string>) =>
  z.union([z.literal("").transform(() => null), schema]).nullable();

/**
 * With an address, `secret` is the client's secret, which is exchanged for tokens at `tokenAddress`, or without a client the token itself.
 * If absent, the stored secret is unchanged; null removes it.
 */
export const syncBodySchema = z.strictObject({
  type: z.enum(syncTypes),
  name: z.string().trim().min(1, formMessages.required).max(100, formMessages.tooManyCharacters),
  version: z.enum(syncVersions).nullable().default(null),
  address: optionalText(address).default(null),
  tokenAddress: optionalText(address).default(null),
  clientId: optionalText(z.string().trim().max(255, formMessages.upTo255)).default(null),
  secret: optionalText(z.string().max(2000, formMessages.tooManyCharacters)).optional(),
});
export type SyncBody = z.output<typeof syncBodySchema>;

const syncCheckSchema = z.object({
  /** The problem that a run would have; null if the source's response conforms to its standard. */
  problem: z.object({ code: z.string(), values: messageValues }).nullable(),
  /** OneRoster only: configured or detected version. */
  version: z.enum(syncVersions).nullable(),
  /** Names of schools and their parents in the first response. */
  schools: z.array(z.string()),
});
export type SyncCheck = z.output<typeof syncCheckSchema>;

/** Maximum size of a roster file in bytes. */
export const largestRoster = 100 * 1024 * 1024;

const source = "docs/product/control-panel.md#sync";
const ofOrganization = z.object({ orgId: z.string() });
const ofSync = z.object({ orgId: z.string(), syncId: z.string() });
const ofJob = z.object({ jobId: z.string() });
const oneJob = z.object({ data: syncJobSchema });
const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
});

export const syncContracts = {
  /** An organisation's settings; the defaults if it has none. */
  getSyncSettings: defineContract({
    method: "GET",
    path: "/sync/:orgId",
    auth: "bearer",
    source,
    params: ofOrganization,
    responses: { 200: readSettingsSchema },
  }),
  /** Replaces all settings in the body in one write. `if-match` is optional and holds the revision that was read; 412 if it differs. */
  putSyncConfig: defineContract({
    method: "PUT",
    path: "/sync/:orgId/config",
    auth: "bearer",
    source,
    params: ofOrganization,
    headers: ifMatch,
    body: z.strictObject({ config: z.strictObject(syncSettingsSchema.partial().shape) }),
    responses: { 200: readSettingsSchema },
  }),
  /** Replaces one setting; the body's key is the field. */
  putSyncSetting: defineContract({
    method: "PUT",
    path: "/sync/:orgId/:field",
    auth: "bearer",
    source,
    params: z.object({ orgId: z.string(), field: z.string() }),
    headers: ifMatch,
    body: z.strictObject(syncSettingsSchema.partial().shape),
    responses: { 200: readSettingsSchema },
  }),
  getSyncs: defineContract({
    method: "GET",
    path: "/organizations/:orgId/syncs",
    auth: "bearer",
    source,
    params: ofOrganization,
    responses: { 200: z.object({ data: z.array(syncSchema) }) },
  }),
  /** Creates a sync for a new syncId, otherwise changes it. `if-match` is optional; 412 if the revision differs. */
  putSync: defineContract({
    method: "PUT",
    path: "/organizations/:orgId/syncs/:syncId",
    auth: "bearer",
    source,
    params: ofSync,
    headers: ifMatch,
    body: syncBodySchema,
    responses: { 200: z.object({ data: syncSchema }), 201: z.object({ data: syncSchema }) },
  }),
  /** Deletes a sync with its jobs and logs. The people it created stay. */
  deleteSync: defineContract({
    method: "DELETE",
    path: "/organizations/:orgId/syncs/:syncId",
    auth: "bearer",
    source,
    params: ofSync,
    responses: { 204: z.undefined() },
  }),
  /** Checks the connection to an HTTP source by reading its first page of schools. Stores nothing. */
  checkSync: defineContract({
    method: "GET",
    path: "/organizations/:orgId/syncs/:syncId/check",
    auth: "bearer",
    source,
    params: ofSync,
    responses: { 200: syncCheckSchema },
  }),
  /** Uploads the file for the next run, which deletes it afterwards. */
  putSyncFile: defineContract({
    method: "PUT",
    path: "/organizations/:orgId/syncs/:syncId/file",
    auth: "bearer",
    source,
    params: ofSync,
    bodyType: "file",
    body: z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream, "A file is wanted"),
    responses: { 204: z.undefined() },
  }),
  /** Starts a run. If one of the same sync is queued or reading, returns that one. */
  triggerSync: defineContract({
    method: "POST",
    path: "/organizations/:orgId/syncs/:syncId/trigger",
    auth: "bearer",
    source,
    params: ofSync,
    responses: { 200: z.object({ jobId: z.string() }) },
  }),
  getSyncJobs: defineContract({
    method: "GET",
    path: "/organizations/:orgId/syncs/:syncId/jobs",
    auth: "bearer",
    source,
    params: ofSync,
    query: pageQuery,
    responses: { 200: z.object({ data: z.array(syncJobSchema), meta: z.object({ totalCount: z.number() }) }) },
  }),
  getSyncJob: defineContract({
    method: "GET",
    path: "/jobs/:jobId",
    auth: "bearer",
    source,
    params: ofJob,
    responses: { 200: oneJob },
  }),
  getSyncLogs: defineContract({
    method: "GET",
    path: "/jobs/:jobId/logs",
    auth: "bearer",
    source,
    params: ofJob,
    responses: { 200: z.object({ data: z.array(syncLogSchema) }) },
  }),
  /** Writes a held run or a dry run. 409 while another import or sync writes to the same organisation tree. */
  releaseSyncJob: defineContract({
    method: "PUT",
    path: "/jobs/:jobId/release",
    auth: "bearer",
    source,
    params: ofJob,
    responses: { 200: oneJob },
  }),
  refuseSyncJob: defineContract({
    method: "PUT",
    path: "/jobs/:jobId/refuse",
    auth: "bearer",
    source,
    params: ofJob,
    responses: { 200: oneJob },
  }),
  /** Reverts what the run has written, except people edited since. */
  undoSyncJob: defineContract({
    method: "PUT",
    path: "/jobs/:jobId/undo",
    auth: "bearer",
    source,
    params: ofJob,
    responses: { 200: oneJob },
  }),
};
export type SyncContracts = typeof syncContracts;

/** Translation key of a log line's message; the line has its values. */
export const syncLogText = (code: SyncLogCode) => `sync:log.${code}` as const;
