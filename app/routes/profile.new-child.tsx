import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { NewChildPage } from "~/family/child-pages";
import { addChild, loadNewChild } from "~/family/child-pages.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["family", "session"], title: "family:child.addTitle" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewChild(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => addChild(backendOf(context), request);

export default function NewChild() {
  return <NewChildPage {...useLoaderData<typeof loader>()} />;
}
