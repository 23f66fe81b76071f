import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";

/** Opens an external link in a new window, once confirmed. EPUB 3, reading systems, "External links". */
export function ExternalLinkDialog({ url, onDone }: { url: string | null; onDone(): void }) {
  const { t } = useTranslation("reader");
  return (
    <Dialog
      open={url !== null}
      onOpenChange={(isOpen) => !isOpen && onDone()}
      title={t("external_link.title")}
      description={t("external_link.text", { address: url ?? "" })}
      footer={
        <>
          <Button type="button" onClick={onDone}>
            {t("external_link.stay")}
          </Button>
          <Button
            type="button"
            variant="primary"
            onClick={() => {
              if (url) window.open(url, "_blank", "noopener,noreferrer");
              onDone();
            }}
          >
            {t("external_link.open")}
          </Button>
        </>
      }
    />
  );
}
