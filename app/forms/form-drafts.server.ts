import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { saveFormDraft } from "~/session/form-drafts/form-draft.server";
import { stepUpPath } from "./service-errors.server";

/** Form drafts: saved before a step-up and restored afterwards. */

export type DraftFields = Record<string, string[]>;

/** Saves the form as a draft and redirects to the step-up, which redirects back. */
export async function saveDraftAndStepUp(panel: Panel, request: Request, formData: FormData): Promise<Response> {
  const { pathname } = new URL(request.url);
  const id = await saveFormDraft(panel.realm, panel.user.uid, pathname, formData);
  return redirect(stepUpPath(request, `${pathname}?draft=${id}`));
}

/** The draft of a page's main form, with one value per field; null for drafts of the page's smaller forms, which have no `name`. */
export async function findFormDraft(panel: Panel, request: Request): Promise<Record<string, string> | null> {
  const draft = await findDraft(panel, request);
  if (draft?.name === undefined) return null;
  return Object.fromEntries(Object.entries(draft).map(([name, values]) => [name, values[0] ?? ""]));
}

/** The draft in the URL; null unless it belongs to this user and page and has not expired. */
export async function findDraft(panel: Panel, request: Request): Promise<DraftFields | null> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get("draft");
  if (!id) return null;
  const path = pathname.replace(/\.data$/, "");
  return getWiring().formDrafts.find(panel.realm, panel.user.uid, path, id);
}
