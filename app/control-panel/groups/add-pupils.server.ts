import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { personCandidate } from "~/control-panel/forms/person-candidate";
import type { Candidate } from "~/control-panel/forms/picker";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { afterJob } from "~/control-panel/jobs/after-job.server";
import { formResult } from "~/forms/form-result.server";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { readForm } from "~/forms/read-form";
import { orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { PanelGroup } from "~/services/contracts/pages/group-page";
import { uidSchema } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";

/** Adding pupils of a school to a class: search, select, add. */

export type AddPupilsData = {
  group: { id: string; name: string; type: PanelGroup["type"]; school: string };
  q: string;
  /** Search results; without a search term, pupils without a class. */
  candidates: Candidate[];
  hasMore: boolean;
  idempotencyKey: string;
};

/** Maximum number of pupils added at once, which is what the page lists. */
const resultLimit = 50;

export async function loadAddPupils(backend: Backend, request: Request, id: string): Promise<AddPupilsData> {
  const panel = await authorisePanel(backend, request);
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  const input = { params: { id }, query: q ? { q } : {} };
  const { body } = await orThrowResponse(panel.client.getNewGroupPupilsPage(input, panel.credentials), request);
  const { group, candidates, hasMore } = body.data;
  return {
    group: { id, name: group.name, type: group.type, school: group.organization.name },
    q,
    candidates: candidates.map(personCandidate),
    hasMore,
    idempotencyKey: crypto.randomUUID(),
  };
}

/** @throws Response 403 if the user may not change the members */
async function requireChangeable(panel: Panel, request: Request, id: string): Promise<void> {
  const { body } = await orThrowResponse(panel.client.getPanelGroup({ params: { id } }, panel.credentials), request);
  if (!body.data.actions.includes("AddGroupMember")) throw new Response(null, { status: 403 });
}

const listOf = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const schema = z.object({
  ids: z.preprocess(listOf, z.array(uidSchema).min(1).max(resultLimit)),
  old: z.enum(["leave", "stay"]),
});

export async function addPupils(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const { submission } = readForm(formData, schema);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const t = await getTranslator(request, "control-panel");
  const { ids, old } = submission.value;
  await requireChangeable(panel, request, id);
  const backHref = `/controlpanel/groups/${id}`;
  if (old === "leave") {
    const data = { kind: "move" as const, selection: { ids }, group: id };
    const key = idempotencyKeyOf(formData);
    try {
      const { body } = await panel.client.createJob({ body: { data } }, panel.credentials, key);
      return await afterJob(panel, request, body.data.id, backHref);
    } catch (error) {
      throw error instanceof Response ? error : refusalOf(error, request);
    }
  }
  const refused = await putPupils(panel, request, id, ids);
  const added = t("groups.pupilsAdded", { count: ids.length - refused });
  if (refused === 0) return redirectWithNotice(backHref, "success", added);
  return redirectWithNotice(backHref, "warning", `${added} ${t("groups.pupilsNotAdded", { count: refused })}`);
}

/**
 * Adds the pupils one by one and continues after a refusal: a pupil may have changed schools since the page was loaded.
 * @returns number of refused pupils
 * @throws Response redirect to sign in or step up
 */
async function putPupils(panel: Panel, request: Request, id: string, ids: readonly string[]): Promise<number> {
  let refused = 0;
  for (const userId of ids) {
    try {
      await panel.client.putGroupUser({ params: { id, userId } }, panel.credentials);
    } catch (error) {
      const refusal = refusalOf(error, request);
      if (!(refusal instanceof Response) || refusal.status === 302) throw refusal;
      refused += 1;
    }
  }
  return refused;
}
