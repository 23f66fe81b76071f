import type { Backend } from "~/clients/backend";
import type { Choices } from "~/control-panel/forms/choices";
import { organizationsById, searchChoices, withChosen } from "~/control-panel/forms/choices.server";
import type { Candidate } from "~/control-panel/forms/picker";
import { authorisePanel, findPanelOrganization, type Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { fetchList } from "~/control-panel/lists/fetch-list.server";
import { confirmationForm } from "~/forms/confirmation";
import { type DraftFields, findDraft } from "~/forms/form-drafts.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { isFailure, orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { PersonSession } from "~/services/contracts/control-panel";
import type { PersonEntity, UserGroup } from "~/services/contracts/control-panel-entities";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { panelListHref } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { classesToChoose } from "./class-choice.server";
import { findPlaces, findRelatives } from "./find-people.server";

/** Loaders of one person's page, a new person and a deletion. */

export type PersonPageData = {
  kind: PersonKind;
  realm: Panel["realm"];
  entity: PersonEntity;
  version: number;
  /** Organisations to which the user may add the person. */
  places: Choices;
  relatives: PersonEntity[];
  /** Search results for a pupil or guardian to add; null without a search term. */
  relativeCandidates: Candidate[] | null;
  /** Search results for an organisation to add; null without a search term. */
  placeCandidates: Candidate[] | null;
  /** null if the user may not view them. */
  sessions: PersonSession[] | null;
  /** Groups of the person's organisations, including those of which the person is a member. */
  groupOptions: GroupOption[];
  /** Classes to which a new pupil can be added. */
  classes: Array<{ id: string; name: string }>;
  /** School for the actions in the page's header; null if the person has none. */
  school: string | null;
  /** Whether the user may move the person to another class. */
  mayMove: boolean;
  maySetAdmin: boolean;
  isSelf: boolean;
  /** Whether somebody else has more permissions than the user; false while impersonating, since the actual user has more. */
  hasHigher: boolean;
  canEscalate: boolean;
  tab: "details" | "sign-in";
  /** The list, class or search from which the page was opened. */
  backHref: string;
  /** For the forms that issue a badge or a picture code. */
  issueKey: string;
  /** Form values saved before a step-up. */
  draft: DraftFields | null;
};

const noChoices: Choices = { choices: [], hasMore: false, q: "" };

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
  const params = { version: "v1" as const, type: kind, id };
  const [person, relatives] = await Promise.all([
    orThrowResponse(panel.client.getPerson({ params }, panel.credentials), request),
    kind === "employees" ? null : orThrowResponse(panel.client.getRelatives({ params }, panel.credentials), request),
  ]);
  const entity = person.body.data;
  const relativeList = relatives?.body.data ?? [];
  const [options, sessions, relativeCandidates, placeCandidates, move] = await Promise.all([
    groupOptions(panel, request, entity),
    sessionsOf(panel, entity, id),
    findRelatives(panel, request, entity, relativeList),
    findPlaces(panel, request, entity),
    mayMoveFrom(panel, request, entity),
  ]);
  return {
    ...pageOf(panel, request, kind, entity, person.body.meta.version, noChoices),
    ...{ relatives: relativeList, groupOptions: options, sessions, relativeCandidates, placeCandidates, ...move },
    draft: await findDraft(panel, request),
  };
}

async function sessionsOf(panel: Panel, entity: PersonEntity, id: string): Promise<PersonSession[] | null> {
  if (!isActive(entity, "ViewLogOut")) return null;
  return (await panel.client.getUserSessions({ params: { id } }, panel.credentials)).body.data;
}

/**
 * Whether the user may move a pupil: with the permission to add people of the pupil's school to groups. Of several schools the topmost is
 * used, since it includes the classes of all organisations below it.
 */
export async function mayMoveFrom(
  panel: Panel,
  request: Request,
  entity: PersonEntity,
): Promise<Pick<PersonPageData, "school" | "mayMove">> {
  const places = (entity.attributes.organizations.value ?? []).slice(0, organizationsWithGroups);
  const organizations = await Promise.all(places.map(({ id }) => findPanelOrganization(panel, request, id)));
  const known = organizations.flatMap((organization) => (organization ? [organization] : []));
  const ids = new Set(known.map(({ id }) => id));
  const school = known.find(({ parent }) => parent === null || !ids.has(parent)) ?? null;
  const isMovable = entity.type === "students" && isActive(entity, "EditUserInfo");
  const mayMove = isMovable && (school?.actions.includes("AddGroupMember") ?? false);
  return { school: school?.id ?? places[0]?.id ?? null, mayMove };
}

/** Maximum number of organisations whose groups are loaded; more are rare. */
const organizationsWithGroups = 5;

/** A group that a person may join or leave; with its school if the person has several, which may have groups of the same name. */
export type GroupOption = UserGroup & { school?: string };

