import { useTranslation } from "react-i18next";
import type { FaultKey } from "~/reader/book/book-fault";
import { useReader } from "~/reader/controller/reader-context";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { LogInAgain } from "./book-error-banner";

/**
 * Replaces a page that failed to open: shows the reason and a button to retry. The user can still turn to other pages.
 * docs/product/reader.md#errors.
 */
export function PageFault({ fault }: { fault: FaultKey }) {
  const { t } = useTranslation("reader");
  const { controller, savePlace } = useReader();
  return (
    <div className="absolute inset-0 z-10 grid place-items-center p-4">
      <div className="w-full max-w-xl">
        <Banner
          type="error"
          title={t(fault)}
          actions={
            <>
              <Button type="button" size="large" onClick={controller?.retry}>
                {t("try_again")}
              </Button>
              <LogInAgain onLeave={savePlace} />
            </>
          }
        >
          {t("page_fault_help")}
        </Banner>
      </div>
    </div>
  );
}
