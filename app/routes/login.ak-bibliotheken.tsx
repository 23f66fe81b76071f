import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/composition/process-backend.server";
import type { FormResult } from "~/forms/form-result";
import { loadCardLogin } from "~/session/badges/library-card.server";
import { CardForm } from "~/session/badges/library-card-form";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { cardMethod } from "~/session/sign-in/sign-in-methods";
import { submitSignInMethod } from "~/session/sign-in/sign-in-methods.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:card.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadCardLogin(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitSignInMethod(backendOf(context), request, cardMethod);

/** Sign-in with a library card. docs/product/shell.md#screens. */
export default function CardLogin() {
  const { demoCard, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage
      title={t("card.title")}
      notice={demoCard && { type: "info", message: t("card.demo", demoCard) }}
      otherWays={<OtherSignInMethods current="card" />}
    >
      <CardForm {...page} result={result ?? null} />
    </LoginPage>
  );
}
