import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FocusedResult } from "~/control-panel/frame/focused-result";
import { Banner } from "~/ui/banner";

/** Edit conflict: shows what another user changed in the meantime. */
export function StaleBanner({
  title,
  changes,
  page = ".",
}: {
  title: string;
  /** URL of the form, if it is more than the path. */
  page?: string;
  /**
   * The changed fields with translated labels; an empty value is shown as a dash. `mine` is the current user's value, null if the form has
   * taken over `theirs`.
   */
  changes: Array<{ label: string; theirs: string; mine: string | null }>;
}) {
  const { t } = useTranslation("control-panel");
  return (
    <FocusedResult>
      <Banner type="warning" title={title}>
        <p>{t(changes.length > 0 ? "stale.text" : "stale.same")}</p>
        {changes.length > 0 && (
          <dl className="mt-2 space-y-1">
            {changes.map(({ label, theirs, mine }) => (
              <div key={label}>
                <dt className="inline font-semibold">{t("form.labelled", { label, text: "" })}</dt>
                <dd className="inline wrap-anywhere whitespace-pre-line">
                  {theirs || "–"}
                  {mine !== null && ` (${t("stale.yours", { mine: mine || "–" })})`}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-2">
          <Link to={page} reloadDocument className="font-semibold text-primary underline">
            {t("stale.takeTheirs")}
          </Link>
        </p>
      </Banner>
    </FocusedResult>
  );
}
