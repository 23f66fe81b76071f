import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewChildPage } from "~/family/child-pages";
import { addChild, loadNewChild } from "~/family/child-pages.server";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["family", "session"], title: "family:child.addTitle" };

export const loader = ({ request }: LoaderFunctionArgs) => loadNewChild(request);

export const action = ({ request }: ActionFunctionArgs) => addChild(request);

export default function NewChild() {
  return <NewChildPage {...useLoaderData<typeof loader>()} />;
}
