import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { reportCaught } from "~/http/browser-errors";
import { refusalReasons } from "~/http/refusal-reason";
import { LinkButton } from "~/ui/button";
import { ArrowLeft, House, RotateCw } from "~/ui/icons";
import { HomeLayout } from "./home-layout";
import { LostFox } from "./lost-fox";
import { useErrorTitle } from "./page-title";
import { sameOriginPath } from "./same-origin-path";
import { useShellData } from "./shell-data";

/** Error page, with navigation if the user is signed in. */
export function ErrorPage({ missing }: { missing?: Missing }) {
  return (
    <HomeLayout isPublic>
      <ErrorContent missing={missing} />
    </HomeLayout>
  );
}

/** Text and link of a 404 in one part of the app. */
export type Missing = { hint: string; way: ReactNode };

/**
 * docs/product/shell.md#screens: '404 Not Found', or 'An error occurred' for any other status, with a link to the start page. A 403 also
 * shows 'Not allowed': docs/product/control-panel.md#errors. A refusal with a reason shows its text; one for size links back to the
 * form, and an unavailable service offers a retry.
 */
export function ErrorContent({ missing }: { missing?: Missing }) {
  const error = useRouteError();
  useErrorTitle(error);
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const isFamily = useShellData()?.user?.isConsumer ?? false;
  useEffect(() => {
    // The service worker shows the page for devices without network, with the books kept there.
    if (isNetworkError(error) && navigator.serviceWorker?.controller) return window.location.reload();
    // Server errors were already reported by the server, which sends no details.
    if (error instanceof Error && error.message !== "Unexpected Server Error") reportCaught(error);
  }, [error]);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const reason = isRouteErrorResponse(error) ? refusalReasons.find((each) => each === error.data) : undefined;
  // A child gets no message of an error, and no page for adults: the book is on no shelf, and others are.
  if (reason === "withheld") return <WithheldBook />;
  const isRefused = status === 403;
  // Families have no school to ask.
  const refusal = isFamily ? "notAllowedFamily" : "notAllowed";
  const hint = { 403: refusal, 404: "notFound", 503: "unavailable" }[status] ?? "other";
  const missed = status === 404 ? missing : undefined;
  const here = sameOriginPath(pathname + search);
  const word = reason === "tooLarge" ? "toForm" : status === 503 ? "retry" : null;
  const again = here === "/" ? null : word;
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 py-8 text-center sm:py-12">
      <LostFox className="w-64 sm:w-80" />
      <h1 className="text-36">{t(status === 404 ? "error.notFound" : "error.other")}</h1>
      {isRefused && <p className="font-semibold text-22">{t("error.notAllowed")}</p>}
      <p className="text-18 text-ink-soft">{missed?.hint ?? t(`error.${reason ?? hint}Hint`)}</p>
      {again && (
        <LinkButton
          to={here}
          reloadDocument
          variant="primary"
          size="large"
          icon={again === "retry" ? RotateCw : ArrowLeft}
          className="mt-2"
        >
          {t(`error.${again}`)}
        </LinkButton>
      )}
      {missed?.way ?? (
        <LinkButton to="/" variant={again ? "quiet" : "primary"} size="large" icon={House} className="mt-2">
          {t("error.home")}
        </LinkButton>
      )}
    </div>
  );
}

function WithheldBook() {
  const { t } = useTranslation("shell");
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 py-8 text-center sm:py-12">
      <LostFox className="w-64 sm:w-80" />
      <h1 className="text-28">{t("error.withheld")}</h1>
      <p className="text-18 text-ink-soft">{t("error.withheldHint")}</p>
      <LinkButton to="/bookshelf" variant="primary" size="large" icon={ArrowLeft} className="mt-2">
        {t("error.toShelf")}
      </LinkButton>
    </div>
  );
}

/** Whether a fetch failed without a response. Browsers throw a TypeError whose text differs: Chromium, Firefox, Safari. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
}
