import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadSearch } from "~/control-panel/search/search.server";
import { SearchPage } from "~/control-panel/search/search-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t }: Titled<typeof loader>) => t("control-panel:search.title") };

export const loader = ({ request }: LoaderFunctionArgs) => loadSearch(request);

export default function SearchRoute() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
