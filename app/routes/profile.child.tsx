import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { ChildPage } from "~/family/child-pages";
import { loadChildPage, submitChildPage } from "~/family/child-pages.server";
import type { Titled } from "~/shell/page-title";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = {
  i18n: ["family", "session"],
  title: ({ data }: Titled<typeof loader>) => data.child.name,
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadChildPage(backendOf(context), request, String(params.id));

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  submitChildPage(backendOf(context), request, String(params.id));

export default function Child() {
  return <ChildPage {...useLoaderData<typeof loader>()} />;
}
