import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { searchIntent } from "~/control-panel/forms/choices";
import { organizationsById, searchChoices, searchTermOf, withChosen } from "~/control-panel/forms/choices.server";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { confirmationForm } from "~/forms/confirmation";
import { idForm, noFields } from "~/forms/form-fields";
import { formResult, searchedFormResult, staleFormResult } from "~/forms/form-result.server";
import { formVersionOf } from "~/forms/form-version";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { actionOf, intentOf } from "~/forms/intents";
import { type ReadForm, readForm } from "~/forms/read-form";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { groupAttributes } from "~/services/contracts/group-attributes";
import { groupFormFields } from "~/services/contracts/group-field-table";
import type { PanelGroup } from "~/services/contracts/pages/group-page";
import { ServiceError } from "~/services/contracts/service-error";
import { panelListHref } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { groupFieldTexts, groupIntents } from "./group-fields";
import { findParentChoices } from "./groups.server";

/** Actions of the forms for classes and groups. */

type Sent = { panel: Panel; request: Request; id: string; formData: FormData };

const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [groupIntents.save]: saveGroup,
  [searchIntent]: searchParents,
  [groupIntents.delete]: deleteGroup,
  [groupIntents.newCode]: (sent) => setCode(sent, true),
  [groupIntents.renewCode]: renewCode,
  [groupIntents.removeCode]: (sent) => setCode(sent, false),
  [groupIntents.addMember]: (sent) => moveMember(sent, "putGroupUser"),
  [groupIntents.removeMember]: (sent) => moveMember(sent, "deleteGroupUser"),
};

export async function actOnGroup(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)({ panel, request, id, formData });
}

async function findGroup(panel: Panel, request: Request, id: string): Promise<PanelGroup> {
  return (await orThrowResponse(panel.client.getPanelGroup({ params: { id } }, panel.credentials), request)).body.data;
}

/** Fields hidden by country or permission are absent from the form; absent fields stay unchanged. */
function readGroupForm(formData: FormData) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of groupFormFields) if (formData.has(name)) shape[name] = groupAttributes[name];
  return readForm(formData, z.object(shape));
}

const settingsOf = (id: string) => `/controlpanel/groups/${id}?tab=settings`;
/** The settings, scrolled to the code, which is far down the page on a phone. */
const toCode = (id: string) => `${settingsOf(id)}#code`;
const attributesOf = ({ values }: Pick<ReadForm<Record<string, unknown>>, "values">) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

async function saveGroup({ panel, request, id, formData }: Sent) {
  const form = readGroupForm(formData);
  const intent = groupIntents.save;
  const version = formVersionOf(formData);
  const body = { data: { attributes: attributesOf(form) }, ...(version ? { meta: { version } } : {}) };
  try {
    await panel.client.updateGroup({ params: { id }, body }, panel.credentials);
    const { name = (await findGroup(panel, request, id)).name } = form.values;
    return await redirectAfterSave(request, settingsOf(id), String(name));
  } catch (error) {
    if (!isStale(error)) return formResult(panel.backend, error, { request, intent, ...form });
    const now = await findGroup(panel, request, id);
    const stored = { stored: groupFieldTexts(now), version: now.version };
    const fields = groupFormFields.filter((field) => formData.has(field));
    return staleFormResult(fields, stored, { intent, formData, ...form });
  }
}

async function searchParents({ panel, request, id, formData }: Sent) {
  const form = readGroupForm(formData);
  const group = await findGroup(panel, request, id);
  const parent = await findParentChoices(panel, request, group, searchTermOf(formData, "parent"));
  return searchedFormResult({ ...form, intent: groupIntents.save }, { parent });
}

async function setCode({ panel, request, id, formData }: Sent, isOn: boolean) {
  const body = { data: { attributes: { code: { value: isOn } } } };
  try {
    await panel.client.updateGroup({ params: { id }, body }, panel.credentials);
    return await redirectAfterSave(request, toCode(id), (await findGroup(panel, request, id)).name);
  } catch (error) {
    return formResult(panel.backend, error, { request, intent: groupIntents.newCode, ...readForm(formData, noFields) });
  }
}

async function renewCode({ panel, request, id }: Sent) {
  try {
    await panel.client.renewGroupCode({ params: { id } }, panel.credentials);
    return await redirectAfterSave(request, toCode(id), (await findGroup(panel, request, id)).name);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, settingsOf(id));
  }
}

async function redirectAfterSave(request: Request, to: string, name: string): Promise<Response> {
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(to, "success", t("form.saved", { name }));
}

async function moveMember({ panel, request, id, formData }: Sent, call: "putGroupUser" | "deleteGroupUser") {
  const form = readForm(formData, idForm);
  const params = { id, userId: form.values.id };
  const group = await findGroup(panel, request, id);
  const t = await getTranslator(request, "control-panel");
  const { pathname, searchParams } = new URL(request.url);
  const member = searchParams.get("member");
  // Without script the page reloads: the fragment scrolls to the members that were just edited.
  const to = `${pathname}?tab=settings${member ? `&member=${encodeURIComponent(member)}` : ""}#pick-member`;
  try {
    await panel.client[call]({ params }, panel.credentials);
  } catch (error) {
    const isGone = error instanceof ServiceError && error.status === 404;
    if (!isGone) return formResult(panel.backend, error, { request, intent: groupIntents.addMember, ...form });
    // Removing a person who is no longer a member counts as success.
    if (call === "putGroupUser") return redirectWithNotice(to, "error", t("messages.gone"));
  }
  return redirectWithNotice(to, "success", t("form.saved", { name: group.name }));
}

async function deleteGroup({ panel, request, id, formData }: Sent) {
  const form = readForm(formData, confirmationForm);
  if (form.submission.status !== "success")
    return formResult(panel.backend, null, { request, intent: groupIntents.delete, ...form });
  const group = await findGroup(panel, request, id);
  try {
    await panel.client.deleteGroup({ params: { id } }, panel.credentials);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, settingsOf(id));
  }
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(
    panelListHref("/controlpanel/groups", { organization: group.organization.id }),
    "success",
    t("form.deleted", { name: group.name }),
    { to: `/controlpanel/groups/${id}/restore`, fields: {} },
  );
}

const organizationForm = z.object({ organization: z.string().nullable().catch(null) });

export async function addGroup(backend: Backend, request: Request) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const form = readGroupForm(formData);
  const { organization } = readForm(formData, organizationForm).values;
  if (intentOf(formData) === searchIntent) {
    const chosen = await organizationsById(panel, request, [organization ?? ""]);
    const q = searchTermOf(formData, "organization");
    const results = await searchChoices(panel, request, { of: "organizations" }, q);
    return searchedFormResult(form, { organization: withChosen(results, chosen) });
  }
  const attributes = { ...attributesOf(form), organization: { value: organization } };
  try {
    const body = { data: { attributes } };
    const made = await panel.client.createGroup({ body }, panel.credentials, idempotencyKeyOf(formData));
    const t = await getTranslator(request, "control-panel");
    const { id } = made.body.data;
    return await redirectWithNotice(
      `/controlpanel/groups/${id}`,
      "success",
      t("form.added", { name: form.values.name }),
    );
  } catch (error) {
    return formResult(backend, error, { request, ...form });
  }
}
