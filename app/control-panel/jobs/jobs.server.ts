import { redirect } from "@remix-run/node";
import { z } from "zod";
import { getWiring } from "~/clients/wiring.server";
import { enterPanel } from "~/control-panel/frame/panel.server";
import { listHref, pageOf } from "~/control-panel/lists/list-address";
import { readListState } from "~/control-panel/lists/read-list";
import { isListKind } from "~/control-panel/people/kinds";
import { pageParameter, readQuery } from "~/forms/read-query";
import { orRefuse, pathOf } from "~/forms/service-errors.server";
import type { Job, JobResult } from "~/services/contracts/jobs";
import { sendFile } from "./send-file.server";

/** One's own jobs: the list of them, one with its rows, its file. */

export type JobsPageData = { jobs: Job[]; page: number; total: number };
export const jobsAPage = 25;

export async function loadJobs(request: Request): Promise<JobsPageData> {
  const panel = await enterPanel(request);
  const { page } = readAddress(request);
  const query = { pageNumber: page, pageSize: jobsAPage };
  const { body } = await orRefuse(panel.client.getJobs({ query }, panel.credentials), request);
  return { jobs: body.data, page, total: body.meta.totalCount };
}

export type JobPageData = {
  job: Job;
  /** Rows that could not be done. */
  refused: JobResult[];
  page: number;
  refusedTotal: number;
  /** The list that it was started from. */
  backHref: string | null;
};

export async function loadJob(request: Request, id: string): Promise<JobPageData> {
  const panel = await enterPanel(request);
  const { page, back: backHref } = readAddress(request);
  const { body } = await orRefuse(panel.client.getJob({ params: { id } }, panel.credentials), request);
  // Another process may have run the job; the lists cached in this one are older.
  if (body.data.kind !== "export") getWiring().displayCache.drop(panel.user.uid);
  if (body.data.refused === 0 || body.data.kind === "export") {
    return { job: body.data, refused: [], page, refusedTotal: 0, backHref };
  }
  const query = { outcome: "refused" as const, pageNumber: page, pageSize: jobsAPage };
  const results = await orRefuse(panel.client.getJobResults({ params: { id }, query }, panel.credentials), request);
  const refusedTotal = results.body.meta.totalCount;
  return { job: body.data, refused: results.body.data, page, refusedTotal, backHref };
}

export async function cancelJob(request: Request, id: string): Promise<Response> {
  const panel = await enterPanel(request);
  await orRefuse(panel.client.cancelJob({ params: { id } }, panel.credentials), request);
  return redirect(pathOf(request));
}

/** The file, for whoever started the job. */
export async function sendJobFile(request: Request, id: string): Promise<Response> {
  const panel = await enterPanel(request);
  const read = async (part: number) =>
    (await panel.client.getJobFile({ params: { id }, query: { part } }, panel.credentials)).body.data;
  const first = await orRefuse(read(0), request);
  return sendFile(first, (part) => (part === 0 ? Promise.resolve(first) : read(part)));
}

const addressSchema = z.object({ page: pageParameter(1000), back: z.string().catch("").transform(backHref) });

function readAddress(request: Request) {
  return readQuery(new URL(request.url).searchParams, addressSchema);
}

/** The list that an address names; null where it names none of ours, since anybody can write an address. */
function backHref(text: string): string | null {
  const [kind = "", query = ""] = text.split("?", 2);
  if (!isListKind(kind)) return null;
  const state = readListState(new URLSearchParams(query));
  return listHref(`/controlpanel/${kind}`, state, pageOf(state));
}
