import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { summaryErrors } from "./form-result";

type FormErrorsProps = {
  /** The id that the form was made with; a field's id is made from it as conform makes it. */
  formId: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  /** Names of the form's fields in the order in which they stand. */
  fields: readonly string[];
  /** A field's label; null for what is no field of the form, whose reason stands alone. */
  labelOf: (name: string) => string | null;
  /** A reason in the reader's language. */
  say: (reason: string) => string;
};

/** On top of a form that came back: what is wrong, with the way to each field. Nothing while nothing is wrong. */
export function FormErrors({ formId, lastResult, fields, labelOf, say }: FormErrorsProps) {
  const { t } = useTranslation("ui");
  const errors = summaryErrors(lastResult, fields, (name, reason): SummaryError => {
    const label = name === "" ? null : labelOf(name);
    const message = label === null ? say(reason) : t("errorLine", { label, text: say(reason) });
    return fields.includes(name) ? { fieldId: `${formId}-${name}`, message } : { message };
  });
  return <ErrorSummary errors={errors} />;
}
