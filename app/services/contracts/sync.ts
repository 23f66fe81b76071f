import { z } from "zod";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";
import { uidSchema } from "./uid";

/**
 * Roster sync: an organisation's people from a source of its own, again and again. docs/product/control-panel.md#sync. Settings are the
 * organisation's; a sync is one source with its runs, which are jobs.
 */

export const syncTypes = ["skolon", "oneroster", "ss12000"] as const;
export type SyncType = (typeof syncTypes)[number];

/** docs/product/control-panel.md#entities. */
export const defaultSyncType: SyncType = "skolon";

const organizationMapSchema = z
  .array(
    z.strictObject({
      /** The number that other systems of ours know the organisation by. */
      legacyId: z
        .union([z.string().max(64), z.number().int()])
        .nullable()
        .default(null),
      uid: uidSchema,
      /** Its id or its code in the source. */
      externalId: z.string().trim().min(1, formMessages.required).max(255, formMessages.upTo255),
    }),
  )
  .max(2000);

export const syncSettingsSchema = z.object({
  /** Whether the sources are read every night. */
  active: z.boolean(),
  /** Whether runs stop before anything is written. */
  dryRun: z.boolean(),
  /** What kind of source the organisation has. */
  type: z.enum(syncTypes),
  organizationMap: organizationMapSchema,
});
export type SyncSettings = z.output<typeof syncSettingsSchema>;

/** Counts writes: 0 for settings that nobody has written yet. Sent back as `if-match: "1"`. */
const revision = z.number().int();
const readSettingsSchema = syncSettingsSchema.extend({ revision });
export type ReadSyncSettings = z.output<typeof readSettingsSchema>;
const ifMatch = z.object({ "if-match": z.string().max(100).optional() });

export const syncFields = ["active", "dryRun", "type", "organizationMap"] as const;

/** Where a job stands; sync-job.machine.ts of the service says what leads where. */
export const jobStates = [
  "queued",
  /** The source is read and compared with the directory. Nothing is written. */
  "reading",
  /** A dry run that has ended; it can still be written. */
  "previewed",
  /** So much would change that a person has to say yes. */
  "held",
  "writing",
  "done",
  /** Broken off while it wrote: what is written stays, and can be undone. */
  "stopped",
  "refused",
  /** A later run has taken its place before anybody decided. */
  "superseded",
  /** The source could not be read to its end: nothing was written. */
  "failed",
  "undoing",
  "undone",
] as const;
export type JobState = (typeof jobStates)[number];

/** What a run would do or has done, by people. */
export const syncCounts = [
  "creates",
  "updates",
  "moves",
  "deactivations",
  "returns",
  "orphans",
  "suspectedTwins",
  "unchanged",
  /** Values that do not hold, people who are two of ours, and those whom the starter may not change. */
  "problems",
  /** In no school that is known here: left as they are. */
  "skipped",
] as const;
export type SyncCount = (typeof syncCounts)[number];

export const syncJobActions = ["release", "refuse", "undo"] as const;
export type SyncJobAction = (typeof syncJobActions)[number];

const messageValues = z.record(z.string(), z.union([z.string(), z.number()]));

export const syncJobSchema = z.object({
  jobId: z.string(),
  syncId: z.string(),
  syncName: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }),
  /** The import whose rows are those of this run: `GET /v1/imports/{id}/rows` of the control panel. null before there are any. */
  importId: z.string().nullable(),
  state: z.enum(jobStates),
  isDryRun: z.boolean(),
  isBySchedule: z.boolean(),
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What stood in its way: the code of a log line, with its values. */
  problem: z.object({ code: z.string(), values: messageValues }).nullable(),
  progress: z.object({ done: z.number(), total: z.number().nullable() }),
  counts: z.object(Object.fromEntries(syncCounts.map((name) => [name, z.number()])) as Record<SyncCount, z.ZodNumber>),
  /** People that were written, and those who could not be. */
  written: z.number(),
  unwritten: z.number(),
  /** Of an undone run: people as they were before it, and those whom somebody has edited since. */
  restored: z.number(),
  kept: z.number(),
  /** Percent of the people concerned; null where nothing was to be compared. */
  shares: z.object({ deactivations: z.number(), updates: z.number() }).nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  actions: z.array(z.object({ id: z.enum(syncJobActions), active: z.boolean() })),
});
export type SyncJob = z.output<typeof syncJobSchema>;

