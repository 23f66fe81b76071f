import { useTranslation } from "react-i18next";
import { Banner } from "./banner";

/** Above a form that holds again what its writer typed before they had to leave the page. */
export function DraftBack() {
  const { t } = useTranslation("ui");
  return <Banner type="success" title={t("draftBack")} />;
}
