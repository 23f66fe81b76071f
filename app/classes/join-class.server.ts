import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { groupCodeField } from "~/services/contracts/account";
import { ServiceError } from "~/services/contracts/service-error";
import { requireUser, type SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { joinReasons } from "./join-reasons";

/** A pupil joins a class with the code from the teacher. docs/product/choices.md#group-codes. */

/** @throws Response 403 unless the user is a pupil with a personal account */
async function requirePupil(backend: Backend, request: Request): Promise<SignedIn> {
  const signed = await requireUser(backend, request);
  if (!signed.user.isStudent || signed.user.sharedAccount) throw new Response(null, { status: 403 });
  return signed;
}

export async function loadJoinClass(backend: Backend, request: Request): Promise<{ name: string }> {
  const { user } = await requirePupil(backend, request);
  return { name: user.name };
}

// Not named "code": fields of that name prove an identity, so no page renders them again.
const schema = z.object({ classCode: groupCodeField });

export async function joinClass(backend: Backend, request: Request) {
  const { credentials } = await requirePupil(backend, request);
  const form = readForm(await request.formData(), schema);
  if (form.submission.status === "error") return formResult(backend, null, { request, ...form });
  try {
    const { body } = await backend.clients.account.joinGroup({ body: { code: form.values.classCode } }, credentials);
    const t = await getTranslator(request, "account");
    const { name } = body.data;
    return await redirectWithNotice("/bookshelf", "success", t("join.done", { name }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 404) {
      return formResult(backend, null, { request, ...form, fieldErrors: { classCode: [joinReasons.unknown] } });
    }
    if (error.status === 429)
      return formResult(backend, error, { request, ...form, fieldErrors: { classCode: [joinReasons.tooMany] } });
    if (error.status < 500) throw refusalOf(error, request);
    return formResult(backend, error, { request, ...form });
  }
}
