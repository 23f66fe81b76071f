import { and, asc, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Job, JobRequest } from "~/services/contracts/jobs";
import { uidSchema } from "~/services/contracts/uid";
import type { StoredJob } from "./job-store";
import { targets } from "./tables";

/** Number of names in a job's description. */
const maxNames = 3;

/** Maps stored jobs to the response. */
export async function presentJobs(database: Database, storedJobs: readonly StoredJob[]): Promise<Job[]> {
  if (storedJobs.length === 0) return [];
  const ids = storedJobs.map(({ id }) => id);
  const uids = storedJobs.flatMap(({ request }) => groupOf(request) ?? []);
  const [people, groups] = await Promise.all([
    database
      .select({ jobId: targets.jobId, name: targets.name })
      .from(targets)
      .where(and(inArray(targets.jobId, ids), sql`${targets.place} <= ${maxNames}`))
      .orderBy(asc(targets.place)),
    uids.length === 0 ? { rows: [] } : database.execute<{ uid: string; name: string }>(groupNames(uids)),
  ]);
  const names = new Map(groups.rows.map(({ uid, name }) => [uid, name]));
  return storedJobs.map((job) => ({
    ...presentJob(job),
    about: {
      names: people.flatMap(({ jobId, name }) => (jobId === job.id && name !== null ? [name] : [])),
      group: names.get(groupOf(job.request) ?? "") ?? null,
    },
  }));
}

function presentJob(job: StoredJob): Omit<Job, "about"> {
  const { id, kind, state, total, done, refused, isCancelAsked, error } = job;
  const file =
    job.fileName && job.fileType ? { name: job.fileName, type: job.fileType, size: job.fileSize ?? 0 } : null;
  const group = "group" in job.request ? job.request.group : null;
  return {
    ...{ id, kind, state, total, done, refused, isCancelAsked, error, file, group },
    createdAt: job.createdAt.toISOString(),
    endedAt: job.endedAt?.toISOString() ?? null,
    expiresAt: job.expiresAt.toISOString(),
  };
}

/** The group that people were moved to or removed from, or by which the selection was filtered. */
function groupOf(request: JobRequest): string | null {
  if ("group" in request) return request.group;
  if (!("match" in request.selection)) return null;
  const { group } = readFilters(request.selection.match.filters);
  return typeof group === "string" && uidSchema.safeParse(group).success ? group : null;
}

/** Validated when the request was received. */
function readFilters(filters: string | undefined): Record<string, unknown> {
  return filters ? (JSON.parse(filters) as Record<string, unknown>) : {};
}

const groupNames = (uids: readonly string[]) =>
  sql`select uid, name from directory.groups where uid in ${uids} and status <> 'deleted'`;
