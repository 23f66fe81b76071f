import { data } from "@remix-run/node";
import { enterPanel, type Panel } from "~/control-panel/frame/panel.server";
import { chosenOrganization, importsSchema } from "~/control-panel/import/import-page.server";
import { actionOf } from "~/forms/intents";
import { readQuery, textParameter } from "~/forms/read-query";
import { isStale, orRefuse } from "~/forms/service-errors.server";
import { type FieldTexts, type StaleVersion, staleResult } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import type { ReadSyncSettings, Sync, SyncSettings } from "~/services/contracts/sync";
import { redirectWithNotice } from "~/shell/notice.server";
import { ifMatchOf } from "./if-match.server";
import { idsOf, schoolOf } from "./school-fields";
import { findSettings, sayFailed, sayStale, syncClient } from "./sync-data.server";
import { schoolSearchField, settingsIntents, syncHref, syncRight } from "./sync-intents";
import { findSchools, type Schools } from "./sync-schools.server";

/** Roster sync of one organisation: its settings and its sources. docs/product/control-panel.md#sync. */

export type SyncPageData = Schools & {
  organization: { id: string; name: string };
  organizations: { id: string; name: string }[];
  settings: ReadSyncSettings;
  syncs: Sync[];
};

const pageSchema = importsSchema.extend({ [schoolSearchField]: textParameter });

/** @throws Response 403 for whoever may synchronise nowhere, 404 for an organisation outside their scope */
export async function loadSyncPage(request: Request): Promise<SyncPageData> {
  const panel = await enterPanel(request);
  const { organization: requested, schools: q } = readQuery(new URL(request.url).searchParams, pageSchema);
  const chosen = await chosenOrganization(panel, request, requested, syncRight);
  const { id: orgId } = chosen.organization;
  const [settings, { body }] = await Promise.all([
    findSettings(panel, request, orgId),
    orRefuse(syncClient().getSyncs({ params: { orgId } }, panel.credentials), request),
  ]);
  const schools = await findSchools(panel, request, chosen.organization, settings, q ?? "");
  return { ...chosen, settings, syncs: body.data, ...schools };
}

/** The form of the schools, when somebody else was faster. */
export type MapResult = { stale: StaleVersion; values: FieldTexts };

type Sent = { panel: Panel; request: Request; orgId: string; formData: FormData };

const actions = {
  [settingsIntents.active]: (sent: Sent) => putSwitch(sent, "active"),
  [settingsIntents.dryRun]: (sent: Sent) => putSwitch(sent, "dryRun"),
  [settingsIntents.schools]: putSchools,
};

function put(
  { panel, orgId }: Sent,
  field: string,
  body: Partial<SyncSettings>,
  headers: { "if-match"?: string },
): Promise<unknown> {
  return syncClient().putSyncSetting({ params: { orgId, field }, headers, body }, panel.credentials);
}

async function storedSettings({ panel, request, orgId }: Sent): Promise<ReadSyncSettings> {
  return (await orRefuse(syncClient().getSyncSettings({ params: { orgId } }, panel.credentials), request)).body;
}

/** Whoever turned the same switch meanwhile is not overruled unseen: the page shows where it stands. */
async function putSwitch(sent: Sent, field: "active" | "dryRun") {
  const body = { [field]: sent.formData.get(field) === "on" };
  try {
    await put(sent, field, body, ifMatchOf(sent.formData));
  } catch (error) {
    if (!isStale(error)) throw error;
    const now = (await storedSettings(sent))[field];
    const isOverruled = now !== body[field] && String(now) !== sent.formData.get("read");
    if (isOverruled) return sayStale(sent.request, syncHref(sent.orgId));
    await put(sent, field, body, {});
  }
  return saySaved(sent);
}

async function saySaved({ request, orgId }: Sent): Promise<Response> {
  const t = await getTranslator(request, "sync");
  return redirectWithNotice(syncHref(orgId), "success", t("settings.saved"));
}

async function putSchools(sent: Sent) {
  const { formData } = sent;
  const stored = await storedSettings(sent);
  try {
    await put(sent, "organizationMap", { organizationMap: mapIn(formData, stored) }, ifMatchOf(formData));
  } catch (error) {
    if (!isStale(error)) throw error;
    const fields = [...formData.keys()].filter((name) => schoolOf(name) !== null);
    const texts = Object.fromEntries(fields.map((name) => [name, idsOf(stored, schoolOf(name) ?? "")]));
    return data<MapResult>(staleResult(fields, { stored: texts, version: stored.revision }, formData), { status: 412 });
  }
  return saySaved(sent);
}

/**
 * Several ids of one school stand in one field, with commas between. What the form does not show stays: the numbers that other systems know
 * schools by, and schools that it does not name.
 */
function mapIn(formData: FormData, { organizationMap }: SyncSettings): SyncSettings["organizationMap"] {
  const fields = [...formData].flatMap(([name, value]) => {
    const uid = schoolOf(name);
    return uid !== null && typeof value === "string" ? [{ uid, value }] : [];
  });
  const shown = new Set(fields.map(({ uid }) => uid));
  const legacyIds = new Map(
    organizationMap.flatMap(({ uid, legacyId }) => (legacyId === null ? [] : [[uid, legacyId]])),
  );
  return [
    ...organizationMap.filter(({ uid }) => !shown.has(uid)),
    ...fields.flatMap(({ uid, value }) => {
      const ids = value.split(",").map((text) => text.trim());
      const legacyId = legacyIds.get(uid) ?? null;
      return ids.filter(Boolean).map((externalId) => ({ legacyId, uid, externalId: externalId.slice(0, 255) }));
    }),
  ];
}

export async function actOnSettings(request: Request) {
  const panel = await enterPanel(request);
  const orgId = new URL(request.url).searchParams.get("organization") ?? "";
  const formData = await request.formData();
  type Result = Awaited<ReturnType<typeof putSwitch>> | Awaited<ReturnType<typeof putSchools>>;
  const act: (sent: Sent) => Promise<Result> = actionOf(actions, formData);
  try {
    return await act({ panel, request, orgId, formData });
  } catch (error) {
    if (error instanceof Response) throw error;
    return sayFailed(error, request, syncHref(orgId), "update");
  }
}
