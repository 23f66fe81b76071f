import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import type { SummaryError } from "~/ui/error-summary";
import type { StaleVersion } from "./stale-version";

/** Action data for a form that is shown again. */
export type FormResult<Field extends string = string> = {
  /** Intent of the form; null if the page has only one. */
  intent: string | null;
  lastResult: SubmissionResult<string[]>;
  /** The service failed; the form itself is valid. */
  failed?: boolean;
  /** Concurrent changes by another user. */
  stale?: StaleVersion<Field>;
};

/**
 * conform's result of one of the page's forms, for `useForm`; null if another form was sent, or none.
 * @param intent the form's; null if the page has only one form
 */
export function resultFor(
  result: Pick<Partial<FormResult>, "intent" | "lastResult"> | null | undefined,
  intent: string | null,
): SubmissionResult<string[]> | null {
  return result && result.intent === intent ? (result.lastResult ?? null) : null;
}

/** Values of a form for `useForm<FormValues>`. */
export type FormValues = Record<string, string>;

/**
 * Props for a control of ui/field or ui/select.
 * @param formatReasons translates reasons
 */
export function fieldProps(
  field: FieldMetadata<unknown> | undefined,
  formatReasons: (reasons: readonly string[] | undefined) => string[],
) {
  return {
    id: field?.id,
    name: field?.name,
    errors: formatReasons(field?.errors),
    defaultValue: String(field?.initialValue ?? ""),
  };
}

/** Errors for the summary, in the order of `names`; those without a field come first. */
export function summaryErrors(
  result: SubmissionResult<string[]> | null | undefined,
  names: readonly string[],
  line: (name: string, reason: string) => SummaryError,
): SummaryError[] {
  const place = ([name]: [string, unknown]) => names.indexOf(name);
  const inOrder = Object.entries(result?.error ?? {}).sort((one, other) => place(one) - place(other));
  return inOrder.flatMap(([name, reasons]) => (reasons ?? []).map((reason) => line(name, reason)));
}
