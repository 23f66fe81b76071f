import { data } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { originOf } from "~/control-panel/lists/sheet-words";
import { saveDraftAndStepUp } from "~/forms/form-drafts.server";
import { idForm, listField, noFields, tickedField } from "~/forms/form-fields";
import { formResult } from "~/forms/form-result.server";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { actionOf, intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { formPathOf } from "~/forms/service-errors.server";
import { readOriginal } from "~/forms/stale-version";
import { getTranslator } from "~/i18n/i18n.server";
import { badgeAddress, spacedBadge } from "~/services/contracts/badge";
import type { OrganizationPlace } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import { loginAddress } from "~/services/contracts/jobs";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { panelListHref } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { personIntents } from "./person-intents";
import type { PersonResult } from "./person-result";
import { type PersonAddress, readPersonSummary } from "./person-summary.server";
import { savePerson } from "./save-person.server";

/** Actions of a person's page: fields, groups, organisations, relatives, credentials. */

type Action = (panel: Panel, request: Request, formData: FormData, who: PersonAddress) => Promise<unknown>;

const actions: Record<string, Action> = {
  [personIntents.save]: savePerson,
  [personIntents.stepUp]: saveDraftAndStepUp,
  [personIntents.groups]: saveGroups,
  [personIntents.places]: savePlaces,
  [personIntents.joinPlace]: joinPlace,
  [personIntents.leavePlace]: leavePlace,
  [personIntents.addRelative]: (panel, request, formData, who) => tieRelative(panel, request, formData, who, true),
  [personIntents.removeRelative]: (panel, request, formData, who) => tieRelative(panel, request, formData, who, false),
  [personIntents.resetPassword]: resetPassword,
  [personIntents.endSessions]: endSessions,
  [personIntents.endSession]: endSession,
  [personIntents.issueBadge]: issueBadge,
  [personIntents.voidBadge]: voidBadge,
  [personIntents.issuePictures]: issuePictures,
  [personIntents.voidPictures]: voidPictures,
};

export async function actOnPerson(backend: Backend, request: Request, kind: PersonKind, id: string) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)(panel, request, formData, { kind, id });
}

const idOf = (formData: FormData) => readForm(formData, idForm).values.id;
const paramsOf = ({ kind, id }: PersonAddress) => ({ version: "v1" as const, type: kind, id });

/** Redirects to the page, including its search, with a success notice. */
async function done(panel: Panel, request: Request, who: PersonAddress, text: string): Promise<Response> {
  const { name } = await readPersonSummary(panel, request, who);
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(formPathOf(request), "success", t(text, { name }));
}

/** Result of a form other than the person's own; shows all errors in one place. */
function beside(backend: Backend, error: unknown, request: Request, formData: FormData, fallback: string) {
  const intent = intentOf(formData);
  return formResult(backend, error, { request, intent, fallback, ...readForm(formData, noFields) });
}

/** The groups that are ticked now, and those that were as the page was rendered. */
const groupsForm = z.object({ groups: listField, was: listField });

