import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { restoreOrRead } from "~/control-panel/forms/restore-or-read.server";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { PersonDeletion } from "~/services/contracts/control-panel-entities";
import { usernameField } from "~/services/contracts/person-fields";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";

/** Restoration of a deleted person. The service decides who may restore whom, and until when. */

export type RestorationData = Pick<PersonDeletion, "name" | "username" | "restorableUntil" | "isUsernameTaken"> & {
  /** List to which the page links back. */
  list: "users" | PersonKind;
};

/** The deleted person to restore. */
export async function loadRestoration(
  backend: Backend,
  request: Request,
  kind: PersonKind,
  id: string,
): Promise<RestorationData> {
  const panel = await authorisePanel(backend, request);
  const params = { version: "v1" as const, type: kind, id };
  const { body } = await orThrowResponse(panel.client.getPersonDeletion({ params }, panel.credentials), request);
  const { name, username, restorableUntil, isUsernameTaken } = body.data;
  return { name, username, restorableUntil, isUsernameTaken, list: panel.user.isSuperUser ? "users" : kind };
}

/** The form has a username field only if the person's username is taken. */
const schema = z.object({ username: usernameField });

export async function submitPersonRestoration(backend: Backend, request: Request, kind: PersonKind, id: string) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const hasUsername = formData.has("username");
  const form = readForm(formData, hasUsername ? schema : z.object({}));
  const params = { version: "v1" as const, type: kind, id };
  if (form.submission.status === "error") return formResult(backend, null, { request, ...form });
  const read = () => panel.client.getPersonSummary({ params: { kind, id } }, panel.credentials);
  try {
    const { body } = await restoreOrRead(
      () => panel.client.restorePerson({ params, body: form.values }, panel.credentials).then(read),
      read,
    );
    const t = await getTranslator(request, "control-panel");
    const { name } = body.data;
    return await redirectWithNotice(`/controlpanel/${kind}/${id}`, "success", t("restore.done", { name }));
  } catch (error) {
    const isTaken = error instanceof ServiceError && (error.details ?? []).some((it) => it.attribute === "username");
    if (hasUsername || isTaken) return formResult(backend, error, { request, ...form });
    return redirectWithError(backend, error, request, `/controlpanel/${kind}/${id}/restore`);
  }
}
