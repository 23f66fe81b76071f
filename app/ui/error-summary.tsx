import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTakenFocus } from "./use-taken-focus";

export type SummaryError = {
  /** Id of the invalid control; undefined for an error of the whole form. */
  fieldId?: string;
  message: string;
};

type ErrorSummaryProps = {
  errors: readonly SummaryError[];
  /** Result that the errors come from: each new one takes the focus again, also one with the same errors. */
  of?: unknown;
  title?: string;
};

/** Errors of a form with links to its fields. Takes the focus, so that screen readers announce it. */
export function ErrorSummary({ errors, of, title }: ErrorSummaryProps) {
  const { t } = useTranslation("ui");
  const box = useRef<HTMLDivElement>(null);
  useTakenFocus(box, errors.length > 0, of ?? errors.length);
  if (errors.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-control border-2 border-error bg-error-tint p-4 focus:outline-3 focus:outline-focus focus:outline-offset-2"
    >
      <h2 className="text-18">{title ?? t("errorSummary")}</h2>
      <ul className="mt-2 space-y-1">
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="font-semibold text-error underline underline-offset-2"
                onClick={(event) => {
                  const field = document.getElementById(fieldId);
                  if (!field) return;
                  event.preventDefault();
                  field.focus();
                  field.scrollIntoView({ block: "center" });
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
