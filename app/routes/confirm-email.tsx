import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { type ConfirmEmailData as Answer, loadConfirmEmail, submitConfirmEmail } from "~/profile/confirm-email.server";
import { ConfirmEmailPage } from "~/profile/confirm-email-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["account"], title: "account:email.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadConfirmEmail(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitConfirmEmail(backendOf(context), request);

export default function ConfirmEmail() {
  const result = useActionData() as Answer | undefined;
  const page = useLoaderData<typeof loader>();
  return <ConfirmEmailPage page={result ?? page} />;
}
