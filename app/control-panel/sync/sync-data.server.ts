import { getWiring } from "~/clients/wiring.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { isFailure, orRefuse, refusalOf, sayRefused } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { ReadSyncSettings, SyncJob, SyncLog, SyncSettings } from "~/services/contracts/sync";
import { redirectWithNotice } from "~/shell/notice.server";
import { ifMatchOf } from "./if-match.server";
import { isAtWork, syncHref } from "./sync-intents";

/** What the pages of roster sync ask of its service. docs/product/control-panel.md#limits, #errors. */

/** Milliseconds for which the log of a run is shown again. */
const logTtl = 300_000;

export const syncClient = () => getWiring().clients.sync;

/** Settings of an organisation, cached for display; every write of the person drops them, and one that is refused too. */
export function findSettings(panel: Panel, request: Request, orgId: string): Promise<ReadSyncSettings> {
  const { uid } = panel.user;
  return getWiring().displayCache.find(`sync settings ${orgId}`, uid, async () => {
    const call = syncClient().getSyncSettings({ params: { orgId } }, panel.credentials);
    return (await orRefuse(call, request)).body;
  });
}

/** A form of an organisation's settings, as it was sent. */
export type SentSettings = { panel: Panel; request: Request; orgId: string; formData: FormData };

/** Saves one setting, if nobody else has saved one since the form was shown. */
export function putSetting(
  { panel, orgId, formData }: SentSettings,
  field: string,
  body: Partial<SyncSettings>,
  headers: { "if-match"?: string } = ifMatchOf(formData),
): Promise<unknown> {
  return syncClient().putSyncSetting({ params: { orgId, field }, headers, body }, panel.credentials);
}

export async function storedSettings({ panel, request, orgId }: SentSettings): Promise<ReadSyncSettings> {
  return (await orRefuse(syncClient().getSyncSettings({ params: { orgId } }, panel.credentials), request)).body;
}

/** Back to the page, with word that the settings are saved. */
export async function saySaved({ request, orgId }: SentSettings): Promise<Response> {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(syncHref(orgId), "success", t("settings.saved"));
}

/** null where the log cannot be had. While the run goes on, what is cached is old. */
export async function findLogs(panel: Panel, request: Request, job: SyncJob): Promise<SyncLog[] | null> {
  const load = async () =>
    (await syncClient().getSyncLogs({ params: { jobId: job.jobId } }, panel.credentials)).body.data;
  const key = `sync logs ${job.jobId} ${job.state}`;
  const options = { ttl: logTtl, isForced: isAtWork(job) };
  return orNull(getWiring().displayCache.find(key, panel.user.uid, load, options), request);
}

/** What a page can be without: null where the service could not say it. @throws Response as `orRefuse` does */
export async function orNull<T>(call: Promise<T>, request: Request): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (!isFailure(error)) throw refusalOf(error, request);
    return null;
  }
}

export type TriggerOutcome = { success: true; jobId: string } | { success: false };

/** Begins a run. @throws Response for what is no failure of the sync: sign in again, no right, not there */
export async function triggerSync(
  panel: Panel,
  request: Request,
  params: { orgId: string; syncId: string },
): Promise<TriggerOutcome> {
  try {
    const { body } = await syncClient().triggerSync({ params }, panel.credentials);
    return { success: true, jobId: body.jobId };
  } catch (error) {
    const isOfCaller = error instanceof ServiceError && [401, 403, 404].includes(error.status);
    if (isOfCaller) throw refusalOf(error, request);
    isFailure(error);
    return { success: false };
  }
}

/** Back to a page with why it was not done: the reason where there is one, else the words for what failed. */
export async function sayFailed(
  error: unknown,
  request: Request,
  to: string,
  failure: "start" | "update" | "delete",
): Promise<Response> {
  const isReason = error instanceof ServiceError && error.status < 500;
  if (isReason) return sayRefused(error, request, to);
  isFailure(error);
  return sayCould(request, to, failure);
}

/** Back to a page that shows what somebody else has saved meanwhile. */
export async function sayStale(request: Request, to: string) {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(to, "error", t("stale.settings"));
}

export async function sayCould(request: Request, to: string, failure: "start" | "update" | "delete") {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(to, "error", t(`errors.${failure}`));
}
