import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/composition/process-backend.server";
import {
  loadNewPassword,
  type NewPasswordResult,
  submitNewPassword,
} from "~/session/password-reset/new-password.server";
import { NewPasswordForm } from "~/session/password-reset/new-password-form";
import { LoginPage } from "~/session/sign-in/login-page";

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
