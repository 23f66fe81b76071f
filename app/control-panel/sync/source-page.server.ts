import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { importsSchema } from "~/control-panel/import/import-page.server";
import { formResult, staleFormResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { readQuery } from "~/forms/read-query";
import { isStale, orThrowResponse, reasonsOf } from "~/forms/service-errors.server";
import { pulledStream } from "~/http/pulled-stream.server";
import { readMultipart } from "~/http/unreadable-form.server";
import { getTranslator } from "~/i18n/i18n.server";
import { ServiceError } from "~/services/contracts/service-error";
import {
  largestRoster,
  type Sync,
  type SyncBody,
  type SyncCheck,
  type SyncJob,
  syncBodySchema,
  syncTypes,
  syncVersions,
} from "~/services/contracts/sync";
import { uidSchema } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";
import { sourceFields, sourceTexts } from "./source-fields";
import {
  findCachedSyncSettings,
  ifMatchOf,
  nullOnFailure,
  redirectFailed,
  redirectWithFailure,
  syncClient,
  triggerSync,
} from "./sync-data.server";
import { newSource, sourceHref, sourceIntents, syncHref, syncJobHref } from "./sync-intents";

/** Loader and actions of one sync source: settings, manual run or upload, and its runs. */

export type SourcePageData = {
  organization: { id: string; name: string };
  /** null for a new source. */
  sync: Sync | null;
  /** Id of the source; generated for a new one, so that a form submitted twice creates one source. */
  syncId: string;
  defaultType: string;
  /** null if the service failed. */
  jobs: SyncJob[] | null;
  page: number;
  total: number;
  perPage: number;
  /** Maximum file size in megabytes. */
  size: number;
};

const jobsAPage = 10;

export async function loadSource(
  backend: Backend,
  request: Request,
  orgId: string,
  id: string,
): Promise<SourcePageData> {
  const panel = await authorisePanel(backend, request);
  const [{ body: school }, { body: all }, settings] = await Promise.all([
    orThrowResponse(panel.client.getPanelOrganization({ params: { id: orgId } }, panel.credentials), request),
    orThrowResponse(syncClient(backend).getSyncs({ params: { orgId } }, panel.credentials), request),
    findCachedSyncSettings(panel, request, orgId),
  ]);
  const sync = id === newSource ? null : (all.data.find(({ syncId }) => syncId === id) ?? null);
  if (id !== newSource && !sync) throw new Response(null, { status: 404 });
  const { page } = readQuery(new URL(request.url).searchParams, importsSchema);
  const query = { pageNumber: page, pageSize: jobsAPage };
  const runs = sync
    ? await nullOnFailure(
        backend,
        syncClient(backend).getSyncJobs({ params: { orgId, syncId: sync.syncId }, query }, panel.credentials),
        request,
      )
    : null;
  return {
    organization: { id: orgId, name: school.data.name },
    ...{ sync, page, perPage: jobsAPage },
    syncId: sync?.syncId ?? crypto.randomUUID(),
    defaultType: settings.type,
    jobs: runs?.body.data ?? null,
    total: runs?.body.meta.totalCount ?? 0,
    size: largestRoster / (1024 * 1024),
  };
}

const { shape } = syncBodySchema;
const missing = (value: unknown) => (value === undefined ? "" : value);
/** `missing` restores empty fields, which conform omits. */
const sourceSchema = z.object({
  name: z.preprocess(missing, shape.name),
  type: z.preprocess(missing, z.enum([...syncTypes, "file"])),
  /** null: detected at each run. */
  version: z.preprocess((value) => value || null, z.enum(syncVersions).nullable()),
  address: z.preprocess(missing, shape.address),
  tokenAddress: z.preprocess(missing, shape.tokenAddress),
  clientId: z.preprocess(missing, shape.clientId),
  secret: z.preprocess(missing, shape.secret),
});

const sourceForm = sourceSchema.extend({ syncId: uidSchema.catch(() => crypto.randomUUID()) });
/** A file has none of the address's fields, which are hidden then: whatever they hold is passed over. */
const ignored = z.preprocess(() => null, z.null());
const fileForm = sourceForm.extend({
  version: ignored,
  address: ignored,
  tokenAddress: ignored,
  clientId: ignored,
  secret: ignored,
});

type Sent = { panel: Panel; request: Request; orgId: string; id: string; formData: FormData };

async function save({ panel, request, orgId, formData }: Sent) {
  const form = formData.get("type") === "file" ? readForm(formData, fileForm) : readForm(formData, sourceForm);
  if (form.submission.status !== "success")
    return formResult(panel.backend, null, { request, intent: sourceIntents.save, ...form });
  const { syncId, ...source } = form.values;
  const headers = ifMatchOf(formData);
  try {
    await syncClient(panel.backend).putSync(
      { params: { orgId, syncId }, headers, body: bodyOf(source) },
      panel.credentials,
    );
  } catch (error) {
    const stored = isStale(error) ? await storedSource(panel, request, orgId, syncId) : null;
    if (stored) {
      const now = { stored: sourceTexts(stored), version: stored.revision };
      return staleFormResult(sourceFields, now, { intent: sourceIntents.save, formData, submission: form.submission });
    }
    const t = await getTranslator(request, "sync");
    return formResult(panel.backend, error, {
      request,
      intent: sourceIntents.save,
      ...form,
      fallback: t("errors.update"),
    });
  }
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(sourceHref(orgId, syncId), "success", t("source.saved"));
}

/** null if it was deleted in the meantime. */
async function storedSource(panel: Panel, request: Request, orgId: string, id: string): Promise<Sync | null> {
  const { body } = await orThrowResponse(
    syncClient(panel.backend).getSyncs({ params: { orgId } }, panel.credentials),
    request,
  );
  return body.data.find(({ syncId }) => syncId === id) ?? null;
}

/** An empty secret leaves the stored one unchanged. A file source has no address. */
function bodyOf({ type, version, secret, ...values }: z.output<typeof sourceSchema>): SyncBody {
  const { name } = values;
  const nowhere = { address: null, tokenAddress: null, clientId: null, secret: null, version: null };
  if (type === "file") return { ...nowhere, type: "oneroster", name };
  return { ...values, type, version: type === "oneroster" ? version : null, ...(secret ? { secret } : {}) };
}

async function run({ panel, request, orgId, id }: Sent): Promise<Response> {
  const outcome = await triggerSync(panel, request, { orgId, syncId: id });
  return outcome.success
    ? redirect(syncJobHref(outcome.jobId))
    : redirectWithFailure(request, sourceHref(orgId, id), "start");
}

/** Result of a connection check, returned to the page. */
export type CheckResult = { check: SyncCheck };

async function check({ panel, request, orgId, id }: Sent) {
  try {
    const { body } = await syncClient(panel.backend).checkSync({ params: { orgId, syncId: id } }, panel.credentials);
    return data<CheckResult>({ check: body });
  } catch (error) {
    return redirectFailed(panel.backend, error, request, sourceHref(orgId, id), "start");
  }
}

async function remove({ panel, request, orgId, id }: Sent): Promise<Response> {
  try {
    await syncClient(panel.backend).deleteSync({ params: { orgId, syncId: id } }, panel.credentials);
  } catch (error) {
    return redirectFailed(panel.backend, error, request, sourceHref(orgId, id), "delete");
  }
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(syncHref(orgId), "success", t("source.deleted"));
}

const actions = {
  [sourceIntents.save]: save,
  [sourceIntents.run]: run,
  [sourceIntents.check]: check,
  [sourceIntents.delete]: remove,
};

/** Reason an upload was refused. */
export type UploadProblem = { problem: "missing" | "empty" | "too-large" };

/** Streams an uploaded file to the service, which reads it at once; other forms are dispatched by intent. */
export async function actOnSource(backend: Backend, request: Request, orgId: string, id: string) {
  const panel = await authorisePanel(backend, request);
  if (request.headers.get("content-type")?.startsWith("multipart/")) return upload(panel, request, orgId, id);
  const formData = await request.formData();
  type Result = Response | Awaited<ReturnType<typeof save>> | Awaited<ReturnType<typeof check>>;
  const action: (sent: Sent) => Promise<Result> = actionOf(actions, formData);
  return action({ panel, request, orgId, id, formData });
}

async function upload(panel: Panel, request: Request, orgId: string, id: string) {
  const params = { orgId, syncId: id };
  let isSent = false;
  try {
    await readMultipart(request, async ({ name, filename, data: bytes }) => {
      if (name !== "file" || !filename) {
        for await (const _ of bytes);
        return null;
      }
      await syncClient(panel.backend).putSyncFile({ params, body: pulledStream(() => bytes) }, panel.credentials);
      isSent = true;
      return null;
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    const reason = Object.values(reasonsOf(error) ?? {}).flat()[0];
    const isLarge = reason === "too-large" || (error instanceof ServiceError && error.status === 413);
    if (isLarge) return data<UploadProblem>({ problem: "too-large" }, { status: 400 });
    if (reason === "empty") return data<UploadProblem>({ problem: "empty" }, { status: 400 });
    return redirectFailed(panel.backend, error, request, sourceHref(orgId, id), "start");
  }
  if (!isSent) return data<UploadProblem>({ problem: "missing" }, { status: 400 });
  const outcome = await triggerSync(panel, request, params);
  return outcome.success
    ? redirect(syncJobHref(outcome.jobId))
    : redirectWithFailure(request, sourceHref(orgId, id), "start");
}
