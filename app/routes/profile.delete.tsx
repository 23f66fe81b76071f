import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { type DeleteAccountResult, loadDeleteAccount, submitDeleteAccount } from "~/profile/delete-account.server";
import { DeleteAccountPage } from "~/profile/delete-account-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["deletion", "session"], title: "deletion:title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadDeleteAccount(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitDeleteAccount(backendOf(context), request);

export default function DeleteAccount() {
  const result = useActionData() as DeleteAccountResult | undefined;
  return <DeleteAccountPage page={useLoaderData<typeof loader>()} result={result} />;
}
