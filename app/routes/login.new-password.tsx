import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type FormValues, fieldProps } from "~/forms/form-result";
import {
  loadNewPassword,
  type NewPasswordPage,
  type NewPasswordResult,
  submitNewPassword,
} from "~/session/password-reset/new-password.server";
import { forgotPasswordPath } from "~/session/password-reset/password-reset-paths";
import { LoginPage } from "~/session/sign-in/login-page";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { PasswordField } from "~/ui/field";
import { KeyRound, Mail } from "~/ui/icons";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:newPassword.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewPassword(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitNewPassword(backendOf(context), request);

/** Target page of a password reset mail's link. Decision 39. */
export default function NewPassword() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<NewPasswordResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("newPassword.title")}>
      <NewPasswordForm {...page} result={result ?? null} />
    </LoginPage>
  );
}

/**
 * The new password, twice. A plain document form: the token's cookie is limited to this exact path, which the
 * framework's data requests (`….data`) don't match.
 */
function NewPasswordForm({ username, result }: NewPasswordPage & { result: NewPasswordResult | null }) {
  const { t } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "new-password", lastResult: result?.lastResult ?? null });
  const toMessages = (reasons: readonly string[] | undefined) => formatSignInReasons(t, reasons);
  if (username === null || result?.isInvalid) {
    return (
      <Banner
        type="warning"
        title={t("newPassword.invalid")}
        actions={
          <LinkButton to={forgotPasswordPath} icon={Mail}>
            {t("newPassword.again")}
          </LinkButton>
        }
      >
        {t("newPassword.invalidText")}
      </Banner>
    );
  }
  return (
    <form method="post" {...getFormProps(form)} className="flex flex-col gap-4">
      <p className="text-ink-soft [overflow-wrap:anywhere]">{t("newPassword.text", { username })}</p>
      <SeveralErrors
        formId="new-password"
        lastResult={result?.lastResult ?? null}
        labels={{ password: t("login.newPassword"), passwordAgain: t("login.newPasswordAgain") }}
      />
      <input type="hidden" autoComplete="username" name="username" value={username} />
      <PasswordField
        {...fieldProps(fields.password, toMessages)}
        label={t("login.newPassword")}
        hint={t("login.newPasswordHint")}
        autoComplete="new-password"
      />
      <PasswordField
        {...fieldProps(fields.passwordAgain, toMessages)}
        label={t("login.newPasswordAgain")}
        autoComplete="new-password"
      />
      <Button variant="primary" size="large" icon={KeyRound} wide>
        {t("newPassword.save")}
      </Button>
    </form>
  );
}
