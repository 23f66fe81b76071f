import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { findDraft, saveDraftAndStepUp } from "~/forms/form-drafts.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";

/** An administrator appoints an employee as administrator. docs/product/choices.md#who-and-where. */

export type AppointmentData = {
  id: string;
  name: string;
  /** Organisations where the employee works and is not an administrator yet. */
  places: Array<{ id: string; name: string }>;
};

async function findEmployee(panel: Panel, request: Request, id: string): Promise<AppointmentData> {
  const params = { version: "v1" as const, type: "employees" as const, id };
  const { body } = await orThrowResponse(panel.client.getPerson({ params }, panel.credentials), request);
  const { attributes, actions } = body.data;
  const mayAppoint = actions.some((action) => action.id === "AppointAdministrator" && action.active);
  if (!mayAppoint) throw new Response(null, { status: 403 });
  const places = (attributes.organizations.value ?? []).filter(({ active, admin }) => active && !admin);
  return { id, name: attributes.name.value ?? "", places: places.map(({ id, name }) => ({ id, name })) };
}

export async function loadAppointment(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const [employee, draft] = await Promise.all([findEmployee(panel, request, id), findDraft(panel, request)]);
  // The organisation chosen before a step-up.
  return { ...employee, drafted: draft?.organization?.[0] ?? null };
}

const schema = z.object({
  organization: z.string({ error: formMessages.selectOne }).min(1, formMessages.selectOne),
  currentPassword: z.string({ error: formMessages.mandatory }).min(1, formMessages.mandatory).max(1024),
});

export async function submitAppointment(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const form = readForm(formData, schema);
  if (form.submission.status === "error") return formResult(backend, null, { request, ...form });
  try {
    const { body } = await panel.client.appointAdministrator({ params: { id }, body: form.values }, panel.credentials);
    const t = await getTranslator(request, "control-panel");
    const name = body.data.attributes.name.value;
    return await redirectWithNotice(`/controlpanel/employees/${id}`, "success", t("appointment.done", { name }));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "secure_login_needed") {
      return saveDraftAndStepUp(panel, request, formData);
    }
    const isTooMuch = error instanceof ServiceError && error.status === 429;
    const fieldErrors = isTooMuch ? { currentPassword: [formMessages.tooManyAttempts] } : undefined;
    return formResult(backend, error, { request, ...form, fieldErrors });
  }
}
