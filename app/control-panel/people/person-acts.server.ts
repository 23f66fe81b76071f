import { data } from "@remix-run/node";
import type { Panel } from "~/control-panel/panel.server";
import { isFailure, orRefuse, pathOf, reasonsOf, refusalOf, sayRefused } from "~/forms/service-errors.server";
import { readOriginal } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import { badgeAddress, spacedBadge } from "~/services/contracts/badge";
import type { OrganizationPlace, PersonKind } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import type { PersonActionData, Refusal } from "./person-answer";

/** What is done with a person beside changing their own fields: groups, places, relatives, ways to sign in. */

type Who = { kind: PersonKind; id: string };
type Act = (panel: Panel, request: Request, formData: FormData, who: Who) => Promise<unknown>;

/** Each by the intent that its form sends. */
const acts: Record<string, Act> = {
  groups: saveGroups,
  places: savePlaces,
  joinPlace,
  leavePlace,
  addRelative: (panel, request, formData, who) => tieRelative(panel, request, who, idOf(formData), true),
  removeRelative: (panel, request, formData, who) => tieRelative(panel, request, who, idOf(formData), false),
  resetPassword,
  endSessions,
  endSession,
  issueBadge,
  voidBadge,
};

/** @throws Response 400 for an intent that is none */
export function doWithPerson(panel: Panel, request: Request, formData: FormData, who: Who) {
  const act = acts[String(formData.get("intent"))];
  if (!act) throw new Response(null, { status: 400 });
  return act(panel, request, formData, who);
}

const idOf = (formData: FormData) => String(formData.get("id") ?? "");
const paramsOf = ({ kind, id }: Who) => ({ version: "v1" as const, type: kind, id });

/** Back to the page, the search in its address too, with a word on what was done. */
async function done(panel: Panel, request: Request, who: Who, text: string): Promise<Response> {
  const { body } = await orRefuse(panel.client.getPerson({ params: paramsOf(who) }, panel.credentials), request);
  const t = await getTranslator(request, "control-panel");
  const name = body.data.attributes.name.value;
  return redirectWithNotice(pathOf(request), "success", t(text, { name }));
}

function refused(error: unknown, request: Request, form: Refusal["form"], fallback: string) {
  const reasons = reasonsOf(error);
  if (reasons) return refuse(form, Object.values(reasons).flat(), 400);
  const clash = error instanceof ServiceError && (error.status === 409 || error.status === 412) ? error.status : null;
  if (clash === null && !isFailure(error)) throw refusalOf(error, request);
  return refuse(form, [fallback], clash ?? 502);
}

function refuse(form: Refusal["form"], reasons: string[], status: number) {
  return data<PersonActionData>({ refusal: { form, reasons } }, { status });
}

/** Only what differs from what the page showed is changed: what somebody else changed meanwhile stays. */
async function saveGroups(panel: Panel, request: Request, formData: FormData, who: Who) {
  const texts = (name: string) =>
    formData.getAll(name).filter((id): id is string => typeof id === "string" && id !== "");
  const [chosen, was] = [new Set(texts("groups")), new Set(texts("was"))];
  const params = { id: who.id };
  try {
    const now = formData.has("was") ? (await panel.client.getUserGroups({ params }, panel.credentials)).body.data : [];
    const staying = now.map(({ id }) => id).filter((id) => chosen.has(id) || !was.has(id));
    const joining = [...chosen].filter((id) => !was.has(id));
    const put = { params, body: { data: [...new Set([...staying, ...joining])] } };
    await panel.client.putUserGroups(put, panel.credentials);
  } catch (error) {
    return sayRefused(error, request, pathOf(request));
  }
  return done(panel, request, who, "form.saved");
}

type PlaceValue = Pick<OrganizationPlace, "id"> & Partial<OrganizationPlace>;

/** Writes all places as they are changed from what is stored; whoever writes in between is not written over. */
async function writePlaces(
  panel: Panel,
  request: Request,
  who: Who,
  change: (places: OrganizationPlace[]) => PlaceValue[],
) {
  const params = paramsOf(who);
  const { body: before } = await orRefuse(panel.client.getPerson({ params }, panel.credentials), request);
  const value = change(before.data.attributes.organizations.value ?? []).map(
    ({ name: _, role: __, ...place }) => place,
  );
  const body = {
    data: { attributes: { organizations: { value } } },
    meta: { version: before.meta.version },
  };
  try {
    await panel.client.updatePerson({ params, body }, panel.credentials);
  } catch (error) {
    return refused(error, request, "places", formMessages.notAddedToOrganizations);
  }
  return done(panel, request, who, "form.saved");
}

