import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { restoreOrRead } from "~/control-panel/forms/restore-or-read.server";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { pageParameter, readQuery } from "~/forms/read-query";
import { formPathOf, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { DeletedList } from "~/services/contracts/control-panel-entities";
import { deepestPage } from "~/services/contracts/list-limits";
import { personKinds } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";
import { uidSchema } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";
import { deletedIntents } from "./deleted-intents";

/** Deleted people and groups of an organisation, and their restoration. docs/product/choices.md#who-and-where: deletion. */

export type DeletedPageData = DeletedList & { id: string; name: string; page: number; hasMore: boolean };

const addressSchema = z.object({ page: pageParameter(deepestPage) });

/** @throws Response 403 if the user may not delete people there, 404 for an organisation out of scope */
export async function loadDeleted(backend: Backend, request: Request, id: string): Promise<DeletedPageData> {
  const panel = await authorisePanel(backend, request);
  const { page } = readQuery(new URL(request.url).searchParams, addressSchema);
  const params = { id };
  const query = { pageNumber: page };
  const [organization, deleted] = await Promise.all([
    orThrowResponse(panel.client.getPanelOrganization({ params }, panel.credentials), request),
    orThrowResponse(panel.client.getOrganizationDeleted({ params, query }, panel.credentials), request),
  ]);
  const { data, meta } = deleted.body;
  const name = organization.body.data.name;
  return { ...data, id, name, page, hasMore: meta.hasMorePeople };
}

type Sent = { panel: Panel; request: Request; formData: FormData };

const actions: Record<string, (sent: Sent) => Promise<Response>> = {
  [deletedIntents.restorePerson]: restorePerson,
  [deletedIntents.restorePeople]: restorePeople,
  [deletedIntents.restoreGroup]: restoreGroup,
};

export async function actOnDeleted(backend: Backend, request: Request): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)({ panel, request, formData });
}

const personForm = z.object({ id: uidSchema, kind: z.enum(personKinds) });
/** Kind and id of each ticked person. */
const peopleForm = z.object({
  people: z.preprocess(
    (sent) => (sent === undefined ? [] : [sent].flat()).map((text) => String(text).split(" ")),
    z.array(z.tuple([z.enum(personKinds), uidSchema])).max(100),
  ),
});
const groupForm = z.object({ id: uidSchema });

async function restorePerson({ panel, request, formData }: Sent): Promise<Response> {
  const { submission } = readForm(formData, personForm);
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const { id, kind } = submission.value;
  const params = { version: "v1" as const, type: kind, id };
  const read = () => panel.client.getPersonSummary({ params: { kind, id } }, panel.credentials);
  try {
    const { body } = await restoreOrRead(
      () => panel.client.restorePerson({ params }, panel.credentials).then(read),
      read,
    );
    return await backWithNotice(request, body.data.name);
  } catch (error) {
    // The username is taken by now: the restore page asks for another.
    const isTaken = error instanceof ServiceError && (error.details ?? []).some((it) => it.attribute === "username");
    if (isTaken) return redirect(`/controlpanel/${kind}/${id}/restore`);
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
}

/** Restores people one by one; those refused stay deleted and are counted in the notice. */
async function restorePeople({ panel, request, formData }: Sent): Promise<Response> {
  const { submission } = readForm(formData, peopleForm);
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const { people } = submission.value;
  const t = await getTranslator(request, "control-panel");
  if (people.length === 0) return redirectWithNotice(formPathOf(request), "warning", t("deleted.chooseSomebody"));
  let restored = 0;
  let refused: ServiceError | null = null;
  for (const [type, id] of people) {
    try {
      await panel.client.restorePerson({ params: { version: "v1", type, id } }, panel.credentials);
      restored += 1;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      refused = error;
    }
  }
  if (restored === 0 && refused && (refused.status === 403 || refused.status === 404)) {
    return redirectWithError(panel.backend, refused, request, formPathOf(request));
  }
  const left = people.length - restored;
  const messages = [
    ...(restored > 0 ? [t("deleted.restored", { count: restored })] : []),
    ...(left > 0 ? [t("deleted.notRestored", { count: left })] : []),
  ];
  return redirectWithNotice(formPathOf(request), left > 0 ? "warning" : "success", messages.join(" "));
}

async function restoreGroup({ panel, request, formData }: Sent): Promise<Response> {
  const { submission } = readForm(formData, groupForm);
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const params = { id: submission.value.id };
  const read = async () => (await panel.client.getPanelGroup({ params }, panel.credentials)).body.data;
  try {
    const { name } = await restoreOrRead(
      () => panel.client.restoreGroup({ params }, panel.credentials).then(read),
      read,
    );
    return await backWithNotice(request, name);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, formPathOf(request));
  }
}

async function backWithNotice(request: Request, name: string | null): Promise<Response> {
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(formPathOf(request), "success", t("restore.done", { name }));
}
