import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadSearch } from "~/control-panel/search/search.server";
import { SearchPage } from "~/control-panel/search/search-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t }: Titled<typeof loader>) => t("control-panel:search.title") };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSearch(backendOf(context), request);

export default function SearchRoute() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
