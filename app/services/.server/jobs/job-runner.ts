import type { Database, Databases, Transaction } from "~/db/.server/connect";
import type { Region } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import type { IdentityDirectory, StaffCredentials } from "~/services/.server/directory/identity";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { Status } from "~/services/.server/directory/rules";
import type { JobRequest, Selection } from "~/services/contracts/jobs";
import { notFound, ServiceError } from "~/services/contracts/service-error";
import { claimRow, type HeldClaim, holdClaim } from "./claims";
import { accessOfStarter } from "./job-access";
import {
  countResults,
  endJob,
  findOwnJob,
  fixTargets,
  type JobEnd,
  jobWork,
  readJob,
  reportProgress,
  type StoredJob,
  type Target,
  type TargetResult,
  waitingTargets,
  writeResults,
} from "./job-store";
import { type ActionResult, type PeopleAction, prepareAction, type RecordResults } from "./people-actions";
import { exportPeople } from "./people-export";
import { printSheet } from "./print-sheet";
import { readSelection, selectedPeople } from "./selection";
import { peopleOfJob, prepareUndo } from "./undo-action";

/** Runs jobs row by row, with the starter's permissions at that moment. */

export type RunnerDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  credentials: StaffCredentials;
  /** Encrypts passwords and badge codes until they are printed. */
  secrets: SecretBox;
  /** Invalidates this user's display cache after people were changed. */
  changed(uid: string): void;
  report(error: unknown): void;
};

type BulkRequest = Exclude<JobRequest, { kind: "export" }>;

/** Rows between two checks for cancellation and shutdown; fewer if each row hashes a password. */
const batchSize = { passwords: 8, other: 50 };

/** Runs a job to its end, or gives it back if the process is stopping. */
export async function runJob(
  deps: RunnerDeps,
  region: Region,
  jobId: string,
  isStopping: () => boolean,
): Promise<void> {
  const database = deps.databases[region];
  const claim = await claimRow(database, jobWork, jobId);
  const job = claim && (await readJob(database, jobId));
  if (!job) return;
  await holdClaim({
    ...{ database, table: jobWork, claim, isStopping, report: deps.report },
    async work({ mustStop, isLost }) {
      const { request } = job;
      const end =
        request.kind === "export"
          ? await runExport(deps, database, job, request, mustStop)
          : await runBulk(deps, database, job, request, mustStop);
      if (end === "unfinished" || isLost()) return false;
      await endJob(database, job, end);
      return true;
    },
    failed: (error) => endJob(database, job, failedEnd(deps, error)),
  });
}

function failedEnd({ report }: RunnerDeps, error: unknown): JobEnd {
  const isExpected = error instanceof ServiceError && error.status < 500;
  if (!isExpected) report(error);
  return { state: "failed", error: isExpected ? error.code : "internal_error" };
}

type End = JobEnd | "unfinished";
type MustStop = HeldClaim["mustStop"];

function accessNow(deps: RunnerDeps, job: StoredJob): Promise<Access> {
  return accessOfStarter(deps, job, `job ${job.id}`);
}

async function runExport(
  deps: RunnerDeps,
  database: Database,
  job: StoredJob,
  request: Extract<JobRequest, { kind: "export" }>,
  mustStop: MustStop,
): Promise<End> {
  const access = await accessNow(deps, job);
  let isCancelled = false;
  const file = await exportPeople({
    database,
    access,
    accessNow: () => accessNow(deps, job),
    request,
    jobId: job.id,
    async onProgress(progress) {
      isCancelled = (await reportProgress(database, job.id, progress)).isCancelAsked;
      return !isCancelled && !mustStop();
    },
  });
  if (!file) return isCancelled ? { state: "cancelled" } : "unfinished";
  const line = { action: "people.exported", subjectType: "user", subjectUid: access.uid } as const;
  const note = (within: Transaction) => writeAudit(within, access, [{ ...line, details: { format: request.format } }]);
  return { state: "done", file, note };
}

