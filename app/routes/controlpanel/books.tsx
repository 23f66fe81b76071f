import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadCatalogue } from "~/control-panel/books/catalogue.server";
import { CataloguePage } from "~/control-panel/books/catalogue-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "books", "library"], title: "books:list.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadCatalogue(backendOf(context), request);

export default function Books() {
  return <CataloguePage {...useLoaderData<typeof loader>()} />;
}
