import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import type { SummaryError } from "~/ui/error-summary";
import type { StaleVersion } from "./stale-version";

/** What an action sends back to a form that is shown again. */
export type FormResult<Field extends string = string> = {
  /** The form of the page that it belongs to; null where there is only one. */
  intent: string | null;
  lastResult: SubmissionResult<string[]>;
  /** The service could not do it: nothing is wrong with the form. */
  failed?: boolean;
  /** What somebody else changed meanwhile. */
  stale?: StaleVersion<Field>;
};

/** conform's result of one of the page's forms, for `useForm`. */
export function resultFor(result: FormResult | null | undefined, intent: string): SubmissionResult<string[]> | null {
  return result?.intent === intent ? result.lastResult : null;
}

/** A field of a form made with `useForm<FormValues>`. */
export type FormValues = Record<string, string>;

/**
 * The props of a control of ui/field or ui/select.
 * @param say turns reasons into the reader's language
 */
export function fieldProps(
  field: FieldMetadata<unknown> | undefined,
  say: (reasons: readonly string[] | undefined) => string[],
) {
  return {
    id: field?.id,
    name: field?.name,
    errors: say(field?.errors),
    defaultValue: String(field?.initialValue ?? ""),
  };
}

/** What is wrong, for the error summary, in the order of `names`; reasons of no field of the form come first. */
export function summaryErrors(
  result: SubmissionResult<string[]> | null | undefined,
  names: readonly string[],
  line: (name: string, reason: string) => SummaryError,
): SummaryError[] {
  const place = ([name]: [string, unknown]) => names.indexOf(name);
  const inOrder = Object.entries(result?.error ?? {}).sort((one, other) => place(one) - place(other));
  return inOrder.flatMap(([name, reasons]) => (reasons ?? []).map((reason) => line(name, reason)));
}
