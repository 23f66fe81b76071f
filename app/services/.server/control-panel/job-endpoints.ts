import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { authoriseEmployee, authoriseGroup, readUid } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import {
  findOwnJob,
  insertJob,
  listOwnJobs,
  listTargets,
  readFilePart,
  requestCancellation,
  type StoredJob,
} from "~/services/.server/jobs/job-store";
import { presentJobs } from "~/services/.server/jobs/present-job";
import type { JobQueue } from "~/services/.server/jobs/queue";
import { readSelection } from "~/services/.server/jobs/selection";
import { withLoginAddress } from "~/services/.server/jobs/sheet-address";
import { formMessages } from "~/services/contracts/form-messages";
import { type Job, type JobContracts, type JobRequest, jobContracts, undoableKinds } from "~/services/contracts/jobs";
import { conflict, notFound } from "~/services/contracts/service-error";

/** Endpoints to start jobs and read the user's own; other users' jobs are not accessible. */

export type JobEndpointDeps = { databases: Databases; queue: Pick<JobQueue, "send"> };

export function createJobEndpoints(deps: JobEndpointDeps): Endpoints<JobContracts> {
  async function authoriseOwnJob({ params }: { params: { id: string } }, caller: Caller) {
    const proof = authoriseEmployee(deps, caller);
    const { realm, uid } = proof.access;
    const job = await findOwnJob(proof.database, { realm, uid }, readUid(params.id));
    if (!job) throw notFound();
    return { ...proof, job };
  }

  return {
    createJob: endpoint({
      contract: jobContracts.createJob,
      /** Rejects requests that cannot succeed at all; the permission for each row is checked when the job processes it. */
      async authorise({ body: { data } }, caller) {
        const proof = authoriseEmployee(deps, caller);
        if (handsOut(data)) requireInPerson(proof.access, formMessages.insufficientPermission);
        if (data.kind === "undo") {
          const { realm, uid } = proof.access;
          const undone = await findOwnJob(proof.database, { realm, uid }, data.selection.job);
          if (!undone) throw notFound();
          if (!undoableKinds.includes(undone.kind) || undone.endedAt === null) throw conflict(formMessages.conflict);
          // Leaving a group requires EditGroup, but undoing it requires AddGroupMember.
          if (undone.request.kind === "leave") await authoriseGroup(proof, undone.request.group, "AddGroupMember");
          return proof;
        }
        await readSelection(proof.database, proof.access, data.selection);
        if (data.kind === "move") await authoriseGroup(proof, data.group, "AddGroupMember");
        if (data.kind === "leave") await authoriseGroup(proof, data.group, "EditGroup");
        return proof;
      },
      async handle({ body }, { database, access }, { origin }) {
        const job = await insertJob(database, {
          realm: access.realm,
          request: withOwnAddress(body.data, origin),
          startedBy: access.uid,
          actor: access.actorUid,
          isSecure: access.isSecure,
          origin,
        });
        await deps.queue.send(regionOf(access.realm), { kind: "job", id: job.id });
        const location = `/services/control-panel/v1/jobs/${job.id}`;
        return { status: 201, body: { data: await presentOne(database, job) }, headers: { location } };
      },
    }),

    getJobs: endpoint({
      contract: jobContracts.getJobs,
      authorise: (_, caller) => authoriseEmployee(deps, caller),
      async handle({ query }, { database, access: { realm, uid } }) {
        const { jobs, total } = await listOwnJobs(database, { realm, uid }, query);
        return { status: 200, body: { data: await presentJobs(database, jobs), meta: { totalCount: total } } };
      },
    }),

    getJob: endpoint({
      contract: jobContracts.getJob,
      authorise: authoriseOwnJob,
      handle: async (_, { database, job }) => ({ status: 200, body: { data: await presentOne(database, job) } }),
    }),

    getJobResults: endpoint({
      contract: jobContracts.getJobResults,
      authorise: authoriseOwnJob,
      async handle({ query }, { database, job }) {
        const { targets, total } = await listTargets(database, job.id, query);
        const data = targets.map(({ uid, name, outcome, reason }) => ({ id: uid, name, outcome, reason }));
        return { status: 200, body: { data, meta: { totalCount: total } } };
      },
    }),

    getJobFile: endpoint({
      contract: jobContracts.getJobFile,
      async authorise(input, caller) {
        const proof = await authoriseOwnJob(input, caller);
        const { fileName, fileType, request } = proof.job;
        if (!fileName || !fileType) throw notFound();
        // Credentials of others must not be read while impersonating. docs/security.md, line 27.
        if (handsOut(request)) requireInPerson(proof.access, formMessages.insufficientPermission);
        return { ...proof, fileName, fileType };
      },
      async handle({ query }, { database, job, fileName, fileType }) {
        const part = await readFilePart(database, job.id, query.part);
        if (!part) throw notFound();
        const content = part.bytes.toString("base64");
        const size = job.fileSize ?? 0;
        return { status: 200, body: { data: { name: fileName, type: fileType, size, content, isLast: part.isLast } } };
      },
    }),

    cancelJob: endpoint({
      contract: jobContracts.cancelJob,
      authorise: authoriseOwnJob,
      async handle(_, { database, job }) {
        await requestCancellation(database, job.id);
        return { status: 204, body: undefined };
      },
    }),
  };
}

async function presentOne(database: Database, job: StoredJob): Promise<Job> {
  const [presented] = await presentJobs(database, [job]);
  if (!presented) throw new Error("the job was not presented");
  return presented;
}

/** The request whose sheets, if it prints any, name the realm's own login page. */
function withOwnAddress(request: JobRequest, origin: string): JobRequest {
  if (request.kind !== "passwords" && request.kind !== "badges") return request;
  return { ...request, words: withLoginAddress(request.words, origin) };
}

/** Whether a job issues or voids credentials. */
function handsOut({ kind }: JobRequest): boolean {
  return kind === "passwords" || kind === "badges" || kind === "void-badges";
}
