import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { backParameter } from "~/control-panel/lists/back-parameter.server";
import { actionOf } from "~/forms/intents";
import { pageParameter, readQuery } from "~/forms/read-query";
import { formPathOf, orThrowResponse } from "~/forms/service-errors.server";
import type { Job, JobResult } from "~/services/contracts/jobs";
import { deepestPage } from "~/services/contracts/list-limits";
import { afterJob } from "./after-job.server";
import { jobIntents } from "./job-intents";
import { mayUndo } from "./may-undo.server";
import { sendFile } from "./send-file.server";

/** Loaders and actions of the user's jobs: the list, one job with its rows, its file. */

type JobsPageData = { jobs: Job[]; page: number; total: number };
export const jobsAPage = 25;

export async function loadJobs(backend: Backend, request: Request): Promise<JobsPageData> {
  const panel = await authorisePanel(backend, request);
  const { page } = readAddress(request);
  const query = { pageNumber: page, pageSize: jobsAPage };
  const { body } = await orThrowResponse(panel.client.getJobs({ query }, panel.credentials), request);
  return { jobs: body.data, page, total: body.meta.totalCount };
}

export type JobPageData = {
  job: Job;
  /** Rows that failed. */
  refused: JobResult[];
  page: number;
  refusedTotal: number;
  /** The list from which it was started. */
  backHref: string | null;
  mayUndo: boolean;
};

export async function loadJob(backend: Backend, request: Request, id: string): Promise<JobPageData> {
  const panel = await authorisePanel(backend, request);
  const { page, back: backHref } = readAddress(request);
  const { body } = await orThrowResponse(panel.client.getJob({ params: { id } }, panel.credentials), request);
  // Another process may have run the job, so the lists cached in this one may be stale.
  if (body.data.kind !== "export") backend.displayCache.drop(panel.user.uid);
  const common = { job: body.data, page, backHref, mayUndo: await orThrowResponse(mayUndo(panel, body.data), request) };
  if (body.data.refused === 0 || body.data.kind === "export") return { ...common, refused: [], refusedTotal: 0 };
  const query = { outcome: "refused" as const, pageNumber: page, pageSize: jobsAPage };
  const results = await orThrowResponse(
    panel.client.getJobResults({ params: { id }, query }, panel.credentials),
    request,
  );
  const refusedTotal = results.body.meta.totalCount;
  return { ...common, refused: results.body.data, refusedTotal };
}

const actions = { [jobIntents.cancel]: cancelJob, [jobIntents.undo]: undoJob };

/** Actions of a job's page. Their forms have no fields beside the intent, so that there is nothing for `readForm` to parse. */
export async function actOnJob(backend: Backend, request: Request, id: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)(panel, request, id);
}

async function cancelJob(panel: Panel, request: Request, id: string): Promise<Response> {
  await orThrowResponse(panel.client.cancelJob({ params: { id } }, panel.credentials), request);
  return redirect(formPathOf(request));
}

async function undoJob(panel: Panel, request: Request, id: string): Promise<Response> {
  const body = { data: { kind: "undo" as const, selection: { job: id } } };
  // Not back to the job, which would offer to undo it again.
  const backHref = readAddress(request).back ?? "/controlpanel/jobs";
  try {
    const { body: made } = await panel.client.createJob({ body }, panel.credentials, { idempotencyKey: `undo-${id}` });
    return await afterJob(panel, request, made.data.id, backHref);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
}

/** Sends the job's file; only for the user who started the job. */
export async function sendJobFile(backend: Backend, request: Request, id: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const read = async (part: number) =>
    (await panel.client.getJobFile({ params: { id }, query: { part } }, panel.credentials)).body.data;
  const first = await orThrowResponse(read(0), request);
  return sendFile(first, (part) => (part === 0 ? Promise.resolve(first) : read(part)));
}

const addressSchema = z.object({ page: pageParameter(deepestPage), back: backParameter });

function readAddress(request: Request) {
  return readQuery(new URL(request.url).searchParams, addressSchema);
}
