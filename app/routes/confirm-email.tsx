import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type ConfirmEmailData, loadConfirmEmail, submitConfirmEmail } from "~/profile/confirm-email.server";
import { Shell } from "~/shell/shell";
import { Button, LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LinkIcon, MailCheck, UserRound } from "~/ui/icons";
import { useHeadingFocus } from "~/ui/use-heading-focus";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["account"], title: "account:email.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadConfirmEmail(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitConfirmEmail(backendOf(context), request);

/**
 * Confirmation page of a mail's link: a question with a button, or the reason why the link is invalid. The form is submitted as a document:
 * the token's cookie is limited to this path, which the framework's data requests (`….data`) do not have.
 */
export default function ConfirmEmail() {
  const result = useActionData() as ConfirmEmailData | undefined;
  const loaded = useLoaderData<typeof loader>();
  const page = result ?? loaded;
  const { t } = useTranslation("account");
  const heading = useHeadingFocus({ isNextStep: true });
  const isInvalid = page.state === "invalid";
  return (
    <Shell isPublic>
      <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-12 text-center">
        <span
          className={`flex size-16 items-center justify-center rounded-full ${isInvalid ? "bg-warning-tint text-warning" : "bg-primary-tint text-primary"}`}
        >
          <Icon of={isInvalid ? LinkIcon : MailCheck} size={32} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-28 outline-none">
          {t(`confirm.${page.state}.title`)}
        </h1>
        <p className="text-18 text-ink-soft [overflow-wrap:anywhere]">
          {isInvalid ? t("confirm.invalid.text") : t(`confirm.${page.state}.text`, { email: page.email })}
        </p>
        {page.state === "ask" ? (
          <form method="post" className="mt-2">
            <Button variant="primary" size="large" icon={MailCheck}>
              {t("confirm.ask.button")}
            </Button>
          </form>
        ) : (
          <LinkButton to="/profile" variant="primary" size="large" icon={UserRound} className="mt-2">
            {t("confirm.profile")}
          </LinkButton>
        )}
      </div>
    </Shell>
  );
}
