import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import {
  choose,
  chooseRest,
  loadImportRows,
  type OneImportData,
  queryToReturn,
  redirectChosen,
} from "~/control-panel/import/one-import.server";
import { actionOf } from "~/forms/intents";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { SyncJob, SyncLog } from "~/services/contracts/sync";
import { findLogs, redirectFailed, syncClient } from "./sync-data.server";
import { isSyncAtWork, syncJobHref, syncJobIntents } from "./sync-intents";

/** Loader and actions of one sync run: its changes, log and people. */

export type SyncJobPageData = {
  job: SyncJob;
  /** null if the service failed. */
  logs: SyncLog[] | null;
  /** Rows of the run's people; null if there are none yet. */
  people: OneImportData | null;
};

export async function loadSyncJob(backend: Backend, request: Request, jobId: string): Promise<SyncJobPageData> {
  const panel = await authorisePanel(backend, request);
  const { body } = await orThrowResponse(
    syncClient(backend).getSyncJob({ params: { jobId } }, panel.credentials),
    request,
  );
  const job = body.data;
  const hasPeople = job.importId !== null && !isSyncAtWork(job);
  const [logs, people] = await Promise.all([
    findLogs(panel, request, job),
    hasPeople && job.importId ? loadImportRows(panel, request, job.importId) : null,
  ]);
  return { job, logs, people };
}

type Sent = { panel: Panel; request: Request; jobId: string; formData: FormData };

const actions = {
  [syncJobIntents.release]: ({ panel, jobId }: Sent) =>
    syncClient(panel.backend).releaseSyncJob({ params: { jobId } }, panel.credentials),
  [syncJobIntents.refuse]: ({ panel, jobId }: Sent) =>
    syncClient(panel.backend).refuseSyncJob({ params: { jobId } }, panel.credentials),
  [syncJobIntents.undo]: ({ panel, jobId }: Sent) =>
    syncClient(panel.backend).undoSyncJob({ params: { jobId } }, panel.credentials),
  [syncJobIntents.choose]: async (sent: Sent) =>
    redirectChosen(sent, syncJobHref(sent.jobId), choose({ ...sent, id: await importOf(sent) })),
  [syncJobIntents.chooseRest]: async (sent: Sent) =>
    redirectChosen(sent, syncJobHref(sent.jobId), chooseRest({ ...sent, id: await importOf(sent) })),
};

async function importOf({ panel, request, jobId }: Sent): Promise<string> {
  const { body } = await orThrowResponse(
    syncClient(panel.backend).getSyncJob({ params: { jobId } }, panel.credentials),
    request,
  );
  return body.data.importId ?? "";
}

/**
 * Runs the form's action and redirects to the run; a refusal is shown as a notice. Release, refuse and undo have no fields for `readForm` to
 * parse; those of a choice are read by `choose` and `queryToReturn`, which call it.
 */
export async function actOnSyncJob(backend: Backend, request: Request, jobId: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const action: (sent: Sent) => Promise<unknown> = actionOf(actions, formData);
  try {
    const outcome = await action({ panel, request, jobId, formData });
    if (outcome instanceof Response) return outcome;
  } catch (error) {
    if (error instanceof Response) throw error;
    return redirectFailed(backend, error, request, syncJobHref(jobId), "update");
  }
  return redirect(syncJobHref(jobId) + queryToReturn(formData));
}
