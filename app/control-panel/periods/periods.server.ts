import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { fetchList, type ListFailure } from "~/control-panel/lists/fetch-list.server";
import { confirmationForm } from "~/forms/confirmation";
import { findDraft } from "~/forms/form-drafts.server";
import { hiddenField, tickedField } from "~/forms/form-fields";
import { formResult, staleFormResult } from "~/forms/form-result.server";
import { formVersionOf } from "~/forms/form-version";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { countParameter, readQuery } from "~/forms/read-query";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import type { FieldTexts } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import { dayIn } from "~/realms/realm";
import type { CacheableList } from "~/services/contracts/cacheable-lists";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { periodFormFields, type SubscriptionPeriod } from "~/services/contracts/subscription-periods";
import { redirectWithNotice } from "~/shell/notice.server";
import { periodFieldNames, periodIntents } from "./period-intents";

/** Loader and actions of the subscription periods of a person or an organisation. */

export type PeriodsOwner = { kind: PersonKind | "organizations"; id: string };

export type PeriodsData = {
  owner: PeriodsOwner & { name: string };
  periods: SubscriptionPeriod[];
  failed: ListFailure | null;
  /** For a person: periods of their schools and the organisations above. null for an organisation. */
  schools: SchoolPeriods | null;
  /** Today in the country's time zone, as ISO 8601 date. */
  today: string;
  /** Super users only: names of the types to choose from, those that suit the owner first. null for other users, who may only read. */
  types: string[] | null;
  /** legacyId of the period being edited. */
  changing: number | null;
  key: string;
  draft: Record<string, string> | null;
};

export type SchoolPeriods = {
  /** Names of the person's schools. */
  names: string[];
  periods: SubscriptionPeriod[];
  failed: ListFailure | null;
};

const management = (backend: Backend) => backend.clients.customerManagement;
const isOrganization = ({ kind }: PeriodsOwner) => kind === "organizations";
const pathOf = ({ kind, id }: PeriodsOwner) => `/controlpanel/${kind}/${id}/periods`;

/** `change` is the legacyId of the period being edited. */
const addressSchema = z.object({ change: countParameter(Number.MAX_SAFE_INTEGER).nullable().catch(null) });

export async function loadPeriods(backend: Backend, request: Request, owner: PeriodsOwner): Promise<PeriodsData> {
  const panel = await authorisePanel(backend, request);
  const name = await ownerName(panel, request, owner);
  const listed = await fetchList(panel, request, {
    list: (isOrganization(owner) ? "schoolSubscription" : "userSubscription") satisfies CacheableList,
    key: [owner.id],
    fetch: () => fetchPeriods(panel, owner),
    count: (rows) => rows.length,
    seesEverybody: true,
  });
  const schools = isOrganization(owner) ? null : await findSchoolPeriods(panel, request, owner);
  const types = panel.user.isSuperUser ? await fetchTypes(panel, request, owner) : null;
  const draft = types ? await findPeriodDraft(panel, request) : null;
  const { change } = readQuery(new URL(request.url).searchParams, addressSchema);
  return {
    owner: { ...owner, name },
    periods: listed.rows ?? [],
    failed: listed.failed,
    schools,
    today: dayIn(panel.realm, new Date()),
    types,
    changing: types ? Number(draft?.legacyId ?? change) || null : null,
    key: crypto.randomUUID(),
    draft,
  };
}

/** Draft of the new period's form, or with a `legacyId` of the one being edited. */
async function findPeriodDraft(panel: Panel, request: Request): Promise<PeriodsData["draft"]> {
  const draft = await findDraft(panel, request);
  return draft && Object.fromEntries(Object.entries(draft).map(([name, values]) => [name, values[0] ?? ""]));
}

/** Field values of a period, as its form submits them. */
function periodTexts({ type, start, end }: SubscriptionPeriod): FieldTexts {
  return { type, start, end: end ?? "" };
}

/** @throws Response 404 if the owner is not of the kind in the URL */
async function ownerName({ backend, credentials }: Panel, request: Request, owner: PeriodsOwner): Promise<string> {
  const params = { uid: owner.id };
  if (isOrganization(owner)) {
    return (await orThrowResponse(management(backend).getSchoolUnit({ params }, credentials), request)).body.data.name;
  }
  const { data } = (await orThrowResponse(management(backend).getUser({ params }, credentials), request)).body;
  if (`${data.type}s` !== owner.kind) throw new Response(null, { status: 404 });
  return data.name;
}

async function fetchPeriods({ backend, credentials }: Panel, owner: PeriodsOwner): Promise<SubscriptionPeriod[]> {
  const query = { pageSize: 100, sortBy: "start", sortOrder: "desc", filters: JSON.stringify({ owner: owner.id }) };
  const call = isOrganization(owner) ? management(backend).getSchoolUnitPeriods : management(backend).getUserPeriods;
  return (await call({ query }, credentials)).body.data;
}

