import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import type { FormResult } from "~/forms/form-result";
import { loadSignup, submitSignup } from "~/payment/signup/signup.server";
import { SignupPage } from "~/payment/signup/signup-page";

export { headers } from "~/session/response-headers";
export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["payment", "session"], title: "payment:signup.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSignup(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitSignup(backendOf(context), request);

export default function Signup() {
  const result = useActionData() as FormResult | undefined;
  return <SignupPage page={useLoaderData<typeof loader>()} result={result} />;
}
