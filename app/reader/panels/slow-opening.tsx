import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { closingTarget } from "~/reader/closing";

/**
 * Says that a book takes long to open, with a link back to the books; the loading goes on. The style sheet shows it 20 s after it was
 * rendered (`reader-slow`), so that it also comes when the page's script never arrives, and the link works without it.
 */
export function SlowOpening() {
  const { t } = useTranslation("reader");
  const shelf = closingTarget(useLocation()) ?? "/shelves";
  return (
    <div className="reader-slow">
      <p role="status">{t("loading_slowly")}</p>
      <a href={shelf}>{t("back")}</a>
    </div>
  );
}
