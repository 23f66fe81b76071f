import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { EscalateForm } from "~/session/step-up/escalate-form";
import { type EscalateResult, loadEscalate, submitEscalate } from "~/session/step-up/step-up.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:escalate.title" };

export { headers } from "~/session/response-headers";

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const page = await loadEscalate(backendOf(context), request);
  return data(page, { status: page.isUnavailable ? 503 : 200 });
};

export const action = ({ request, context }: ActionFunctionArgs) => submitEscalate(backendOf(context), request);

/** Step-up: a second factor in addition to the current sign-in. */
export default function Escalate() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<EscalateResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("escalate.title")}>
      <EscalateForm {...page} result={result ?? null} />
    </LoginPage>
  );
}
