import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** What stands where a page could not. Spec 1, section 2: '404 Not Found' or 'An error occurred', and the way home. */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useTranslation("shell");
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-6 p-8 text-center"
    >
      <h1 className="text-36">{isMissing ? t("error.notFound") : t("error.other")}</h1>
      <Link to="/" className="font-semibold text-primary underline">
        {t("error.home")}
      </Link>
    </main>
  );
}
