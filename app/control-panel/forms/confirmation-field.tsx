import { useTranslation } from "react-i18next";
import type { FormResult } from "~/forms/form-result";
import { formatReasons } from "~/forms/messages";
import { Checkbox } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { FieldErrors } from "~/ui/field";

type ConfirmationFieldProps = {
  label: string;
  /** Result of the page's forms. */
  result: FormResult | undefined;
  /** Intent of the form that deletes; null if the page has only this one. */
  intent: string | null;
};

/** Checkbox that confirms a deletion; a form that came without it shows the error here. Its schema is `confirmationForm`. */
export function ConfirmationField({ label, result, intent }: ConfirmationFieldProps) {
  const { t } = useTranslation("control-panel");
  const reasons = result && result.intent === intent ? result.lastResult.error?.sure : null;
  const messages = formatReasons(t, reasons);
  const isWrong = messages.length > 0;
  return (
    <>
      <ErrorSummary errors={messages.map((message) => ({ fieldId: "sure", message }))} of={result} />
      <div className={isWrong ? "border-error border-l-4 pl-4" : undefined}>
        <Checkbox
          id="sure"
          name="sure"
          required
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? "sure-error" : undefined}
          label={label}
        />
        <FieldErrors id="sure-error" messages={messages} />
      </div>
    </>
  );
}
