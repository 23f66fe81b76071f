import { useTranslation } from "react-i18next";
import type { AccessibilityGap } from "~/epub/accessibility-statements";

/** What a book's file does not say of its accessibility, with the names that its publisher uses. */
export function AccessibilityGaps({ gaps }: { gaps: readonly AccessibilityGap[] }) {
  const { t } = useTranslation("books");
  return (
    <>
      <ul className="list-disc ps-5">
        {gaps.map((gap) => (
          <li key={gap} className="wrap-anywhere">
            {t(`gaps.${gap}`)}
          </li>
        ))}
      </ul>
      <p className="mt-1">{t("gaps.hint")}</p>
    </>
  );
}
