import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type LoginResult, loadLogin, submitLogin } from "~/session/sign-in/login.server";
import { LoginForm } from "~/session/sign-in/login-form";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { LinkButton } from "~/ui/button";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "shell:menu.logIn" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadLogin(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitLogin(backendOf(context), request);

/** Reasons to sign in that are not errors. */
const calmReasons = new Set(["again", "draft_saved", "ended", "mustChange", "parent"]);

export default function Login() {
  const { problem, demoAccounts, providers, ...page } = useLoaderData<typeof loader>();
  const result = useActionData() as LoginResult | undefined;
  const { t } = useTranslation("session");
  const mustChangePassword = result?.mustChangePassword ?? false;
  const reason = mustChangePassword ? "mustChange" : result ? null : problem;
  const type = reason && calmReasons.has(reason) ? "info" : "warning";
  return (
    <LoginPage
      notice={
        reason && {
          type,
          message: t(reason === "unreachable" ? "login.problems.unreachable" : `login.${reason}`),
          action: reason === "waiting" && (
            <LinkButton to={page.redirectTo} reloadDocument>
              {t("login.tryAgain")}
            </LinkButton>
          ),
        }
      }
      otherWays={<OtherSignInMethods current="password" providers={providers} />}
      demoAccounts={demoAccounts}
    >
      <LoginForm {...page} lastResult={result?.lastResult ?? null} mustChangePassword={mustChangePassword} />
    </LoginPage>
  );
}