/**
 * The flags of the places, those that the form changed; where one may not make administrators, that flag is left out. What somebody
 * else changed meanwhile stays: two who press the same switch mean the same.
 */
function savePlaces(panel: Panel, request: Request, formData: FormData, who: Who) {
  const before = readOriginal(formData);
  const isOn = (name: string, stored: boolean) => {
    const isChosen = formData.get(name) === "on";
    if (before === null) return isChosen;
    return before[name] === undefined || isChosen === (before[name] === "on") ? stored : isChosen;
  };
  return writePlaces(panel, request, who, (places) =>
    places.map(({ id, ...stored }) => ({
      id,
      active: isOn(`active:${id}`, stored.active),
      ...(who.kind === "employees" ? { addToSubSchools: isOn(`below:${id}`, stored.addToSubSchools) } : {}),
      ...(who.kind === "employees" && panel.user.isSuperUser ? { admin: isOn(`admin:${id}`, stored.admin) } : {}),
    })),
  );
}

function joinPlace(panel: Panel, request: Request, formData: FormData, who: Who) {
  return writePlaces(panel, request, who, (places) => [...places.map(({ id }) => ({ id })), { id: idOf(formData) }]);
}

function leavePlace(panel: Panel, request: Request, formData: FormData, who: Who) {
  return writePlaces(panel, request, who, (places) =>
    places.filter(({ id }) => id !== idOf(formData)).map(({ id }) => ({ id })),
  );
}

/** A pupil is the guardian's, from whichever side it is written. */
async function tieRelative(panel: Panel, request: Request, who: Who, other: string, isTheirs: boolean) {
  const [id, studentId] = who.kind === "guardians" ? [who.id, other] : [other, who.id];
  try {
    const call = { params: { id, studentId } };
    await (isTheirs
      ? panel.client.putPupil(call, panel.credentials)
      : panel.client.deletePupil(call, panel.credentials));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) {
      // The page's own person is not found; the other one is gone.
      await orRefuse(panel.client.getPerson({ params: paramsOf(who) }, panel.credentials), request);
      return refuse("relatives", [formMessages.gone], 400);
    }
    return refused(error, request, "relatives", formMessages.conflict);
  }
  return done(panel, request, who, "form.saved");
}

async function resetPassword(panel: Panel, request: Request, _: FormData, who: Who) {
  const params = paramsOf(who);
  try {
    const made = await panel.client.resetPassword({ params }, panel.credentials);
    return data<PersonActionData>({ password: made.body.data.password });
  } catch (error) {
    return sayRefused(error, request, pathOf(request));
  }
}

async function endSessions(panel: Panel, request: Request, _: FormData, who: Who) {
  try {
    await panel.client.endUserSessions({ params: { id: who.id } }, panel.credentials);
  } catch (error) {
    return sayRefused(error, request, pathOf(request));
  }
  return done(panel, request, who, "sessions.ended");
}

async function endSession(panel: Panel, request: Request, formData: FormData, who: Who) {
  const params = { id: who.id, sessionId: idOf(formData) };
  // One that ended meanwhile is what was asked for.
  try {
    await panel.client.endUserSession({ params }, panel.credentials);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) return sayRefused(error, request, pathOf(request));
  }
  return done(panel, request, who, "sessions.ended");
}

async function issueBadge(panel: Panel, request: Request, _: FormData, who: Who) {
  try {
    const { body } = await panel.client.issueBadge({ params: { id: who.id } }, panel.credentials);
    const { token } = body.data;
    const origin = panel.credentials.origin ?? new URL(request.url).origin;
    return data<PersonActionData>({ badge: { address: badgeAddress(origin, token), letters: spacedBadge(token) } });
  } catch (error) {
    return refused(error, request, "badge", formMessages.conflict);
  }
}

async function voidBadge(panel: Panel, request: Request, _: FormData, who: Who) {
  try {
    await panel.client.voidBadge({ params: { id: who.id } }, panel.credentials);
  } catch (error) {
    return sayRefused(error, request, pathOf(request));
  }
  return done(panel, request, who, "badge.voided");
}
