import { useTranslation } from "react-i18next";
import type { FaultKey } from "~/reader/book/book-fault";
import { useReader } from "~/reader/reader-context";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";

type FaultProps = { fault: FaultKey; close(): void };

/** Why the book isn't there, the way back, and signing in again. docs/product/reader.md#screens. */
function FaultMessage({ fault, title, close }: FaultProps & { title: string }) {
  const { t } = useTranslation("reader");
  return (
    <div className="absolute inset-0 z-10 grid place-items-center p-4">
      <div className="w-full max-w-xl">
        <Banner
          type="error"
          title={title}
          actions={
            <>
              <Button type="button" size="large" onClick={close}>
                {t("back")}
              </Button>
              <LinkButton to="/login?reauthenticate=true" reloadDocument size="large" variant="primary">
                {t("log_in_again")}
              </LinkButton>
            </>
          }
        >
          {t(`${fault}_help`)}
        </Banner>
      </div>
    </div>
  );
}

/** Inside the reader, over the stage. */
export function BookErrorBanner({ fault }: { fault: FaultKey }) {
  const { t } = useTranslation("reader");
  const { close } = useReader();
  return <FaultMessage fault={fault} title={t(fault)} close={close} />;
}

/** Instead of the reader, where the server already knows that there is no book. */
export function FaultPage(props: FaultProps) {
  const { t } = useTranslation("reader");
  // Here it is the whole book that is missing, and not a page of it.
  const title = props.fault === "error_not_found" ? t("book_not_found") : t(props.fault);
  return (
    <main className="reader" data-reader="" data-state="error" data-playing={false}>
      <FaultMessage {...props} title={title} />
    </main>
  );
}
