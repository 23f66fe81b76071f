import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { closingTarget } from "~/reader/closing";
import styles from "./slow-opening.css?inline";

const ownStyles = { __html: styles };

/**
 * Says that a book takes long to open, with a link back to the books; the loading goes on. The style sheet shows it 20 s after it was
 * rendered, so that it also comes when the page's script never arrives, and the link works without it.
 */
export function SlowOpening() {
  const { t } = useTranslation("reader");
  const shelf = closingTarget(useLocation()) ?? "/shelves";
  return (
    <div className="reader-slow">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the content is our own built style sheet */}
      <style dangerouslySetInnerHTML={ownStyles} />
      <p role="status">{t("loading_slowly")}</p>
      <a href={shelf}>{t("back")}</a>
    </div>
  );
}
