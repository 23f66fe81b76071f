import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { type Access, accessOf, requireEntrance } from "~/services/.server/directory/access";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { type JobAsked, type JobContracts, jobContracts } from "~/services/contracts/jobs";
import { forbidden, notFound } from "~/services/contracts/service-error";
import {
  askToCancel,
  findOwnJob,
  insertJob,
  listOwnJobs,
  listTargets,
  readFilePart,
  type StoredJob,
  shownJob,
} from "./job-store";
import { findReachableGroup } from "./people-acts";
import type { JobQueue } from "./queue";
import { readSelection } from "./selection";

/** Starting jobs and looking at one's own; nobody sees anybody else's. */

export type JobEndpointDeps = { databases: Databases; queue: Pick<JobQueue, "send"> };

export function createJobEndpoints({ databases, queue }: JobEndpointDeps): Endpoints<JobContracts> {
  const databaseOf = (caller: Caller) => databases[regionOf(caller.realm)];

  async function enter(caller: Caller): Promise<{ database: Database; access: Access }> {
    const database = databaseOf(caller);
    const access = requireEntrance(accessOf(caller));
    if (access.type !== "employee") throw forbidden(formMessages.insufficientPermission);
    return { database, access };
  }

  async function ownJob(caller: Caller, id: string): Promise<{ database: Database; access: Access; job: StoredJob }> {
    const { database, access } = await enter(caller);
    if (!isUuid(id)) throw notFound();
    const job = await findOwnJob(database, { realm: access.realm, uid: access.uid }, id);
    if (!job) throw notFound();
    return { database, access, job };
  }

  return {
    createJob: unprovedEndpoint({
      contract: jobContracts.createJob,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const { database, access } = await enter(caller);
        const asked = body.data;
        // What cannot be done at all is said at once; rights on each row are asked when its turn comes.
        if (handsOut(asked) && access.actorUid) throw forbidden(formMessages.insufficientPermission);
        await readSelection(database, access, asked.selection);
        if (asked.kind === "move") await findReachableGroup(database, access, asked.group);
        const job = await insertJob(database, {
          realm: access.realm,
          asked,
          startedBy: access.uid,
          actor: access.actorUid,
          isSecure: access.isSecure,
          origin: caller.origin,
        });
        await queue.send(regionOf(access.realm), job.id);
        const location = `/services/control-panel/v1/jobs/${job.id}`;
        return { status: 201, body: { data: shownJob(job) }, headers: { location } };
      },
    }),

    getJobs: unprovedEndpoint({
      contract: jobContracts.getJobs,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access } = await enter(caller);
        const { jobs, total } = await listOwnJobs(database, { realm: access.realm, uid: access.uid }, query);
        return { status: 200, body: { data: jobs.map(shownJob), meta: { totalCount: total } } };
      },
    }),

    getJob: unprovedEndpoint({
      contract: jobContracts.getJob,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { job } = await ownJob(caller, params.id);
        return { status: 200, body: { data: shownJob(job) } };
      },
    }),

    getJobResults: unprovedEndpoint({
      contract: jobContracts.getJobResults,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const { database, job } = await ownJob(caller, params.id);
        const { targets, total } = await listTargets(database, job.id, query);
        const data = targets.map(({ uid, name, outcome, reason }) => ({ id: uid, name, outcome, reason }));
        return { status: 200, body: { data, meta: { totalCount: total } } };
      },
    }),

    getJobFile: unprovedEndpoint({
      contract: jobContracts.getJobFile,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const { database, access, job } = await ownJob(caller, params.id);
        if (!job.fileName || !job.fileType) throw notFound();
        // Whoever acts as somebody must not come by what opens others' doors. security.md, line 27.
        if (handsOut(job.asked) && access.actorUid) throw forbidden(formMessages.insufficientPermission);
        const part = await readFilePart(database, job.id, query.part);
        if (!part) throw notFound();
        return {
          status: 200,
          body: {
            data: {
              name: job.fileName,
              type: job.fileType,
              size: job.fileSize ?? 0,
              content: part.bytes.toString("base64"),
              isLast: part.isLast,
            },
          },
        };
      },
    }),

    cancelJob: unprovedEndpoint({
      contract: jobContracts.cancelJob,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, job } = await ownJob(caller, params.id);
        await askToCancel(database, job.id);
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** Whether a job makes ways to sign in. */
function handsOut({ kind }: JobAsked): boolean {
  return kind === "passwords" || kind === "badges" || kind === "void-badges";
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
