import { z } from "zod";
import { chosenOrganization } from "~/control-panel/import/import-page.server";
import { hiddenField } from "~/forms/form-fields";
import type { FormResult } from "~/forms/form-result";
import { formResult, staleFormResult, typedFormResult } from "~/forms/form-result.server";
import { type ReadForm, readForm } from "~/forms/read-form";
import { isStale } from "~/forms/service-errors.server";
import { readOriginal } from "~/forms/stale-version";
import { formMessages } from "~/services/contracts/form-messages";
import type { ReadSyncSettings, SyncSettings } from "~/services/contracts/sync";
import { fieldsSharingIds, schoolField, schoolOf, schoolTexts } from "./school-fields";
import { findSyncSettings, putSetting, redirectSaved, revisionForm, type SentSettings } from "./sync-data.server";
import { schoolSearchField, settingsIntents, syncRight } from "./sync-intents";
import { findSchools, type Schools } from "./sync-schools.server";

/** Actions of the school map's form: saving, and searching for schools to show. docs/product/control-panel.md#sync. */

/** The form after a search, a mistake or an edit conflict; unsaved input is preserved. */
export type MapResult = FormResult & {
  found: Schools;
  /** After a search or a mistake: values and revision that the form was loaded with, so that a conflict is still found when it is saved. */
  loaded?: { read: string; revision: string };
};

/** One field per school that the page showed. */
function readMap(formData: FormData): ReadForm<Record<string, string>> {
  const names = [...formData.keys()].filter((name) => schoolOf(name) !== null);
  return readForm(formData, z.object(Object.fromEntries(names.map((name) => [name, hiddenField]))));
}

export async function putSchools(sent: SentSettings) {
  const { formData, request } = sent;
  const { values, submission } = readMap(formData);
  const stored = await findSyncSettings(sent);
  const fields = fieldsOf(values);
  const uids = fields.map(({ uid }) => uid);
  const organizationMap = mapOf(fields, stored);
  const intent = settingsIntents.schools;
  const sharing = fieldsSharingIds({ organizationMap }).filter((name) => name in values);
  if (sharing.length > 0) {
    const found = await findAgain(sent, stored, uids);
    const fieldErrors = Object.fromEntries(sharing.map((name) => [name, [formMessages.duplicate]]));
    return formResult(sent.panel.backend, null, {
      request,
      submission,
      intent,
      fieldErrors,
      extra: { found, loaded: loadedOf(formData) },
    });
  }
  try {
    await putSetting(sent, "organizationMap", { organizationMap });
  } catch (error) {
    if (!isStale(error)) throw error;
    const found = await findAgain(sent, stored, uids);
    const now = { stored: shownTexts(stored, found), version: stored.revision };
    return staleFormResult(uids.map(schoolField), now, { intent, formData, submission, extra: { found } });
  }
  return redirectSaved(sent);
}

/** If there are more schools than the form shows, the service searches. */
export async function searchSchools(sent: SentSettings) {
  const { formData } = sent;
  const { values, submission } = readMap(formData);
  const stored = await findSyncSettings(sent);
  const fields = fieldsOf(values);
  const uids = fields.map(({ uid }) => uid);
  const before = { ...schoolTexts(stored, uids), ...readOriginal(formData) };
  const edited = fields.filter(({ name, value }) => value !== before[name]);
  const editedUids = edited.map(({ uid }) => uid);
  const found = await findAgain(sent, stored, editedUids);
  const textsOf = (textOf: (field: Field) => string) =>
    Object.fromEntries(edited.map((field) => [field.name, textOf(field)]));
  const shown = shownTexts(stored, found);
  const { revision = String(stored.revision) } = readForm(formData, revisionForm).values;
  return typedFormResult(
    { submission, intent: settingsIntents.schools, initialValue: { ...shown, ...textsOf(({ value }) => value) } },
    { found, loaded: { read: JSON.stringify({ ...shown, ...textsOf(({ name }) => before[name] ?? "") }), revision } },
  );
}

/** Values and revision that a refused form was loaded with, so that a conflict is still found when it is saved. */
function loadedOf(formData: FormData): MapResult["loaded"] {
  const { read, revision } = readForm(formData, z.object({ read: hiddenField, revision: hiddenField })).values;
  return { read, revision };
}

const searchForm = z.object({ [schoolSearchField]: hiddenField });

/** The schools of the form, by its search. */
async function findAgain(
  { panel, request, orgId, formData }: SentSettings,
  stored: ReadSyncSettings,
  edited: string[],
): Promise<Schools> {
  const { organization } = await chosenOrganization(panel, request, orgId, syncRight);
  const { [schoolSearchField]: q } = readForm(formData, searchForm).values;
  return findSchools(panel, request, organization, stored, { q, edited });
}

const shownTexts = (stored: SyncSettings, { schools }: Schools) =>
  schoolTexts(
    stored,
    schools.map(({ id }) => id),
  );

type Field = { name: string; uid: string; value: string };

function fieldsOf(values: Record<string, string>): Field[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const uid = schoolOf(name);
    return uid === null ? [] : [{ name, uid, value }];
  });
}

/**
 * Map from the form's fields: a school's field may contain several comma-separated ids. Data that the form does not show is preserved:
 * legacy ids, and schools without a field.
 */
function mapOf(fields: Field[], { organizationMap }: SyncSettings): SyncSettings["organizationMap"] {
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
