import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";

/** Confirmation before logging out with unsent changes. */
export function UnsentDialog({ leave, stay }: { leave: () => void; stay: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && stay()}
      title={t("unsent.title")}
      description={t("unsent.text")}
      footer={
        <>
          <Button type="button" onClick={stay}>
            {t("unsent.stay")}
          </Button>
          <Button type="button" variant="primary" onClick={leave}>
            {t("unsent.leave")}
          </Button>
        </>
      }
    />
  );
}
