import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CardForm } from "~/session/card-form";
import { loadCardLogin } from "~/session/card-login.server";
import { LoginPage } from "~/session/login-page";
import { OtherWays } from "~/session/other-ways";
import type { WayAnswer } from "~/session/way-answer";
import { cardWay } from "~/session/ways";
import { submitWay } from "~/session/ways.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:card.title" };

export { headers } from "~/session/answer-headers";

export const loader = ({ request }: LoaderFunctionArgs) => loadCardLogin(request);

export const action = ({ request }: ActionFunctionArgs) => submitWay(request, cardWay);

/** Signing in with a library card. Spec 1, section 2. */
export default function CardLogin() {
  const { demoCard, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData() as WayAnswer | undefined;
  const { t } = useTranslation("session");
  return (
    <LoginPage
      title={t("card.title")}
      notice={demoCard && { type: "info", message: t("card.demo", demoCard) }}
      otherWays={<OtherWays current="card" />}
    >
      <CardForm {...page} answer={answer ?? null} />
    </LoginPage>
  );
}
