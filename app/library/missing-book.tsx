import { useTranslation } from "react-i18next";
import { ErrorPage } from "~/shell/error-page";
import { LinkButton } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";

/** Error page for an unknown, withdrawn or inaccessible book, with a link to the bookshelf. Other errors use the default page. */
export function MissingBook() {
  const { t } = useTranslation("library");
  const way = (
    <LinkButton to="/bookshelf" variant="primary" size="large" icon={ArrowLeft} className="mt-2">
      {t("title")}
    </LinkButton>
  );
  return <ErrorPage missing={{ hint: t("missing"), way }} />;
}
