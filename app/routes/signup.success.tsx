import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { loadSuccess, submitSuccess } from "~/payment/signup/success.server";
import { SuccessPage } from "~/payment/signup/success-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["payment"], title: "payment:success.pageTitle" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSuccess(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitSuccess(backendOf(context), request);

export default function SignupSuccess() {
  return <SuccessPage {...useLoaderData<typeof loader>()} />;
}
