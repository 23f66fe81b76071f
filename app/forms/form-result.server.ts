import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { ServiceError } from "~/services/contracts/service-error";
import type { FormResult } from "./form-result";
import { secretFields } from "./secret-fields";
import { isFailure, reasonsOf, refusalOf } from "./service-errors.server";
import { type FieldTexts, staleResult } from "./stale-version";

/** Response for a form that is shown again: conform's result with the submitted values, without secrets. */

type Sent = { request: Request; submission: Submission<Record<string, unknown>, string[], unknown> };

type Wrong<Extra> = Sent & {
  /** Intent of the form, if the page has several forms. */
  intent?: string;
  /** Additional errors by field, besides those of the service. */
  fieldErrors?: Record<string, string[]>;
  /** Error of the form as a whole if the service gives no reasons: for a conflict, and instead of `failed`. */
  fallback?: string;
  /**
   * Status instead of the usual one: the sign-in pages pass on that of the sign-in service. With `error` null and a valid form, the form
   * is shown again without errors.
   */
  status?: number;
  extra?: Extra;
};

/**
 * 400 with all errors at once, by field: the schema's and the service's. 502 if the service failed, 409 and 412 for a conflict without
 * reasons if there is a `fallback`.
 * @param error thrown by the service; null if only the form's schema found errors
 * @throws errors that a form cannot show: sign in again, step up, 403, 404
 */
export function formResult<Extra extends object = object>(
  backend: Backend,
  error: unknown,
  { request, submission, intent, fieldErrors, fallback, status, extra }: Wrong<Extra>,
) {
  const own = submission.status === "success" ? null : dropNulls(submission.error);
  const reported = error === null ? null : reasonsOf(error);
  const result = (
    usualStatus: number,
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
      { status: status ?? usualStatus, headers: error instanceof ServiceError ? error.headers : undefined },
    );
  const reasons = { ...reported, ...own, ...fieldErrors };
  if (Object.keys(reasons).length > 0) {
    if (error !== null && !reported && !fieldErrors) isFailure(backend, error);
    return result(error instanceof ServiceError && error.status === 429 ? 429 : 400, { fieldErrors: reasons });
  }
  if (error === null && status !== undefined) return result(status, {});
  const isConflict = error instanceof ServiceError && [409, 412].includes(error.status);
  if (isConflict && fallback !== undefined) return result(error.status, { formErrors: [fallback] });
  if (!isFailure(backend, error)) throw refusalOf(error, request);
  return fallback === undefined ? result(502, {}, true) : result(502, { formErrors: [fallback] });
}

/**
 * 412: another user saved first. The form takes over their changes for fields that the current user did not edit, and submitting again
 * overwrites the version now shown. Decision 35.
 * @param fields fields of the form
 */
export function staleFormResult<Field extends string, Extra extends object = object>(
  fields: readonly Field[],
  now: { stored: FieldTexts; version: number },
  { submission, formData, mine, intent, initialValueOf = (texts) => texts, extra }: Stale<Extra>,
) {
  const { values, stale } = staleResult(fields, now, formData, mine);
  const lastResult = withValues(submission.reply({ hideFields: [...secretFields] }), initialValueOf(values));
  return data<FormResult<Field> & Partial<Extra>>(
    { intent: intent ?? null, lastResult, stale, ...(extra as Partial<Extra>) },
    { status: 412 },
  );
}

type Stale<Extra> = Pick<Sent, "submission"> & {
  formData: FormData;
  /** The submitted values as texts, where a field consists of several controls. */
  mine?: FieldTexts;
  intent?: string;
  /** The form's values for merged texts, where a field consists of several controls. */
  initialValueOf?: (texts: FieldTexts) => FieldValues;
  extra?: Extra;
};

type FieldValues = NonNullable<SubmissionResult<string[]>["initialValue"]>;

type Typed = Pick<Wrong<object>, "submission" | "intent"> & {
  /** Values that replace submitted ones. */
  initialValue?: FieldValues;
};

/**
 * 200: the form with its submitted values, without validation errors, e.g. with another question.
 * @param extra further results that depend on the submitted values
 */
export function typedFormResult<Extra extends object = object>(
  { submission, intent, initialValue }: Typed,
  extra?: Extra,
) {
  const { error: _, status: __, ...typed } = submission.reply({ hideFields: [...secretFields] });
  return data<FormResult & Partial<Extra>>({
    intent: intent ?? null,
    lastResult: withValues(typed, initialValue),
    ...(extra as Partial<Extra>),
  });
}

/**
 * The same with search results.
 * @param choices search results by field
 */
export function searchedFormResult<Found, Extra extends object = object>(
  sent: Typed,
  choices: Record<string, Found>,
  extra?: Extra,
) {
  return typedFormResult<{ choices: Record<string, Found> } & Partial<Extra>>(sent, {
    choices,
    ...(extra as Partial<Extra>),
  });
}

function withValues(result: SubmissionResult<string[]>, values: FieldValues = {}) {
  return { ...result, initialValue: { ...result.initialValue, ...values } };
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
