import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/composition/process-backend.server";
import type { FormResult } from "~/forms/form-result";
import { BadgeForm } from "~/session/badges/badge-form";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { badgeMethod } from "~/session/sign-in/sign-in-methods";
import { loadSignInMethod, submitSignInMethod } from "~/session/sign-in/sign-in-methods.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:qr.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSignInMethod(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitSignInMethod(backendOf(context), request, badgeMethod);

/** Target page of a pupil's badge. */
export default function QrLogin() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("qr.title")} otherWays={<OtherSignInMethods current="qr" />}>
      <BadgeForm {...page} result={result ?? null} />
    </LoginPage>
  );
}
