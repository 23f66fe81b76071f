import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { Elsewhere } from "~/reader/marks/use-reading-place";
import { Info } from "~/ui/icons";
import { ChoiceNotice } from "./choice-notice";

/**
 * Another tab or device has moved the position in this book: shows the new position and offers to go there.
 * docs/product/choices.md#books.
 */
export function ElsewhereNotice({ position, progress, close }: Elsewhere) {
  const { t } = useTranslation("reader");
  const { controller } = useReader();
  return (
    <ChoiceNotice
      icon={Info}
      label={t("elsewhere.title")}
      text={t("elsewhere.text", { percent: Math.round(progress * 100) })}
      action={t("elsewhere.go")}
      onAction={() => {
        close();
        void controller?.goToPosition(position);
      }}
      closing={t("elsewhere.stay")}
      onClose={close}
    />
  );
}
