import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FaultKey, mayHelpToLogIn } from "~/reader/book/book-fault";
import { useReader } from "~/reader/controller/reader-context";
import { logInAgainHref } from "~/reader/log-in-again-href";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";

/**
 * Shown over the stage: the reason why the book failed to open, with buttons to go back and to sign in again.
 * docs/product/reader.md#screens.
 */
export function BookErrorBanner({ fault }: { fault: FaultKey }) {
  const { t } = useTranslation("reader");
  const { close, savePlace } = useReader();
  return (
    <div className="absolute inset-0 z-10 grid place-items-center p-4">
      <div className="w-full max-w-xl">
        <Banner
          type={mayHelpToLogIn(fault) ? "error" : "info"}
          title={t(fault)}
          actions={
            <>
              <Button type="button" size="large" onClick={close}>
                {t("back")}
              </Button>
              {mayHelpToLogIn(fault) && <LogInAgain onLeave={savePlace} />}
            </>
          }
        >
          {t(`${fault}_help`)}
        </Banner>
      </div>
    </div>
  );
}

type LogInAgainProps = {
  /** Called before navigating, to save the position of an open book. */
  onLeave?: () => void;
  /** Whether another way is more likely to help. */
  isSecondary?: boolean;
};

/** Signs in again and returns to the book. */
export function LogInAgain({ onLeave, isSecondary = false }: LogInAgainProps) {
  const { t } = useTranslation("reader");
  const address = logInAgainHref(useLocation());
  return (
    <LinkButton
      to={address}
      reloadDocument
      size="large"
      variant={isSecondary ? undefined : "primary"}
      onClick={onLeave}
    >
      {t("log_in_again")}
    </LinkButton>
  );
}
