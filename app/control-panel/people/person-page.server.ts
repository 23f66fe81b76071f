import type { Backend } from "~/clients/backend";
import type { Choices } from "~/control-panel/forms/choices";
import { organizationCandidates } from "~/control-panel/forms/choices.server";
import { personCandidate } from "~/control-panel/forms/person-candidate";
import type { Candidate } from "~/control-panel/forms/picker";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { confirmationForm } from "~/forms/confirmation";
import { type DraftFields, findDraft } from "~/forms/form-drafts.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { isFailure, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { PersonDetails } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { isForced, panelListHref } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { readNewPerson } from "./new-person-read.server";
import type { FormPerson } from "./person-form-schema";
import { readPersonSummary } from "./person-summary.server";

/** Loaders of one person's page, a new person and a deletion. */

/** Data of the form of a person, or of a new one. */
export type PersonFormData = {
  kind: PersonKind;
  realm: Panel["realm"];
  person: FormPerson & Pick<PersonDetails, "organizations"> & { legacyId: number | null };
  version: number;
  /** Organisations to which the user may add a new person. */
  places: Choices;
  /** Classes to which a new pupil can be added. */
  classes: Array<{ id: string; name: string }>;
  maySetAdmin: boolean;
  isSelf: boolean;
  /** Whether somebody else has more permissions than the user; false while impersonating, since the actual user has more. */
  hasHigher: boolean;
  canEscalate: boolean;
  /** The list, class or search from which the page was opened. */
  backHref: string;
  /** Form values saved before a step-up. */
  draft: DraftFields | null;
};

export type PersonPageData = PersonFormData & {
  person: Omit<PersonDetails, "foundRelatives" | "foundOrganizations">;
  /** Search results for a pupil or guardian to add; null without a search term. */
  relativeCandidates: Candidate[] | null;
  /** Search results for an organisation to add; null without a search term. */
  placeCandidates: Candidate[] | null;
  tab: "details" | "sign-in";
  /** For the forms that issue a badge or a picture code. */
  issueKey: string;
  /** When the page's data were read, ISO 8601. */
  readAt: string;
};

/** @returns null if the service failed: 'Failed to fetch user data'. docs/product/control-panel.md#errors. */
export async function loadPerson(
  backend: Backend,
  request: Request,
  kind: PersonKind,
  id: string,
): Promise<PersonPageData | null> {
  const panel = await authorisePanel(backend, request);
  try {
    return await readPerson(panel, request, kind, id);
  } catch (error) {
    if (isFailure(backend, error)) return null;
    throw refusalOf(error, request);
  }
}

async function readPerson(panel: Panel, request: Request, kind: PersonKind, id: string): Promise<PersonPageData> {
  const { searchParams } = new URL(request.url);
  const query = {
    relative: searchOf(searchParams, "relative"),
    place: searchOf(searchParams, "place"),
    isFresh: isForced(request) ? ("true" as const) : undefined,
  };
  const [{ body }, draft] = await Promise.all([
    panel.client.getPersonPage({ params: { kind, id }, query }, panel.credentials),
    findDraft(panel, request),
  ]);
  const { foundRelatives, foundOrganizations, ...person } = body.data;
  return {
    ...formDataOf(panel, request, kind, person.organizations),
    person,
    version: person.version,
    isSelf: person.id === panel.user.uid,
    relativeCandidates: foundRelatives?.map(personCandidate) ?? null,
    placeCandidates: foundOrganizations && (await organizationCandidates(request, foundOrganizations)),
    tab: searchParams.get("tab") === "sign-in" ? "sign-in" : "details",
    issueKey: crypto.randomUUID(),
    readAt: new Date().toISOString(),
    draft,
  };
}

function searchOf(parameters: URLSearchParams, name: string): string | undefined {
  return (parameters.get(name) ?? "").trim().slice(0, 200) || undefined;
}

/** Data for the form of a new person in the organisation of the list. */
export async function loadNewPerson(backend: Backend, request: Request, kind: PersonKind): Promise<PersonFormData> {
  const panel = await authorisePanel(backend, request);
  const draft = await findDraft(panel, request);
  const requested = new URL(request.url).searchParams.get("organization");
  const chosen = draft?.organizations ?? (requested === null ? undefined : [requested]);
  const read = await readNewPerson(panel, request, { kind, q: "", chosen });
  const role = ({ students: "student", guardians: "guardian", employees: "employee" } as const)[kind];
  const flags = { role, admin: false, active: true, addToSubSchools: false };
  const organizations = read.chosen.map(({ id, name }) => ({ id, name, ...flags }));
  return {
    ...formDataOf(panel, request, kind, organizations),
    person: { id: null, legacyId: null, organizations, ...read.form },
    places: read.places,
    classes: read.classes,
    draft,
  };
}

function formDataOf(
  panel: Panel,
  request: Request,
  kind: PersonKind,
  organizations: PersonDetails["organizations"],
): Omit<PersonFormData, "person"> {
  const { searchParams } = new URL(request.url);
  const organization = searchParams.get("organization") ?? organizations[0]?.id ?? null;
  return {
    backHref: readBackHref(searchParams) ?? panelListHref(`/controlpanel/${kind}`, { organization }),
    kind,
    realm: panel.realm,
    version: 0,
    places: { choices: [], hasMore: false, q: "" },
    classes: [],
    maySetAdmin: panel.user.isSuperUser && kind === "employees",
    isSelf: false,
    hasHigher: !panel.user.isSuperUser && !panel.user.isImpersonated,
    canEscalate: panel.user.canEscalate && !panel.user.isImpersonated,
    draft: null,
  };
}

/** Data of the confirmation before a person is deleted. */
export async function loadDeletion(backend: Backend, request: Request, kind: PersonKind, id: string) {
  const panel = await authorisePanel(backend, request);
  const person = await readPersonSummary(panel, request, { kind, id });
  if (!person.actions.includes("DeleteUser")) throw new Response(null, { status: 403 });
  return { person };
}

export async function submitPersonDeletion(backend: Backend, request: Request, kind: PersonKind, id: string) {
  const panel = await authorisePanel(backend, request);
  const form = readForm(await request.formData(), confirmationForm);
  if (form.submission.status !== "success") return formResult(backend, null, { request, ...form });
  const person = await readPersonSummary(panel, request, { kind, id });
  try {
    await panel.client.deletePerson({ params: { version: "v1", type: kind, id } }, panel.credentials);
  } catch (error) {
    return redirectWithError(backend, error, request, `/controlpanel/${kind}/${id}/delete`);
  }
  const t = await getTranslator(request, "control-panel");
  const mayRestore = person.actions.includes("DeleteUser");
  return redirectWithNotice(
    panelListHref(`/controlpanel/${kind}`, { organization: person.organizations[0]?.id ?? null }),
    "success",
    t("form.deleted", { name: person.name }),
    mayRestore ? { to: `/controlpanel/${kind}/${id}/restore`, fields: {} } : undefined,
  );
}
