import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { FoundFamily, ManagedFamily } from "~/services/contracts/managed-families";
import { textField } from "~/services/contracts/person-fields";
import { familyIntents, familyPath } from "./family-intents";

/** Families and their payments, for super users. docs/decisions/0091-families-for-super-users.md. */

/** @throws Response 403 unless the user is a super user; the service checks again */
export async function authoriseFamilies(backend: Backend, request: Request): Promise<Panel> {
  const panel = await authorisePanel(backend, request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  return panel;
}

/** How many statements wait that match no order. */
export async function loadFamilySearch(backend: Backend, request: Request): Promise<{ waiting: number }> {
  const { credentials } = await authoriseFamilies(backend, request);
  const { body } = await orThrowResponse(backend.clients.payment.getUnmatchedStatements({}, credentials), request);
  return { waiting: body.data.filter(({ reviewedAt }) => reviewedAt === null).length };
}

export type FoundFamilies = { found: FoundFamily[] | null };

const searchForm = z.object({ q: textField(255) });

/** Opens the family that was found; several are listed. The address stands in the form's body, never in a URL. */
export async function searchFamilies(backend: Backend, request: Request) {
  const { credentials } = await authoriseFamilies(backend, request);
  const form = readForm(await request.formData(), searchForm);
  const intent = familyIntents.search;
  const failed = (error: unknown) =>
    formResult<FoundFamilies>(backend, error, { request, intent, ...form, extra: { found: null } });
  if (form.submission.status !== "success") return failed(null);
  try {
    const { body } = await backend.clients.payment.searchFamilies({ body: form.values }, credentials);
    const [first] = body.data;
    if (first && body.data.length === 1) return redirect(familyPath(first.uid));
    return formResult<FoundFamilies>(backend, null, {
      ...{ request, intent, ...form },
      ...{ status: 200, extra: { found: body.data } },
    });
  } catch (error) {
    return failed(error);
  }
}

export async function loadFamily(backend: Backend, request: Request, uid: string): Promise<ManagedFamily> {
  const panel = await authoriseFamilies(backend, request);
  return readFamily(panel, request, uid);
}

/** @throws Response 404 for who is no family of the country */
export async function readFamily(
  { backend, credentials }: Panel,
  request: Request,
  uid: string,
): Promise<ManagedFamily> {
  const call = backend.clients.payment.getManagedFamily({ params: { uid } }, credentials);
  return (await orThrowResponse(call, request)).body;
}