/** Applies only the differences from what the page showed, so that concurrent changes by others are preserved. */
async function saveGroups(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  const { values } = readForm(formData, groupsForm);
  const [chosen, was] = [new Set(values.groups), new Set(values.was)];
  const params = { id: who.id };
  // Read the name first: a pupil who leaves the teacher's last class is out of the teacher's scope afterwards.
  const { name } = await readPersonSummary(panel, request, who);
  try {
    const now = formData.has("was") ? (await panel.client.getUserGroups({ params }, panel.credentials)).body.data : [];
    const staying = now.map(({ id }) => id).filter((id) => chosen.has(id) || !was.has(id));
    const joining = [...chosen].filter((id) => !was.has(id));
    const put = { params, body: { data: [...new Set([...staying, ...joining])] } };
    await panel.client.putUserGroups(put, panel.credentials);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
  const t = await getTranslator(request, "control-panel");
  const to = (await isInScope(panel, who)) ? formPathOf(request) : panelListHref(`/controlpanel/${who.kind}`);
  return redirectWithNotice(to, "success", t("form.saved", { name }));
}

/** Whether the person is still in the user's scope; other errors count as yes, so that the user stays on the page. */
async function isInScope(panel: Panel, who: PersonAddress): Promise<boolean> {
  try {
    await panel.client.getPersonSummary({ params: who }, panel.credentials);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.status !== 404;
  }
}

type PlaceValue = Pick<OrganizationPlace, "id"> & Partial<OrganizationPlace>;

/**
 * Saves all organisations of the person after applying a change to the stored ones; the version prevents overwriting concurrent changes.
 */
async function writePlaces(
  panel: Panel,
  request: Request,
  formData: FormData,
  who: PersonAddress,
  change: (places: OrganizationPlace[]) => PlaceValue[],
) {
  const params = paramsOf(who);
  const { organizations, version } = await readPersonSummary(panel, request, who);
  const value = change(organizations).map(({ name: _, role: __, ...place }) => place);
  const body = { data: { attributes: { organizations: { value } } }, meta: { version } };
  try {
    await panel.client.updatePerson({ params, body }, panel.credentials);
  } catch (error) {
    return beside(panel.backend, error, request, formData, formMessages.notAddedToOrganizations);
  }
  return done(panel, request, who, "form.saved");
}

/**
 * Applies only the flags that the form changed, so that concurrent changes by others are preserved; equal changes do not conflict. Without
 * permission to appoint administrators that flag is omitted.
 */
function savePlaces(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  const before = readOriginal(formData);
  const isOn = (name: string, stored: boolean) => {
    const isChosen = readForm(formData, z.object({ [name]: tickedField })).values[name] ?? false;
    if (before === null) return isChosen;
    return before[name] === undefined || isChosen === (before[name] === "on") ? stored : isChosen;
  };
  return writePlaces(panel, request, formData, who, (places) =>
    places.map(({ id, ...stored }) => ({
      id,
      active: isOn(`active:${id}`, stored.active),
      ...(who.kind === "employees" ? { addToSubSchools: isOn(`below:${id}`, stored.addToSubSchools) } : {}),
      ...(who.kind === "employees" && panel.user.isSuperUser ? { admin: isOn(`admin:${id}`, stored.admin) } : {}),
    })),
  );
}

function joinPlace(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  return writePlaces(panel, request, formData, who, (places) => [
    ...places.map(({ id }) => ({ id })),
    { id: idOf(formData) },
  ]);
}

function leavePlace(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  return writePlaces(panel, request, formData, who, (places) =>
    places.filter(({ id }) => id !== idOf(formData)).map(({ id }) => ({ id })),
  );
}

/** Adds or removes a guardian's pupil, from the page of either. */
async function tieRelative(panel: Panel, request: Request, formData: FormData, who: PersonAddress, isTheirs: boolean) {
  const other = idOf(formData);
  const [id, studentId] = who.kind === "guardians" ? [who.id, other] : [other, who.id];
  try {
    const call = { params: { id, studentId } };
    await (isTheirs
      ? panel.client.putPupil(call, panel.credentials)
      : panel.client.deletePupil(call, panel.credentials));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) {
      // Throws if the page's own person is missing; otherwise the other person is.
      await readPersonSummary(panel, request, who);
      return beside(
        panel.backend,
        validationError([{ attribute: "id", reason: formMessages.gone }]),
        request,
        formData,
        formMessages.gone,
      );
    }
    return beside(panel.backend, error, request, formData, formMessages.conflict);
  }
  return done(panel, request, who, "form.saved");
}

/** Repeated with the same key it returns the same password: without script, reloading its page submits the form again. */
async function resetPassword(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  const params = paramsOf(who);
  const key = idempotencyKeyOf(formData, "password");
  try {
    const made = (await panel.client.resetPassword({ params }, panel.credentials, key)).body.data;
    if ("mailedTo" in made) {
      const t = await getTranslator(request, "control-panel");
      return redirectWithNotice(formPathOf(request), "success", t("password.mailed", { address: made.mailedTo }));
    }
    return data<PersonResult>({
      password: made.password,
      loginAddress: loginAddress(originOf(panel, request)),
    });
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
}

async function endSessions(panel: Panel, request: Request, _: FormData, who: PersonAddress) {
  try {
    await panel.client.endUserSessions({ params: { id: who.id } }, panel.credentials);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
  return done(panel, request, who, "sessions.ended");
}

async function endSession(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  const params = { id: who.id, sessionId: idOf(formData) };
  // A session that has already ended counts as success.
  try {
    await panel.client.endUserSession({ params }, panel.credentials);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404)
      return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
  return done(panel, request, who, "sessions.ended");
}

async function issueBadge(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  try {
    const key = idempotencyKeyOf(formData, "badge");
    const { body } = await panel.client.issueBadge({ params: { id: who.id } }, panel.credentials, key);
    const { token } = body.data;
    const origin = originOf(panel, request);
    const badge = { address: badgeAddress(origin, token), letters: spacedBadge(token) };
    return data<PersonResult>({ badge, loginAddress: loginAddress(origin) });
  } catch (error) {
    return beside(panel.backend, error, request, formData, formMessages.conflict);
  }
}

async function voidBadge(panel: Panel, request: Request, _: FormData, who: PersonAddress) {
  try {
    await panel.client.voidBadge({ params: { id: who.id } }, panel.credentials);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
  return done(panel, request, who, "badge.voided");
}

async function issuePictures(panel: Panel, request: Request, formData: FormData, who: PersonAddress) {
  try {
    const key = idempotencyKeyOf(formData, "pictures");
    const { body } = await panel.client.issuePictureCode({ params: { id: who.id } }, panel.credentials, key);
    const address = loginAddress(originOf(panel, request));
    return data<PersonResult>({ pictures: body.data.pictures, loginAddress: `${address}/pictures` });
  } catch (error) {
    return beside(panel.backend, error, request, formData, formMessages.conflict);
  }
}

async function voidPictures(panel: Panel, request: Request, _: FormData, who: PersonAddress) {
  try {
    await panel.client.voidPictureCode({ params: { id: who.id } }, panel.credentials);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
  return done(panel, request, who, "pictures.voided");
}
