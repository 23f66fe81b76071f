import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { type Choices, searchIntent } from "~/control-panel/forms/choices";
import { organizationsById, searchChoices, searchTermOf, withChosen } from "~/control-panel/forms/choices.server";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { findFormDraft } from "~/forms/form-drafts.server";
import { hiddenField } from "~/forms/form-fields";
import { formResult, searchedFormResult } from "~/forms/form-result.server";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { isFailure, orThrowResponse, reasonsOf } from "~/forms/service-errors.server";
import { formMessages } from "~/services/contracts/form-messages";
import {
  isOrganizationFieldOffered,
  type OrganizationField,
  organizationFieldNames,
} from "~/services/contracts/organization-field-table";
import { redirectWithDoneNotice } from "./organization-actions.server";
import { organizationFormSchema } from "./organization-fields";
import { type OrganizationDraft, organizationDraftOf } from "./organization-page.server";

/** Loader and action of a new organisation. */

type Place = { id: string; name: string };

export type NewOrganizationData = {
  parent: Place | null;
  /** Whether the parent in the saved draft was deleted in the meantime. */
  isParentGone: boolean;
  /** Choices for another parent, if that one was deleted. */
  places: Choices | null;
  /** Fields that the country and the user's permissions allow, with initial values. */
  fields: OrganizationField[];
  key: string;
  draft: OrganizationDraft;
};

/** Only super users create organisations, so all fields apply except those that the country lacks. */
function newFields(panel: Panel): OrganizationField[] {
  return organizationFieldNames.filter((name) => isOrganizationFieldOffered(panel.realm, name));
}

export async function loadNewOrganization(backend: Backend, request: Request): Promise<NewOrganizationData> {
  const panel = await authorisePanel(backend, request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  const typed = await findFormDraft(panel, request);
  const chosen = new URL(request.url).searchParams.get("parent");
  const fields = newFields(panel);
  // A deleted parent must not discard the rest of the draft.
  const parent = chosen ? await placeOf(panel, request, chosen) : await placeLeft(panel, request, typed?.parent);
  const isParentGone = Boolean(typed?.parent) && parent === null;
  return {
    parent,
    isParentGone,
    places: isParentGone ? await searchChoices(panel, request, { of: "parents" }, "") : null,
    fields,
    key: crypto.randomUUID(),
    draft: organizationDraftOf(typed, fields),
  };
}

/** @throws Response 404 if it does not exist */
async function placeOf(panel: Panel, request: Request, id: string): Promise<Place> {
  const { body } = await orThrowResponse(
    panel.client.getPanelOrganization({ params: { id } }, panel.credentials),
    request,
  );
  return { id, name: body.data.name };
}

/** The parent chosen in the form: null if it was deleted, without a name if the service failed. */
async function placeLeft(panel: Panel, request: Request, id: string | undefined): Promise<Place | null> {
  if (!id) return null;
  try {
    return await placeOf(panel, request, id);
  } catch (error) {
    if (error instanceof Response && [400, 404].includes(error.status)) return null;
    if (isFailure(panel.backend, error)) return { id, name: "" };
    throw error;
  }
}

/** Additional data of the action's result. */
export type NewOrganizationResult = {
  /** The chosen parent as currently stored; null if it was deleted or nothing was chosen. */
  parent: Place | null;
  /** Choices for another parent, from the service. */
  choices: Record<"parent", Choices> | null;
};

const parentForm = z.object({ parent: hiddenField });

export async function addOrganization(backend: Backend, request: Request) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const form = readForm(formData, organizationFormSchema(newFields(panel)));
  const { parent: chosen } = readForm(formData, parentForm).values;
  if (intentOf(formData) === searchIntent) {
    const results = await searchChoices(panel, request, { of: "parents" }, searchTermOf(formData, "parent"));
    return searchedFormResult(form, { parent: withChosen(results, await organizationsById(panel, request, [chosen])) });
  }
  const body = { ...form.values, ...(chosen ? { parent: chosen } : {}) };
  const management = backend.clients.customerManagement;
  try {
    const made = await management.createSchoolUnit(
      { body: body as never },
      panel.credentials,
      idempotencyKeyOf(formData),
    );
    const { uid, name } = made.body.data;
    return await redirectWithDoneNotice(request, `/controlpanel/organizations/${uid}`, "form.added", name);
  } catch (error) {
    const parent = await placeLeft(panel, request, chosen);
    const isGone = chosen !== "" && parent === null;
    const choices = isGone ? { parent: await searchChoices(panel, request, { of: "parents" }, "") } : null;
    const extra: NewOrganizationResult = { parent, choices };
    // A deleted parent is reported together with all other errors, not only after those are corrected.
    const fieldErrors = isGone && reasonsOf(error) ? { parent: [formMessages.gone] } : undefined;
    return formResult(backend, error, { request, ...form, fieldErrors, extra });
  }
}
