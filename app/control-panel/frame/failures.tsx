import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { ErrorState } from "~/ui/states";
import { FocusedResult } from "./focused-result";

/** Messages for failed service calls. docs/product/control-panel.md#errors. */

/** Error message above a form that keeps its values. */
export function NotSaved({ title }: { title?: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <FocusedResult>
      <Banner type="error" title={title ?? t("messages.somethingWrong")}>
        {t("list.failedText")}
      </Banner>
    </FocusedResult>
  );
}

/** Error message in place of a page. */
export function NotFetched({ title }: { title: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <ErrorState
      title={title}
      action={
        <LinkButton to="." reloadDocument>
          {t("list.retry")}
        </LinkButton>
      }
    >
      {t("list.failedText")}
    </ErrorState>
  );
}
