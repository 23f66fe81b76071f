import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import type { Realm } from "~/realms/realm";
import { formerOwnerField, formOwnerField, restorableField } from "~/ui/form-owner";
import { secretFields } from "./secret-fields";
import { stepUpPath } from "./service-errors.server";

/** Form drafts: saved before a step-up and restored afterwards. */

export type DraftFields = Record<string, string[]>;

/** Fields that are never stored: secrets, and values that each rendering creates again. */
const leftOut = new Set<string>([
  ...secretFields,
  formOwnerField,
  formerOwnerField,
  restorableField,
  "intent",
  "key",
  "card",
]);

/** The user of a page with a form. */
type DraftOwner = { backend: Backend; realm: Realm; user: { uid: string } };

/** @returns the draft's id, for the parameter `?draft=` */
export function saveFormDraft(
  backend: Backend,
  realm: Realm,
  uid: string,
  path: string,
  form: FormData,
): Promise<string> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !leftOut.has(name)) fields[name] = [...(fields[name] ?? []), value];
  }
  return backend.formDrafts.save(realm, uid, path, fields);
}

/** Saves the form as a draft and redirects to the step-up, which redirects back. */
export async function saveDraftAndStepUp(owner: DraftOwner, request: Request, formData: FormData): Promise<Response> {
  const { pathname } = new URL(request.url);
  const id = await saveFormDraft(owner.backend, owner.realm, owner.user.uid, pathname, formData);
  return redirect(stepUpPath(request, `${pathname}?draft=${id}`));
}

/** The draft of a page's main form, with one value per field; null for drafts of the page's smaller forms, which have no `name`. */
export async function findFormDraft(owner: DraftOwner, request: Request): Promise<Record<string, string> | null> {
  const draft = await findDraft(owner, request);
  if (draft?.name === undefined) return null;
  return Object.fromEntries(Object.entries(draft).map(([name, values]) => [name, values[0] ?? ""]));
}

/** The draft in the URL; null unless it belongs to this user and page and has not expired. */
export async function findDraft(owner: DraftOwner, request: Request): Promise<DraftFields | null> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get("draft");
  if (!id) return null;
  return owner.backend.formDrafts.find(owner.realm, owner.user.uid, pathname, id);
}
