import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ConfirmEmailData as Answer, loadConfirmEmail, submitConfirmEmail } from "~/profile/confirm-email.server";
import { ConfirmEmailPage } from "~/profile/confirm-email-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["account"], title: "account:email.title" };

export const loader = ({ request }: LoaderFunctionArgs) => loadConfirmEmail(request);

export const action = ({ request }: ActionFunctionArgs) => submitConfirmEmail(request);

export default function ConfirmEmail() {
  const result = useActionData() as Answer | undefined;
  const page = useLoaderData<typeof loader>();
  return <ConfirmEmailPage page={result ?? page} />;
}
