import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BadgeForm } from "~/session/badge-form";
import { LoginPage } from "~/session/login-page";
import { OtherWays } from "~/session/other-ways";
import { badgeMethod, type SignInResult } from "~/session/sign-in-methods";
import { loadSignInMethod, submitSignInMethod } from "~/session/sign-in-methods.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:qr.title" };

export { headers } from "~/session/answer-headers";

export const loader = ({ request }: LoaderFunctionArgs) => loadSignInMethod(request);

export const action = ({ request }: ActionFunctionArgs) => submitSignInMethod(request, badgeMethod);

/** Where a pupil's badge leads. */
export default function QrLogin() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<SignInResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("qr.title")} otherWays={<OtherWays current="qr" />}>
      <BadgeForm {...page} result={result ?? null} />
    </LoginPage>
  );
}
