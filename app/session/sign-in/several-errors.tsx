import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { formatSignInReasons } from "./reason-messages";

type SeveralErrorsProps = {
  formId: string;
  /** The action's result. */
  lastResult: SubmissionResult<string[]> | null;
  /** The fields' labels by name, in display order. */
  labels: Record<string, string>;
};

/** Error summary of a short form with several wrong fields, each linked. A single wrong field is focused instead. */
export function SeveralErrors({ formId, lastResult, labels }: SeveralErrorsProps) {
  const { t } = useTranslation("session");
  const fields = Object.keys(labels);
  const wrong = Object.entries(lastResult?.error ?? {}).filter(([name, reasons]) => fields.includes(name) && reasons);
  if (lastResult === null || wrong.length < 2) return null;
  return (
    <FormErrors
      formId={formId}
      lastResult={{ ...lastResult, error: Object.fromEntries(wrong) }}
      fields={fields}
      labelOf={(name) => labels[name] ?? null}
      formatReason={(reason) => formatSignInReasons(t, [reason]).join()}
    />
  );
}