async function groupOptions(panel: Panel, request: Request, entity: PersonEntity): Promise<GroupOption[]> {
  if (!isActive(entity, "EditUserInfo")) return [];
  const places = (entity.attributes.organizations.value ?? []).slice(0, organizationsWithGroups);
  const options = await Promise.all(
    places.map(async (place) => {
      const params = { id: entity.id ?? "", organizationId: place.id };
      const { rows } = await fetchList(panel, request, {
        list: "userGroup",
        key: [params],
        fetch: async () => (await panel.client.getUserGroupOptions({ params }, panel.credentials)).body.data,
        count: (groups) => groups.length,
        // Excludes teachers, who may not view the log and see only their own classes.
        seesEverybody: isActive(entity, "ViewAudit"),
      });
      const groups = rows ?? [];
      return places.length > 1 ? groups.map((group) => ({ ...group, school: place.name })) : groups;
    }),
  );
  return options.flat().filter((group) => group.selectable || group.removable);
}

/** Data for the form of a new person in the organisation of the list. */
export async function loadNewPerson(backend: Backend, request: Request, kind: PersonKind): Promise<PersonPageData> {
  const panel = await authorisePanel(backend, request);
  const params = { version: "v1" as const, type: kind };
  const [template, choices, draft] = await Promise.all([
    orThrowResponse(panel.client.getPersonTemplate({ params }, panel.credentials), request),
    searchChoices(panel, request, { of: "organizations" }, ""),
    findDraft(panel, request),
  ]);
  const requested = new URL(request.url).searchParams.get("organization");
  const only = choices.choices.length === 1 && !choices.hasMore ? choices.choices[0]?.id : undefined;
  const opened = requested ?? only;
  const chosen = await organizationsById(panel, request, draft?.organizations ?? (opened ? [opened] : []));
  const entity = template.body.data;
  const role = kind === "students" ? "student" : kind === "guardians" ? "guardian" : "employee";
  const flags = { role, admin: false, active: true, addToSubSchools: false } as const;
  entity.attributes.organizations.value = chosen.map(({ id, name }) => ({ id, name, ...flags }));
  const classes = await classesToChoose(panel, request, kind, chosen);
  return { ...pageOf(panel, request, kind, entity, 0, withChosen(choices, chosen)), classes, draft };
}

function pageOf(
  panel: Panel,
  request: Request,
  kind: PersonKind,
  entity: PersonEntity,
  version: number,
  places: Choices,
): PersonPageData {
  const { searchParams } = new URL(request.url);
  const organization = searchParams.get("organization") ?? entity.attributes.organizations.value?.[0]?.id ?? null;
  return {
    tab: searchParams.get("tab") === "sign-in" ? "sign-in" : "details",
    backHref: readBackHref(searchParams) ?? panelListHref(`/controlpanel/${kind}`, { organization }),
    kind,
    realm: panel.realm,
    entity,
    version,
    places,
    relatives: [],
    relativeCandidates: null,
    placeCandidates: null,
    sessions: null,
    groupOptions: [],
    classes: [],
    school: null,
    mayMove: false,
    maySetAdmin: panel.user.isSuperUser && kind === "employees",
    isSelf: entity.id === panel.user.uid,
    hasHigher: !panel.user.isSuperUser && !panel.user.isImpersonated,
    canEscalate: panel.user.canEscalate && !panel.user.isImpersonated,
    issueKey: crypto.randomUUID(),
    draft: null,
  };
}

/** Data of the confirmation before a person is deleted. */
export async function loadDeletion(backend: Backend, request: Request, kind: PersonKind, id: string) {
  const panel = await authorisePanel(backend, request);
  const params = { version: "v1" as const, type: kind, id };
  const { body } = await orThrowResponse(panel.client.getPerson({ params }, panel.credentials), request);
  if (!isActive(body.data, "DeleteUser")) throw new Response(null, { status: 403 });
  return { kind, entity: body.data };
}

export async function submitPersonDeletion(backend: Backend, request: Request, kind: PersonKind, id: string) {
  const panel = await authorisePanel(backend, request);
  const form = readForm(await request.formData(), confirmationForm);
  if (form.submission.status !== "success") return formResult(backend, null, { request, ...form });
  const params = { version: "v1" as const, type: kind, id };
  const { body } = await orThrowResponse(panel.client.getPerson({ params }, panel.credentials), request);
  try {
    await panel.client.deletePerson({ params }, panel.credentials);
  } catch (error) {
    return redirectWithError(backend, error, request, `/controlpanel/${kind}/${id}/delete`);
  }
  const t = await getTranslator(request, "control-panel");
  const { name, organizations } = body.data.attributes;
  const organization = organizations.value?.[0]?.id ?? null;
  const mayRestore = isActive(body.data, "DeleteUser");
  return redirectWithNotice(
    panelListHref(`/controlpanel/${kind}`, { organization }),
    "success",
    t("form.deleted", { name: name.value }),
    mayRestore ? { to: `/controlpanel/${kind}/${id}/restore`, fields: {} } : undefined,
  );
}
