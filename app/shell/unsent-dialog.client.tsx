import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";

/** Asked before somebody logs out with entries that could not be sent. */
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
