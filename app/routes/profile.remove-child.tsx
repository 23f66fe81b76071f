import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { RemoveChildPage } from "~/family/child-pages";
import { loadChild, removeChild } from "~/family/child-pages.server";
import type { Titled } from "~/shell/page-title";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = {
  i18n: ["family", "session"],
  title: ({ t, data }: Titled<typeof loader>) => t("family:removal.title", { name: data.child.name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadChild(backendOf(context), request, String(params.id));

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  removeChild(backendOf(context), request, String(params.id));

export default function RemoveChild() {
  return <RemoveChildPage {...useLoaderData<typeof loader>()} />;
}
