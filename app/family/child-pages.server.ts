import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { hiddenField } from "~/forms/form-fields";
import { formResult, staleFormResult } from "~/forms/form-result.server";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { childIntents } from "~/library/shelf-intents";
import { type FamilyProfile, profileAvatars } from "~/services/contracts/family-profiles";
import { redirectWithNotice } from "~/shell/notice.server";
import { childFields, childFieldTexts, childSchema, newChildSchema } from "./child-form-schema";
import { fetchProfiles, requireFamilyParent } from "./profiles.server";

/** Parents add, edit and remove their children. docs/product/choices.md#who-and-where. */

/** URL of the list of children. */
const listPath = "/profile#children";

export type NewChildData = {
  /** A picture that no other child has yet, if there is one. */
  avatar: string;
  /** Prevents a duplicate if the form is submitted twice. */
  idempotencyKey: string;
};

export async function loadNewChild(backend: Backend, request: Request): Promise<NewChildData> {
  const { profiles } = await requireFamilyParent(backend, request);
  const free = profileAvatars.find((avatar) => !profiles.some((profile) => profile.avatar === avatar));
  return { avatar: free ?? profileAvatars[0], idempotencyKey: crypto.randomUUID() };
}

export async function addChild(backend: Backend, request: Request) {
  const { person } = await requireFamilyParent(backend, request);
  const formData = await request.formData();
  const form = readForm(formData, newChildSchema);
  if (form.submission.status !== "success") return formResult(backend, null, { request, ...form });
  const { credentials } = person;
  const { account } = backend.clients;
  try {
    await account.createProfile({ body: form.submission.value }, credentials, idempotencyKeyOf(formData));
  } catch (error) {
    return formResult(backend, error, { request, ...form });
  }
  return done(request, "added", form.submission.value.name);
}

/** @throws Response 404 for a child of another family */
export async function loadChild(backend: Backend, request: Request, id: string): Promise<{ child: FamilyProfile }> {
  const { profiles } = await requireFamilyParent(backend, request);
  return { child: findChild(profiles, id) };
}

/** @throws Response 404 for a child of another family */
export function findChild(profiles: readonly FamilyProfile[], id: string): FamilyProfile {
  const child = profiles.find((profile) => profile.id === id);
  if (!child) throw new Response(null, { status: 404 });
  return child;
}

export type ChildPageData = { child: FamilyProfile; withheld: { id: string; title: string }[] };

/** @throws Response as `loadChild` */
export async function loadChildPage(backend: Backend, request: Request, id: string): Promise<ChildPageData> {
  const { person, profiles } = await requireFamilyParent(backend, request);
  const child = findChild(profiles, id);
  const call = backend.clients.library.getWithheldBooks({ params: { id } }, person.credentials);
  const { body } = await orThrowResponse(call, request);
  return { child, withheld: body.data.map(({ id: bookId, title }) => ({ id: bookId, title })) };
}

/** A book that the child's page takes back from those withheld. */
const releaseForm = z.object({ book: hiddenField });

/** The forms of a child's page: the child's values, and a book that is no longer withheld. */
export async function submitChildPage(backend: Backend, request: Request, id: string) {
  const formData = await request.clone().formData();
  if (intentOf(formData) !== childIntents.release) return changeChild(backend, request, id);
  const { person, profiles } = await requireFamilyParent(backend, request);
  const { book: bookId } = readForm(formData, releaseForm).values;
  const { library } = backend.clients;
  await orThrowResponse(library.releaseBook({ params: { id, bookId } }, person.credentials), request);
  const t = await getTranslator(request, "family");
  const { name } = findChild(profiles, id);
  return redirectWithNotice(`/profile/children/${id}#withheld`, "success", t("withheld.released", { name }));
}

async function changeChild(backend: Backend, request: Request, id: string) {
  const { person } = await requireFamilyParent(backend, request);
  const formData = await request.formData();
  const form = readForm(formData, childSchema);
  if (form.submission.status !== "success") return formResult(backend, null, { request, ...form });
  const body = form.submission.value;
  try {
    await backend.clients.account.changeProfile({ params: { id }, body }, person.credentials);
  } catch (error) {
    if (!isStale(error)) return formResult(backend, error, { request, ...form });
    const child = findChild(await fetchProfiles(person), id);
    const now = { stored: childFieldTexts(child), version: child.version };
    return staleFormResult(childFields, now, { submission: form.submission, formData });
  }
  return done(request, "changed", body.name);
}

/** Removes the child with all its data. */
export async function removeChild(backend: Backend, request: Request, id: string): Promise<Response> {
  const { person, profiles } = await requireFamilyParent(backend, request);
  const child = findChild(profiles, id);
  await orThrowResponse(backend.clients.account.deleteProfile({ params: { id } }, person.credentials), request);
  return done(request, "removed", child.name);
}

async function done(request: Request, what: "added" | "changed" | "removed", name: string): Promise<Response> {
  const t = await getTranslator(request, "family");
  return redirectWithNotice(listPath, "success", t(`done.${what}`, { name }));
}
