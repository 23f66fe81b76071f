import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FaultKey, mayHelpToLogIn } from "~/reader/book/book-fault";
import { closingTarget } from "~/reader/closing";
import { HomeLayout } from "~/shell/home-layout";
import { LostFox } from "~/shell/lost-fox";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";
import { LogInAgain } from "./book-error-banner";

/** Shown instead of the reader if the server already knows that the book can't be opened. */
export function UnopenedBook({ fault }: { fault: FaultKey }) {
  const { t } = useTranslation("reader");
  const shelf = closingTarget(useLocation()) ?? "/shelves";
  // Another account may have the book, but most addresses of unknown books are old or mistyped.
  const isUnknown = fault === "error_not_found";
  return (
    <HomeLayout>
      <div
        data-reader=""
        data-state="error"
        className="mx-auto flex max-w-lg flex-col items-center gap-6 py-8 text-center"
      >
        <LostFox className="w-64 sm:w-80" />
        <Banner type={mayHelpToLogIn(fault) ? "error" : "info"}>
          <h1 className="text-16 font-semibold">{t(isUnknown ? "book_not_found" : fault)}</h1>
          {t(`${fault}_help`)}
        </Banner>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton
            to={shelf}
            size="large"
            icon={ArrowLeft}
            variant={isUnknown || !mayHelpToLogIn(fault) ? "primary" : undefined}
          >
            {t("back")}
          </LinkButton>
          {mayHelpToLogIn(fault) && <LogInAgain isSecondary={isUnknown} />}
        </div>
      </div>
    </HomeLayout>
  );
}
