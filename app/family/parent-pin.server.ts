import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { parentPinField } from "~/services/contracts/parent-pin";
import { ServiceError } from "~/services/contracts/service-error";
import { parentLoginPath, parentPath, requireUser, type SignedIn } from "~/session/guard.server";
import { parentPinPath } from "~/session/parent-pin-path";
import { sameOriginPath } from "~/shell/same-origin-path";

/** A parent takes over from a child by PIN, in the same browser session. Decision 90. */

export type ParentPinData = {
  /** The login page, for a parent who has forgotten the PIN. */
  passwordPath: string;
};

const pinForm = z.object({ pin: parentPinField });

/** @throws Response a redirect to the wanted page if no child reads, and to the login page without a PIN that can be used */
export async function loadParentPin(backend: Backend, request: Request): Promise<ParentPinData> {
  const { person, back } = await childAtDoor(backend, request);
  const path = await parentPath(person, back);
  if (!path.startsWith(parentPinPath)) throw redirect(path);
  return { passwordPath: parentLoginPath(back) };
}

export async function submitParentPin(backend: Backend, request: Request) {
  const { person, back } = await childAtDoor(backend, request);
  const { submission } = readForm(await request.clone().formData(), pinForm);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  try {
    await backend.clients.auth.checkParentPin({ body: submission.value }, person.credentials);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "parent_pin_blocked") {
      return redirect(parentLoginPath(back, "parent_blocked"));
    }
    return formResult(backend, error, { request, submission });
  }
  await backend.sessionStore.chooseProfile(person.realm, person.sessionId, null);
  return redirect(back);
}

async function childAtDoor(backend: Backend, request: Request): Promise<{ person: SignedIn; back: string }> {
  const person = await requireUser(backend, request);
  const back = sameOriginPath(new URL(request.url).searchParams.get("redirect"));
  if (person.profileId === null || person.user.isImpersonated) throw redirect(back);
  return { person, back };
}