async function runBulk(
  deps: RunnerDeps,
  database: Database,
  job: StoredJob,
  request: BulkRequest,
  mustStop: MustStop,
): Promise<End> {
  const access = await accessNow(deps, job);
  const undone = request.kind === "undo" ? await undoneJob(database, job, request.selection.job) : null;
  const { people, chosen } = undone
    ? { people: peopleOfJob(access, undone), chosen: [] }
    : await peopleOf(database, access, request.selection as Selection);
  const total = await fixTargets(database, job.id, people, chosen);
  const before = await countResults(database, job.id);
  let isCancelled = (await reportProgress(database, job.id, { total, ...before })).isCancelAsked;
  const size = request.kind === "passwords" ? batchSize.passwords : batchSize.other;
  const applyToRest = async (): Promise<End> => {
    while (!isCancelled) {
      if (mustStop()) return "unfinished";
      const batch = await waitingTargets(database, job.id, size);
      if (batch.length === 0) break;
      const now = await accessNow(deps, job);
      const action = undone
        ? prepareUndo(deps, database, now, undone)
        : await prepareAction(deps, database, now, request as Exclude<BulkRequest, { kind: "undo" }>, job.origin);
      const withDeleted = undone?.request.kind === "delete";
      await applyTo(deps, database, now, job.id, { action, batch, withDeleted });
      deps.changed(job.startedBy);
      isCancelled = (await reportProgress(database, job.id, await countResults(database, job.id))).isCancelAsked;
    }
    return { state: isCancelled ? "cancelled" : "done" };
  };
  if (request.kind !== "passwords" && request.kind !== "badges") return applyToRest();
  const end = await applyToRest().catch((error): JobEnd => failedEnd(deps, error));
  if (end === "unfinished") return end;
  // Credentials that were issued must be printed even if the job was cancelled or has failed.
  const file = await printSheet({ secrets: deps.secrets, database, job, access, findPeople }, request);
  return { ...end, ...(file ? { file } : {}) };
}

/** The job to undo; it must belong to the same user. */
async function undoneJob(database: Database, job: StoredJob, id: string): Promise<StoredJob> {
  const undone = await findOwnJob(database, { realm: job.realm, uid: job.startedBy }, id);
  if (!undone) throw notFound();
  return undone;
}

/** A statement that selects the people of a selection, and the uids that were selected individually. */
async function peopleOf(database: Database, access: Access, request: Selection) {
  const chosen = "ids" in request ? request.ids : [];
  // People outside the scope get the same result as deleted ones, so that their existence is not revealed.
  const selection = "ids" in request ? { ids: await idsInScope(database, access, chosen) } : request;
  return { people: selectedPeople(await readSelection(database, access, selection)), chosen };
}

/** @param withDeleted the action is also for deleted people */
async function applyTo(
  deps: RunnerDeps,
  database: Database,
  access: Access,
  jobId: string,
  { action, batch, withDeleted }: { action: PeopleAction; batch: Target[]; withDeleted: boolean },
): Promise<void> {
  const record: RecordResults = (within, results) => {
    const rows = batch.flatMap(({ place, uid }) => {
      const result = results.get(uid);
      return result ? [storedResult(deps, place, result)] : [];
    });
    return writeResults(within, jobId, rows);
  };
  const uids = batch.map((target) => target.uid);
  const living = await findPeople(database, access, uids);
  const deleted = withDeleted ? await findPeople(database, access, uids, ["deleted"]) : [];
  const people = new Map([...living, ...deleted]);
  const gone = uids.filter((uid) => !people.has(uid));
  await record(database, new Map(gone.map((uid) => [uid, { outcome: "refused", reason: "not_found" }])));
  await action([...people.values()], record);
}

function storedResult({ secrets }: RunnerDeps, place: number, result: ActionResult): TargetResult {
  if (result.outcome === "refused") return { place, ...result };
  const { secret, before } = result;
  return {
    ...{ place, outcome: "done" },
    ...(secret ? { secret: secrets.seal(secret) } : {}),
    ...(before ? { before } : {}),
  };
}

/** Those of the uids that the caller may see. */
async function idsInScope(database: Database, access: Access, uids: string[]): Promise<string[]> {
  const visible: string[] = [];
  for (let start = 0; start < uids.length; start += maxPeople) {
    const people = await findPeople(database, access, uids.slice(start, start + maxPeople));
    for (const person of people.values()) if (mayDoToPerson(access, person, "ViewUserInfo")) visible.push(person.uid);
  }
  return visible;
}

const maxPeople = 100;

/** People by uid, at most 100; without deleted ones unless `status` includes them. */
async function findPeople(
  database: Database,
  access: Access,
  uids: string[],
  status: Status[] | null = null,
): Promise<Map<string, Person>> {
  const { people } = await listPeople(database, {
    realm: access.realm,
    organization: null,
    callerId: access.userId,
    filters: { uids, ...(status ? { status } : {}) },
    sorts: [{ by: "name", order: "asc" }],
    page: { number: 1, size: maxPeople, cursor: null },
    count: "none",
  });
  return new Map(people.map((person) => [person.uid, person]));
}
