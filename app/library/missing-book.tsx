import { useTranslation } from "react-i18next";
import { ErrorPage } from "~/shell/error-page";
import { LinkButton } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";

/** A book that is unknown or withdrawn, or not theirs to open: the bookshelf is where to look. Other errors look as everywhere. */
export function MissingBook() {
  const { t } = useTranslation("library");
  const way = (
    <LinkButton to="/bookshelf" variant="primary" size="large" icon={ArrowLeft} className="mt-2">
      {t("title")}
    </LinkButton>
  );
  return <ErrorPage missing={{ hint: t("missing"), way }} />;
}