async function findSchoolPeriods(panel: Panel, request: Request, { id }: PeriodsOwner): Promise<SchoolPeriods> {
  const { credentials } = panel;
  const of = { key: [id], count: (rows: unknown[]) => rows.length, seesEverybody: true };
  const [places, periods] = await Promise.all([
    fetchList<string[]>(panel, request, {
      ...of,
      list: "userSchool",
      fetch: async () => {
        const query = { pageSize: 100, filters: JSON.stringify({ ids: [id] }) };
        return (await management(panel.backend).getUserSchoolUnits({ query }, credentials)).body.data.map(
          ({ name }) => name,
        );
      },
    }),
    fetchList<SubscriptionPeriod[]>(panel, request, {
      ...of,
      list: "userSchoolSubscription",
      fetch: async () => {
        const filters = JSON.stringify({ member: id });
        const query = { pageSize: 100, sortBy: "start", sortOrder: "desc" as const, filters };
        return (await management(panel.backend).getSchoolUnitPeriods({ query }, credentials)).body.data;
      },
    }),
  ]);
  return { names: places.rows ?? [], periods: periods.rows ?? [], failed: places.failed ?? periods.failed };
}

/** The first one is preselected: a consumer type for people, a school type for organisations. */
async function fetchTypes({ backend, credentials }: Panel, request: Request, owner: PeriodsOwner): Promise<string[]> {
  const { body } = await orThrowResponse(management(backend).getSubscriptionTypes({}, credentials), request);
  const isMeant = (name: string) => isOrganization(owner) !== name.endsWith("consumer");
  return body.data.map(({ name }) => name).toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
}

type Sent = { panel: Panel; request: Request; owner: PeriodsOwner; formData: FormData };

const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [periodIntents.add]: addPeriod,
  [periodIntents.save]: savePeriod,
  [periodIntents.remove]: removePeriod,
};

export async function actOnPeriods(backend: Backend, request: Request, owner: PeriodsOwner) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)({ panel, request, owner, formData });
}

const newPeriodForm = periodFormFields.extend({ trial: tickedField });
/** Which of the owner's periods it is. */
const periodForm = z.object({ legacyId: hiddenField });

async function addPeriod({ panel, request, owner, formData }: Sent) {
  const form = readForm(formData, newPeriodForm);
  const body = form.values;
  const key = idempotencyKeyOf(formData);
  try {
    await (isOrganization(owner)
      ? management(panel.backend).createSchoolUnitPeriod(
          { body: { ...body, schoolUnitUid: owner.id } },
          panel.credentials,
          key,
        )
      : management(panel.backend).createUserPeriod({ body: { ...body, userUid: owner.id } }, panel.credentials, key));
  } catch (error) {
    return formResult(panel.backend, error, { request, intent: periodIntents.add, ...form });
  }
  return done(request, owner, "periods.added");
}

async function savePeriod({ panel, request, owner, formData }: Sent) {
  const form = readForm(formData, periodFormFields);
  const { legacyId: id } = readForm(formData, periodForm).values;
  const version = formVersionOf(formData);
  const input = { params: { id }, body: { ...form.values, ...(version ? { version } : {}) } };
  const intent = periodIntents.save;
  try {
    await (isOrganization(owner)
      ? management(panel.backend).updateSchoolUnitPeriod(input, panel.credentials)
      : management(panel.backend).updateUserPeriod(input, panel.credentials));
  } catch (error) {
    if (!isStale(error)) return formResult(panel.backend, error, { request, intent, ...form });
    const now = (await orThrowResponse(fetchPeriods(panel, owner), request)).find(({ uid }) => uid === id);
    if (!now) throw new Response(null, { status: 404 });
    const stored = { stored: periodTexts(now), version: now.version };
    return staleFormResult(periodFieldNames, stored, { intent, formData, ...form });
  }
  return done(request, owner, "periods.saved");
}

async function removePeriod({ panel, request, owner, formData }: Sent) {
  const form = readForm(formData, confirmationForm);
  if (form.submission.status !== "success")
    return formResult(panel.backend, null, { request, intent: periodIntents.remove, ...form });
  const params = { ownerUid: owner.id, ...readForm(formData, periodForm).values };
  try {
    await (isOrganization(owner)
      ? management(panel.backend).deleteSchoolUnitPeriod({ params }, panel.credentials)
      : management(panel.backend).deleteUserPeriod({ params }, panel.credentials));
  } catch (error) {
    return redirectWithError(panel.backend, error, request, pathOf(owner));
  }
  return done(request, owner, "periods.removed");
}

async function done(request: Request, owner: PeriodsOwner, text: string): Promise<Response> {
  const t = await getTranslator(request, "control-panel");
  // Without the fragment browsers would keep that of the form, and without script the notice is at the top.
  return redirectWithNotice(`${pathOf(owner)}?force=true#top`, "success", t(text));
}
