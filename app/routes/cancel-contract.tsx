import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadStatement, type StatementResult, submitStatement } from "~/payment/contract/statement.server";
import { StatementPage } from "~/payment/contract/statement-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["contract", "payment", "session"], title: "contract:cancellation.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadStatement(backendOf(context), request, "cancellation");

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitStatement(backendOf(context), request, "cancellation");

export default function CancelContract() {
  const result = useActionData() as StatementResult | undefined;
  return <StatementPage page={useLoaderData<typeof loader>()} result={result} />;
}
