import { z } from "zod";
import type { Backend } from "~/clients/backend";
import type { Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { readForm } from "~/forms/read-form";
import { isFailure, orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { ReadSyncSettings, SyncJob, SyncLog, SyncSettings } from "~/services/contracts/sync";
import { redirectWithNotice } from "~/shell/notice.server";
import { isSyncAtWork, syncHref } from "./sync-intents";

/** Service calls of the roster sync pages. docs/product/control-panel.md#limits, #errors. */

/** Milliseconds for which the log of a run is cached. */
const logTtl = 300_000;

export const syncClient = (backend: Backend) => backend.clients.sync;

/** Settings of an organisation, cached for display; any write of the user invalidates them, even if it is refused. */
export function findCachedSyncSettings(panel: Panel, request: Request, orgId: string): Promise<ReadSyncSettings> {
  const { uid } = panel.user;
  return panel.backend.displayCache.find(`sync settings ${orgId}`, uid, async () => {
    const call = syncClient(panel.backend).getSyncSettings({ params: { orgId } }, panel.credentials);
    return (await orThrowResponse(call, request)).body;
  });
}

/** The revision that a form was loaded with. */
export const revisionForm = z.object({ revision: z.string().optional().catch(undefined) });

/** `If-Match` header with a form's revision; empty if the form has none. */
export function ifMatchOf(formData: FormData): { "if-match"?: string } {
  const { revision } = readForm(formData, revisionForm).values;
  return revision ? { "if-match": `"${revision}"` } : {};
}

/** A submitted form of an organisation's settings. */
export type SentSettings = { panel: Panel; request: Request; orgId: string; formData: FormData };

/** Saves one setting, unless another user saved one since the form was loaded. */
export function putSetting(
  { panel, orgId, formData }: SentSettings,
  field: string,
  body: Partial<SyncSettings>,
  headers: { "if-match"?: string } = ifMatchOf(formData),
): Promise<unknown> {
  return syncClient(panel.backend).putSyncSetting({ params: { orgId, field }, headers, body }, panel.credentials);
}

export async function findSyncSettings({ panel, request, orgId }: SentSettings): Promise<ReadSyncSettings> {
  return (
    await orThrowResponse(syncClient(panel.backend).getSyncSettings({ params: { orgId } }, panel.credentials), request)
  ).body;
}

/** Redirects to the page with a success notice. */
export async function redirectSaved({ request, orgId }: SentSettings): Promise<Response> {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(syncHref(orgId), "success", t("settings.saved"));
}

/** Log of a run; null if the service failed. While the run is active the cache is bypassed. */
export async function findLogs(panel: Panel, request: Request, job: SyncJob): Promise<SyncLog[] | null> {
  const load = async () =>
    (await syncClient(panel.backend).getSyncLogs({ params: { jobId: job.jobId } }, panel.credentials)).body.data;
  const key = `sync logs ${job.jobId} ${job.state}`;
  const options = { ttl: logTtl, isForced: isSyncAtWork(job) };
  return nullOnFailure(panel.backend, panel.backend.displayCache.find(key, panel.user.uid, load, options), request);
}

/** Result of an optional call; null if the service failed. @throws Response as `orThrowResponse` does */
export async function nullOnFailure<T>(backend: Backend, call: Promise<T>, request: Request): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (!isFailure(backend, error)) throw refusalOf(error, request);
    return null;
  }
}

type TriggerOutcome = { success: true; jobId: string } | { success: false };

/** Starts a run. @throws Response for errors of the caller: signed out, forbidden, not found */
export async function triggerSync(
  panel: Panel,
  request: Request,
  params: { orgId: string; syncId: string },
): Promise<TriggerOutcome> {
  try {
    const { body } = await syncClient(panel.backend).triggerSync({ params }, panel.credentials);
    return { success: true, jobId: body.jobId };
  } catch (error) {
    const isOfCaller = error instanceof ServiceError && [401, 403, 404].includes(error.status);
    if (isOfCaller) throw refusalOf(error, request);
    isFailure(panel.backend, error);
    return { success: false };
  }
}

/** Redirects with an error notice: the reason if the service gives one, else a general message. */
export async function redirectFailed(
  backend: Backend,
  error: unknown,
  request: Request,
  to: string,
  failure: "start" | "update" | "delete",
): Promise<Response> {
  const isReason = error instanceof ServiceError && error.status < 500;
  if (isReason) return redirectWithError(backend, error, request, to);
  isFailure(backend, error);
  return redirectWithFailure(request, to, failure);
}

/** Redirects to the page, which shows what another user saved in the meantime. */
export async function redirectStale(request: Request, to: string) {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(to, "error", t("stale.settings"));
}

export async function redirectWithFailure(request: Request, to: string, failure: "start" | "update" | "delete") {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(to, "error", t(`errors.${failure}`));
}