/** Versions of OneRoster. */
export const syncVersions = ["1.2", "1.1"] as const;

export const syncSchema = z.object({
  syncId: z.string(),
  type: z.enum(syncTypes),
  name: z.string(),
  /** Of OneRoster over HTTP; null for other kinds, and if each run detects it. */
  version: z.enum(syncVersions).nullable(),
  /** null where its files are uploaded. */
  address: z.string().nullable(),
  tokenAddress: z.string().nullable(),
  clientId: z.string().nullable(),
  /** A secret is stored encrypted and never shown again. */
  hasSecret: z.boolean(),
  revision,
  createdAt: z.string(),
  changedAt: z.string(),
  lastJob: syncJobSchema.nullable(),
});
export type Sync = z.output<typeof syncSchema>;

export const logLevels = ["info", "warning", "error"] as const;
export const syncLogSchema = z.object({
  at: z.string(),
  level: z.enum(logLevels),
  /** One of `syncLogCodes`, of `rosterFaults` or of `rosterNotes`. */
  code: z.string(),
  values: messageValues,
});
export type SyncLog = z.output<typeof syncLogSchema>;

/** What a run notes of itself, beside what its source says. */
export const syncLogCodes = [
  "started",
  "unknown_schools",
  "skipped",
  "repeated",
  "compared",
  "dry",
  "held",
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
 * With an address, `secret` is that of the client, which `tokenAddress` exchanges for tokens, or without a client the token
 * itself. Absent, the stored one stays; null removes it.
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

export const syncCheckSchema = z.object({
  /** As of a failed run; null if the source's response conforms to its standard. */
  problem: z.object({ code: z.string(), values: messageValues }).nullable(),
  /** Of OneRoster: configured or detected. */
  version: z.enum(syncVersions).nullable(),
  /** Names of schools, and of what stands above them, in the first response. */
  schools: z.array(z.string()),
});
export type SyncCheck = z.output<typeof syncCheckSchema>;

/** Largest roster file that is taken, in bytes. */
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
  /** Settings of an organisation; those of one that never had any are the defaults. */
  getSyncSettings: defineContract({
    method: "GET",
    path: "/sync/:orgId",
    auth: "bearer",
    source,
    params: ofOrganization,
    responses: { 200: readSettingsSchema },
  }),
  /**
   * All settings that the body names, at once. `if-match` holds the revision that was read, and may be left out; 412 for another.
   */
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
  /** One setting; the body is keyed by the field. */
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
  /** A new syncId makes a sync, a known one changes it, if it is still as `if-match` says where that is sent; else 412. */
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
  /** With its jobs and logs. The people that it has brought stay. */
  deleteSync: defineContract({
    method: "DELETE",
    path: "/organizations/:orgId/syncs/:syncId",
    auth: "bearer",
    source,
    params: ofSync,
    responses: { 204: z.undefined() },
  }),
  /** Whether a source with an address lets us in, by its first page of schools. Nothing is stored. */
  checkSync: defineContract({
    method: "GET",
    path: "/organizations/:orgId/syncs/:syncId/check",
    auth: "bearer",
    source,
    params: ofSync,
    responses: { 200: syncCheckSchema },
  }),
  /** Uploads the file that the next run reads; it is deleted after that. */
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
  /** Begins a run. While one of the same sync waits or reads, that one is meant. */
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
  /** Writes a held run, or one that was dry. 409 while another import or sync writes into the same tree. */
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
  /** Takes back what the run has written, where nobody edited since. */
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

/** The key of the sentence about one line of a log; its values come with the line. */
export const syncLogText = (code: SyncLogCode) => `sync:log.${code}` as const;
