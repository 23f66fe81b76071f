import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

export type SummaryError = {
  /** Id of the control that is wrong; none for an error of the whole form. */
  fieldId?: string;
  message: string;
};

/** On top of a form that came back: what is wrong, each line a link to its field. Takes the focus, so that nobody misses it. */
export function ErrorSummary({ errors, title }: { errors: readonly SummaryError[]; title?: string }) {
  const { t } = useTranslation("ui");
  const box = useRef<HTMLDivElement>(null);
  const count = errors.length;
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);
  if (count === 0) return null;
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
