import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type LoginAnswer, loadLogin, submitLogin } from "~/session/login.server";
import { LoginPage } from "~/session/login-page";

export const handle = { i18n: ["session"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadLogin(request);

export const action = ({ request }: ActionFunctionArgs) => submitLogin(request);

export default function Login() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData() as LoginAnswer | undefined;
  return (
    <LoginPage
      {...page}
      lastResult={answer?.lastResult ?? null}
      mustChangePassword={answer?.mustChangePassword ?? false}
    />
  );
}
