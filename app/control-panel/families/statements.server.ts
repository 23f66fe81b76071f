import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { hiddenField } from "~/forms/form-fields";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { orThrowResponse, stepUpPath } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { reasonField, type UnmatchedStatement } from "~/services/contracts/managed-families";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { authoriseFamilies } from "./families.server";
import { statementsPath } from "./family-intents";

/** Statements about contracts that match no order, for super users. */

export async function loadStatements(
  backend: Backend,
  request: Request,
): Promise<{ statements: UnmatchedStatement[] }> {
  const { credentials } = await authoriseFamilies(backend, request);
  const call = backend.clients.payment.getUnmatchedStatements({}, credentials);
  return { statements: (await orThrowResponse(call, request)).body.data };
}

const reviewForm = z.object({ id: hiddenField, note: reasonField });

/** Notes what was done. The form's intent is the statement's id, since the page has one form for each. */
export async function reviewStatement(backend: Backend, request: Request) {
  const { credentials } = await authoriseFamilies(backend, request);
  const form = readForm(await request.formData(), reviewForm);
  const { id, note } = form.values;
  if (form.submission.status !== "success") return formResult(backend, null, { request, intent: id, ...form });
  try {
    await backend.clients.payment.reviewStatement({ params: { id }, body: { note } }, credentials);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "secure_login_needed") return redirect(stepUpPath(request));
    return redirectWithError(backend, error, request, statementsPath);
  }
  const t = await getTranslator(request, "families");
  return redirectWithNotice(`${statementsPath}#top`, "success", t("statements.noted"));
}
