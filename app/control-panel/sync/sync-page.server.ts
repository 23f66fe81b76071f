import { redirect } from "@remix-run/node";
import { enterPanel, type Panel } from "~/control-panel/frame/panel.server";
import { chosenOrganization, importsSchema } from "~/control-panel/import/import-page.server";
import { actionOf } from "~/forms/intents";
import { readQuery } from "~/forms/read-query";
import { orRefuse } from "~/forms/service-errors.server";
import type { Sync, SyncSettings } from "~/services/contracts/sync";
import { isUid } from "~/services/contracts/uid";
import { findSettings, sayFailed, syncClient } from "./sync-data.server";
import { settingsIntents, syncHref, syncRight } from "./sync-intents";

/** Roster sync of one organisation: its settings and its sources. docs/product/control-panel.md#sync. */

export type SyncPageData = {
  organization: { id: string; name: string };
  organizations: { id: string; name: string }[];
  settings: SyncSettings;
  syncs: Sync[];
  /** Schools of the organisation, for the organisation's map. */
  schools: { id: string; name: string }[];
};

/** @throws Response 403 for whoever may synchronise nowhere, 404 for an organisation outside their scope */
export async function loadSyncPage(request: Request): Promise<SyncPageData> {
  const panel = await enterPanel(request);
  const { organization: asked } = readQuery(new URL(request.url).searchParams, importsSchema);
  const chosen = await chosenOrganization(panel, request, asked, syncRight);
  const { id: orgId } = chosen.organization;
  const [settings, { body }] = await Promise.all([
    findSettings(panel, request, orgId),
    orRefuse(syncClient().getSyncs({ params: { orgId } }, panel.credentials), request),
  ]);
  return { ...chosen, settings, syncs: body.data, schools: schoolsOf(chosen, settings) };
}

/** Those that a person may have in the map: what the panel offers to choose from, and what stands in it. */
function schoolsOf(
  { organization, organizations }: Pick<SyncPageData, "organization" | "organizations">,
  { organizationMap }: SyncSettings,
) {
  const mapped = organizationMap.map(({ uid }) => uid);
  const known = [organization, ...organizations.filter(({ id }) => id !== organization.id)];
  return [...known, ...mapped.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id, name: id }))];
}

type Sent = { panel: Panel; orgId: string; formData: FormData };

const actions = {
  [settingsIntents.active]: ({ panel, orgId, formData }: Sent) =>
    put(panel, orgId, "active", { active: formData.get("active") === "on" }),
  [settingsIntents.dryRun]: ({ panel, orgId, formData }: Sent) =>
    put(panel, orgId, "dryRun", { dryRun: formData.get("dryRun") === "on" }),
  [settingsIntents.schools]: ({ panel, orgId, formData }: Sent) =>
    put(panel, orgId, "organizationMap", { organizationMap: mapIn(formData) }),
};

function put(panel: Panel, orgId: string, field: string, body: Partial<SyncSettings>) {
  return syncClient().putSyncSetting({ params: { orgId, field }, body }, panel.credentials);
}

/** Several ids of one school stand in one field, with commas between. */
function mapIn(formData: FormData): SyncSettings["organizationMap"] {
  return [...formData].flatMap(([name, value]) => {
    const uid = name.startsWith("school-") ? name.slice("school-".length) : "";
    if (!isUid(uid) || typeof value !== "string") return [];
    const ids = value.split(",").map((text) => text.trim());
    return ids.filter(Boolean).map((externalId) => ({ legacyId: null, uid, externalId: externalId.slice(0, 255) }));
  });
}

export async function actOnSettings(request: Request): Promise<Response> {
  const panel = await enterPanel(request);
  const orgId = new URL(request.url).searchParams.get("organization") ?? "";
  const formData = await request.formData();
  try {
    await actionOf<(sent: Sent) => Promise<unknown>>(actions, formData)({ panel, orgId, formData });
  } catch (error) {
    if (error instanceof Response) throw error;
    return sayFailed(error, request, syncHref(orgId), "update");
  }
  return redirect(syncHref(orgId));
}
