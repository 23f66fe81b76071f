import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BadgeForm } from "~/session/badge-form";
import { LoginPage } from "~/session/login-page";
import { OtherWays } from "~/session/other-ways";
import type { WayAnswer } from "~/session/way-answer";
import { badgeWay } from "~/session/ways";
import { loadWay, submitWay } from "~/session/ways.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:qr.title" };

export { headers } from "~/session/answer-headers";

export const loader = ({ request }: LoaderFunctionArgs) => loadWay(request);

export const action = ({ request }: ActionFunctionArgs) => submitWay(request, badgeWay);

/** Where a pupil's badge leads. */
export default function QrLogin() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData() as WayAnswer | undefined;
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("qr.title")} otherWays={<OtherWays current="qr" />}>
      <BadgeForm {...page} answer={answer ?? null} />
    </LoginPage>
  );
}
