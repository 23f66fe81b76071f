import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { ServiceError } from "~/services/contracts/service-error";
import type { FormResult } from "./form-result";
import { secretFields } from "./secret-fields";
import { isFailure, reasonsOf, refusalOf } from "./service-errors.server";
import { type FieldTexts, staleResult } from "./stale-version";

/** The response to a form that is shown again: conform's result with what was typed, secrets left out. */

type Sent = { request: Request; submission: Submission<Record<string, unknown>, string[], unknown> };

type Wrong<Extra> = Sent & {
  /** The form's intent, where the page has several forms. */
  intent?: string;
  /** What is wrong beside what the service reports, by field. */
  fieldErrors?: Record<string, string[]>;
  /** Reported of the form as a whole where the service gives no reasons: of a conflict, and instead of `failed`. */
  fallback?: string;
  extra?: Extra;
};

/**
 * 400 with every mistake at once: the schema's and the service's, each beside its field. 502 where the service failed, 409 and 412 for a
 * conflict without reasons where there is a `fallback`.
 * @param error what the service threw; null where the form's own schema alone found mistakes
 * @throws what a form cannot show: sign in again, prove a second factor, 403, 404
 */
export function formResult<Extra extends object = object>(
  error: unknown,
  { request, submission, intent, fieldErrors, fallback, extra }: Wrong<Extra>,
) {
  const own = submission.status === "success" ? null : dropNulls(submission.error);
  const reported = error === null ? null : reasonsOf(error);
  const result = (
    status: number,
    errors: { fieldErrors?: Record<string, string[]>; formErrors?: string[] },
    failed = false,
  ) =>
    data<FormResult & Partial<Extra>>(
      {
        intent: intent ?? null,
        lastResult: reply(submission, errors),
        ...(failed ? { failed } : {}),
        ...(extra as Partial<Extra>),
      },
      { status, headers: error instanceof ServiceError ? error.headers : undefined },
    );
  const reasons = { ...reported, ...own, ...fieldErrors };
  if (Object.keys(reasons).length > 0) {
    if (error !== null && !reported && !fieldErrors) isFailure(error);
    return result(error instanceof ServiceError && error.status === 429 ? 429 : 400, { fieldErrors: reasons });
  }
  const isConflict = error instanceof ServiceError && [409, 412].includes(error.status);
  if (isConflict && fallback !== undefined) return result(error.status, { formErrors: [fallback] });
  if (!isFailure(error)) throw refusalOf(error, request);
  return fallback === undefined ? result(502, {}, true) : result(502, { formErrors: [fallback] });
}

/**
 * 412: somebody else saved first. The form holds what they changed where its author changed nothing, and a second press overwrites
 * the version that is shown now. Decision 35.
 * @param fields those that the form asks for
 */
export function staleFormResult<Field extends string>(
  fields: readonly Field[],
  now: { stored: FieldTexts; version: number },
  { submission, formData, intent }: { submission: Sent["submission"]; formData: FormData; intent: string },
) {
  const { values, stale } = staleResult(fields, now, formData);
  const lastResult = submission.reply({ hideFields: [...secretFields] });
  const merged = { ...lastResult, initialValue: { ...lastResult.initialValue, ...values } };
  return data<FormResult<Field>>({ intent, lastResult: merged, stale }, { status: 412 });
}

/**
 * 200: a form that searches among its own choices, as it was typed and without a word on what is missing yet.
 * @param choices what was found, by the field that it is chosen for
 */
export function searchedFormResult<Found>(
  { submission, intent }: Pick<Wrong<object>, "submission" | "intent">,
  choices: Record<string, Found>,
) {
  const { error: _, status: __, ...typed } = submission.reply({ hideFields: [...secretFields] });
  return data<FormResult & { choices: Record<string, Found> }>({ intent: intent ?? null, lastResult: typed, choices });
}

function reply(
  submission: Sent["submission"],
  errors: { fieldErrors?: Record<string, string[]>; formErrors?: string[] },
): SubmissionResult<string[]> {
  const { formErrors, fieldErrors } = errors;
  return submission.reply({
    ...(formErrors ? { formErrors } : {}),
    ...(fieldErrors ? { fieldErrors } : {}),
    hideFields: [...secretFields],
  });
}

function dropNulls(errors: Record<string, string[] | null> | null): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, reasons]) => (reasons ? [[name, reasons]] : [])),
  );
}
