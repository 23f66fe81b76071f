import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { summaryErrors } from "./form-result";

type FormErrorsProps = {
  /** Id of the form; field ids are derived from it as conform does. */
  formId: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  /** Names of the form's fields in display order. */
  fields: readonly string[];
  /** Label of a field; null if the form has no such field, so that only the reason is shown. */
  labelOf: (name: string) => string | null;
  /** Translates a reason. */
  formatReason: (reason: string) => string;
};

/** Error summary above a form, with links to the fields; empty if there are no errors. */
export function FormErrors({ formId, lastResult, fields, labelOf, formatReason }: FormErrorsProps) {
  const { t } = useTranslation("ui");
  const errors = summaryErrors(lastResult, fields, (name, reason): SummaryError => {
    const label = name === "" ? null : labelOf(name);
    const message = label === null ? formatReason(reason) : t("errorLine", { label, text: formatReason(reason) });
    return fields.includes(name) ? { fieldId: `${formId}-${name}`, message } : { message };
  });
  return <ErrorSummary errors={errors} of={lastResult} />;
}
