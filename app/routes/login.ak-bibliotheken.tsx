import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CardForm } from "~/session/card-form";
import { loadCardLogin } from "~/session/card-login.server";
import { LoginPage } from "~/session/login-page";
import { OtherWays } from "~/session/other-ways";
import { cardMethod, type SignInResult } from "~/session/sign-in-methods";
import { submitSignInMethod } from "~/session/sign-in-methods.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:card.title" };

export { headers } from "~/session/answer-headers";

export const loader = ({ request }: LoaderFunctionArgs) => loadCardLogin(request);

export const action = ({ request }: ActionFunctionArgs) => submitSignInMethod(request, cardMethod);

/** Signing in with a library card. docs/product/shell.md#screens. */
export default function CardLogin() {
  const { demoCard, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<SignInResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage
      title={t("card.title")}
      notice={demoCard && { type: "info", message: t("card.demo", demoCard) }}
      otherWays={<OtherWays current="card" />}
    >
      <CardForm {...page} result={result ?? null} />
    </LoginPage>
  );
}
