import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { findDraft, saveDraftAndStepUp } from "~/forms/form-drafts.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { readPersonSummary } from "./person-summary.server";

/** An administrator appoints an employee as administrator. docs/product/choices.md#who-and-where. */

export type AppointmentData = {
  id: string;
  name: string;
  /** Organisations where the employee works and is not an administrator yet. */
  places: Array<{ id: string; name: string }>;
};

async function findEmployee(panel: Panel, request: Request, id: string): Promise<AppointmentData> {
  const { name, organizations, actions } = await readPersonSummary(panel, request, { kind: "employees", id });
  if (!actions.includes("AppointAdministrator")) throw new Response(null, { status: 403 });
  const places = organizations.filter(({ active, admin }) => active && !admin);
  return { id, name, places: places.map((place) => ({ id: place.id, name: place.name })) };
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
    await panel.client.appointAdministrator({ params: { id }, body: form.values }, panel.credentials);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "secure_login_needed") {
      return saveDraftAndStepUp(panel, request, formData);
    }
    const isTooMuch = error instanceof ServiceError && error.status === 429;
    const fieldErrors = isTooMuch ? { currentPassword: [formMessages.tooManyAttempts] } : undefined;
    return formResult(backend, error, { request, ...form, fieldErrors });
  }
  const { name } = await readPersonSummary(panel, request, { kind: "employees", id });
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(`/controlpanel/employees/${id}`, "success", t("appointment.done", { name }));
}
