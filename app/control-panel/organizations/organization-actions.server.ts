import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { confirmationForm } from "~/forms/confirmation";
import { idForm, noFields, tickedField } from "~/forms/form-fields";
import { formResult, staleFormResult } from "~/forms/form-result.server";
import { formVersionOf } from "~/forms/form-version";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";
import {
  editableOrganizationFields,
  organizationFieldTexts,
  organizationFormSchema,
  organizationIntents,
} from "./organization-fields";
import { submitPersonToOrganization } from "./organization-people.server";

/** Actions of the forms for an organisation. */

const management = (backend: Backend) => backend.clients.customerManagement;

type Sent = { panel: Panel; request: Request; id: string; formData: FormData };

const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [organizationIntents.save]: saveOrganization,
  [organizationIntents.move]: (sent) => moveOrganization(sent, readForm(sent.formData, idForm).values.id),
  [organizationIntents.free]: (sent) => moveOrganization(sent, null),
  [organizationIntents.addPerson]: placePerson,
};

export async function actOnOrganization(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)({ panel, request, id, formData });
}

async function saveOrganization({ panel, request, id, formData }: Sent) {
  const { body: now } = await orThrowResponse(
    panel.client.getOrganizationForm({ params: { id } }, panel.credentials),
    request,
  );
  const fields = editableOrganizationFields(now.data.fields);
  const form = readForm(formData, organizationFormSchema(fields));
  const intent = organizationIntents.save;
  const body = { ...form.values, version: formVersionOf(formData) || now.data.version };
  try {
    await management(panel.backend).updateSchoolUnit({ params: { uid: id }, body }, panel.credentials);
  } catch (error) {
    if (!isStale(error)) return formResult(panel.backend, error, { request, intent, ...form });
    const stored = { stored: organizationFieldTexts(now.data.fields), version: now.data.version };
    return staleFormResult(fields, stored, { intent, formData, ...form });
  }
  return redirectWithDoneNotice(request, `/controlpanel/organizations/${id}`, "form.saved", String(form.values.name));
}

const moveForm = noFields.extend({ confirmed: tickedField });

/** Redirects to a confirmation first if the move changes permissions of people in the organisations above. */
async function moveOrganization({ panel, request, id, formData }: Sent, parent: string | null) {
  const form = readForm(formData, moveForm);
  try {
    if (!form.values.confirmed && (await changesRights(panel, id, parent))) {
      return redirect(`/controlpanel/organizations/${id}/move${parent ? `?parent=${encodeURIComponent(parent)}` : ""}`);
    }
    const input = { params: { uid: id }, body: { parent } };
    const { body } = await management(panel.backend).updateSchoolUnit(input, panel.credentials);
    const { name, parent: above } = body.data;
    const t = await getTranslator(request, "control-panel");
    const message = above
      ? t("organizations.moving.moved", { name, parent: above.name })
      : t("organizations.moving.freed", { name });
    return await redirectWithNotice(`/controlpanel/organizations/${id}`, "success", message);
  } catch (error) {
    return formResult(panel.backend, error, { request, intent: organizationIntents.move, ...form });
  }
}

async function changesRights(panel: Panel, id: string, parent: string | null): Promise<boolean> {
  // An invalid id is refused by the move itself.
  if (parent !== null && !isUid(parent)) return false;
  const input = { params: { uid: id }, query: parent ? { parent } : {} };
  try {
    const { losing, gaining } = (await management(panel.backend).getSchoolUnitMove(input, panel.credentials)).body.data;
    return losing.total + gaining.total > 0;
  } catch (error) {
    // A forbidden target is refused by the move itself.
    if (error instanceof ServiceError && [400, 403, 404].includes(error.status)) return false;
    throw error;
  }
}

async function placePerson({ panel, request, id, formData }: Sent) {
  const form = readForm(formData, idForm);
  try {
    return await submitPersonToOrganization(panel, request, id, form.values.id);
  } catch (error) {
    return formResult(panel.backend, error, { request, intent: organizationIntents.addPerson, ...form });
  }
}

export async function redirectWithDoneNotice(
  request: Request,
  to: string,
  text: string,
  name: string,
): Promise<Response> {
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(to, "success", t(text, { name }));
}

export async function submitOrganizationDeletion(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const form = readForm(await request.formData(), confirmationForm);
  if (form.submission.status !== "success") return formResult(backend, null, { request, ...form });
  const { body } = await orThrowResponse(
    panel.client.getPanelOrganization({ params: { id } }, panel.credentials),
    request,
  );
  try {
    await management(backend).deleteSchoolUnit({ params: { uid: id } }, panel.credentials);
  } catch (error) {
    return redirectWithError(backend, error, request, `/controlpanel/organizations/${id}/delete`);
  }
  return redirectWithDoneNotice(request, "/controlpanel/organizations", "form.deleted", body.data.name);
}

export async function submitOrganizationRestoration(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  try {
    const { body } = await management(backend).restoreSchoolUnit({ params: { uid: id } }, panel.credentials);
    const to = `/controlpanel/organizations/${id}`;
    const { name } = body.data;
    if (!body.meta) return await redirectWithDoneNotice(request, to, "restore.done", name);
    const t = await getTranslator(request, "control-panel");
    return await redirectWithNotice(to, "warning", t("restore.peopleLeft", { name, count: body.meta.peopleLeft }));
  } catch (error) {
    return redirectWithError(backend, error, request, `/controlpanel/organizations/${id}/restore`);
  }
}
