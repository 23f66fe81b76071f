import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { type SchoolsToChoose, schoolsToChoose } from "~/control-panel/forms/school-choice.server";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { chosenOrganization, importsSchema } from "~/control-panel/import/import-page.server";
import { hiddenField, tickedField } from "~/forms/form-fields";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { readQuery } from "~/forms/read-query";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import type { ReadSyncSettings, Sync } from "~/services/contracts/sync";
import { putSchools, searchSchools } from "./school-map.server";
import {
  findCachedSyncSettings,
  findSyncSettings,
  putSetting,
  redirectFailed,
  redirectSaved,
  redirectStale,
  type SentSettings,
  syncClient,
} from "./sync-data.server";
import { settingsIntents, syncHref, syncRight } from "./sync-intents";
import { findSchools, type Schools } from "./sync-schools.server";

/** Roster sync of one organisation: settings and sources. docs/product/control-panel.md#sync. */

export type SyncPageData = Schools &
  SchoolsToChoose & {
    organization: { id: string; name: string };
    settings: ReadSyncSettings;
    syncs: Sync[];
  };

/** @throws Response 403 if the user may not sync anywhere, 404 for an organisation out of scope */
export async function loadSyncPage(backend: Backend, request: Request): Promise<SyncPageData> {
  const panel = await authorisePanel(backend, request);
  const { organization: requested } = readQuery(new URL(request.url).searchParams, importsSchema);
  const chosen = await chosenOrganization(panel, request, requested, syncRight);
  const { id: orgId } = chosen.organization;
  const [settings, { body }, toChoose] = await Promise.all([
    findCachedSyncSettings(panel, request, orgId),
    orThrowResponse(syncClient(backend).getSyncs({ params: { orgId } }, panel.credentials), request),
    schoolsToChoose(panel, request, chosen),
  ]);
  const schools = await findSchools(panel, request, chosen.organization, settings);
  return { organization: chosen.organization, ...toChoose, settings, syncs: body.data, ...schools };
}

const actions = {
  [settingsIntents.active]: (sent: SentSettings) => putSwitch(sent, "active"),
  [settingsIntents.dryRun]: (sent: SentSettings) => putSwitch(sent, "dryRun"),
  [settingsIntents.schools]: putSchools,
  [settingsIntents.searchSchools]: searchSchools,
};

/** One switch, and how the page showed it: `true` or `false`. */
const switchForm = z.object({ active: tickedField, dryRun: tickedField, read: hiddenField });

/** Saves a switch despite a newer revision, unless another user changed this switch: then the page shows its current state. */
async function putSwitch(sent: SentSettings, field: "active" | "dryRun") {
  const { read, [field]: isOn } = readForm(sent.formData, switchForm).values;
  const body = { [field]: isOn };
  try {
    await putSetting(sent, field, body);
  } catch (error) {
    if (!isStale(error)) throw error;
    const now = (await findSyncSettings(sent))[field];
    const isOverruled = now !== isOn && String(now) !== read;
    if (isOverruled) return redirectStale(sent.request, syncHref(sent.orgId));
    await putSetting(sent, field, body, {});
  }
  return redirectSaved(sent);
}

export async function actOnSettings(backend: Backend, request: Request) {
  const panel = await authorisePanel(backend, request);
  const orgId = new URL(request.url).searchParams.get("organization") ?? "";
  const formData = await request.formData();
  type Result = Awaited<ReturnType<typeof putSwitch | typeof putSchools | typeof searchSchools>>;
  const action: (sent: SentSettings) => Promise<Result> = actionOf(actions, formData);
  try {
    return await action({ panel, request, orgId, formData });
  } catch (error) {
    if (error instanceof Response) throw error;
    return redirectFailed(backend, error, request, syncHref(orgId), "update");
  }
}
