import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { saveFormDraft } from "~/session/form-drafts/form-draft.server";
import { stepUpPath } from "./service-errors.server";

/** From a half-filled form to the second factor and back to the form as it was. */

export type DraftFields = Record<string, string[]>;

/** Keeps what the form holds and leads to the second factor, which leads back here. */
export async function saveDraftAndStepUp(panel: Panel, request: Request, formData: FormData): Promise<Response> {
  const { pathname } = new URL(request.url);
  const id = await saveFormDraft(panel.realm, panel.user.uid, pathname, formData);
  return redirect(stepUpPath(request, `${pathname}?draft=${id}`));
}

/** The draft of a page's main form, whose fields have one value each; the page's smaller forms have no name in them. */
export async function findFormDraft(panel: Panel, request: Request): Promise<Record<string, string> | null> {
  const draft = await findDraft(panel, request);
  if (draft?.name === undefined) return null;
  return Object.fromEntries(Object.entries(draft).map(([name, values]) => [name, values[0] ?? ""]));
}

/** The draft that the address names; null for none of this person's, on this page, in time. */
export async function findDraft(panel: Panel, request: Request): Promise<DraftFields | null> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get("draft");
  if (!id) return null;
  const path = pathname.replace(/\.data$/, "");
  return getWiring().formDrafts.find(panel.realm, panel.user.uid, path, id);
}
