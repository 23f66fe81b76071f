import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadStatements, reviewStatement } from "~/control-panel/families/statements.server";
import { StatementsPage } from "~/control-panel/families/statements-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "families"], title: "families:statements.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadStatements(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => reviewStatement(backendOf(context), request);

export default function FamilyStatements() {
  return <StatementsPage {...useLoaderData<typeof loader>()} />;
}
