import { useTranslation } from "react-i18next";
import { Banner } from "./banner";

/** Notice above a form that was restored from a draft. */
export function DraftBack() {
  const { t } = useTranslation("ui");
  return <Banner type="success" title={t("draftBack")} />;
}
