import { data } from "@remix-run/node";
import { chosenOrganization } from "~/control-panel/import/import-page.server";
import { isStale } from "~/forms/service-errors.server";
import { type Change, type FieldTexts, readOriginal, staleResult } from "~/forms/stale-version";
import type { ReadSyncSettings, SyncSettings } from "~/services/contracts/sync";
import { schoolField, schoolOf, schoolTexts } from "./school-fields";
import { putSetting, redirectSaved, type SentSettings, storedSettings } from "./sync-data.server";
import { schoolSearchField, syncRight } from "./sync-intents";
import { findSchools, type Schools } from "./sync-schools.server";

/** Actions of the school map's form: saving, and searching for schools to show. docs/product/control-panel.md#sync. */

/** Data of the form after a search or an edit conflict; unsaved input is preserved. */
export type MapResult = Schools & {
  values: FieldTexts;
  /** Original values of the fields, as JSON. */
  read: string;
  revision: string;
  /** Changes saved by another user; null after a search. */
  changes: Change[] | null;
};

export async function putSchools(sent: SentSettings) {
  const { formData } = sent;
  const stored = await storedSettings(sent);
  try {
    await putSetting(sent, "organizationMap", { organizationMap: mapIn(formData, stored) });
  } catch (error) {
    if (!isStale(error)) throw error;
    const uids = fieldsIn(formData).map(({ uid }) => uid);
    const now = { stored: schoolTexts(stored, uids), version: stored.revision };
    const { values, stale } = staleResult(uids.map(schoolField), now, formData);
    const schoolFields = await reloadSchools(sent, stored, uids);
    const result = { ...schoolFields, values, revision: String(stored.revision), changes: stale.changes };
    return data<MapResult>(result, { status: 412 });
  }
  return redirectSaved(sent);
}

/** If there are more schools than the form shows, the service searches. */
export async function searchSchools(sent: SentSettings) {
  const { formData } = sent;
  const stored = await storedSettings(sent);
  const fields = fieldsIn(formData);
  const before = {
    ...schoolTexts(
      stored,
      fields.map(({ uid }) => uid),
    ),
    ...readOriginal(formData),
  };
  const edited = fields.filter(({ name, value }) => value !== before[name]);
  const schoolFields = await reloadSchools(
    sent,
    stored,
    edited.map(({ uid }) => uid),
  );
  const ofEdited = (textOf: (field: Field) => string) =>
    Object.fromEntries(edited.map((field) => [field.name, textOf(field)]));
  return data<MapResult>({
    ...schoolFields,
    values: ofEdited(({ value }) => value),
    read: JSON.stringify({ ...JSON.parse(schoolFields.read), ...ofEdited(({ name }) => before[name] ?? "") }),
    revision: String(formData.get("revision") ?? stored.revision),
    changes: null,
  });
}

/** The schools of the form with their stored ids. */
async function reloadSchools(
  { panel, request, orgId, formData }: SentSettings,
  stored: ReadSyncSettings,
  edited: string[],
) {
  const { organization } = await chosenOrganization(panel, request, orgId, syncRight);
  const q = String(formData.get(schoolSearchField) ?? "");
  const schools = await findSchools(panel, request, organization, stored, { q, edited });
  const read = JSON.stringify(
    schoolTexts(
      stored,
      schools.schools.map(({ id }) => id),
    ),
  );
  return { ...schools, read };
}

type Field = { name: string; uid: string; value: string };

function fieldsIn(formData: FormData): Field[] {
  return [...formData].flatMap(([name, value]) => {
    const uid = schoolOf(name);
    return uid !== null && typeof value === "string" ? [{ name, uid, value }] : [];
  });
}

/**
 * Map from form data: a school's field may contain several comma-separated ids. Data that the form does not show is preserved: legacy ids,
 * and schools without a field.
 */
function mapIn(formData: FormData, { organizationMap }: SyncSettings): SyncSettings["organizationMap"] {
  const fields = fieldsIn(formData);
  const fieldUids = new Set(fields.map(({ uid }) => uid));
  const legacyIds = new Map(
    organizationMap.flatMap(({ uid, legacyId }) => (legacyId === null ? [] : [[uid, legacyId]])),
  );
  return [
    ...organizationMap.filter(({ uid }) => !fieldUids.has(uid)),
    ...fields.flatMap(({ uid, value }) => {
      const ids = value.split(",").map((text) => text.trim());
      const legacyId = legacyIds.get(uid) ?? null;
      return ids.filter(Boolean).map((externalId) => ({ legacyId, uid, externalId: externalId.slice(0, 255) }));
    }),
  ];
}
