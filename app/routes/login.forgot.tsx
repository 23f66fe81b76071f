import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/composition/process-backend.server";
import type { FormResult } from "~/forms/form-result";
import { loadForgotPassword, submitForgotPassword } from "~/session/password-reset/forgot-password.server";
import { ForgotPasswordForm } from "~/session/password-reset/forgot-password-form";
import { LoginPage } from "~/session/sign-in/login-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:forgot.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadForgotPassword(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitForgotPassword(backendOf(context), request);

/** Page for users who forgot their password. Decision 39. */
export default function ForgotPassword() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("forgot.title")}>
      <ForgotPasswordForm {...page} result={result ?? null} />
    </LoginPage>
  );
}
