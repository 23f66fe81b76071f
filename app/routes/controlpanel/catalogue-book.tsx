import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnCatalogueBook, loadCatalogueBook } from "~/control-panel/books/catalogue-book.server";
import { CatalogueBookPage } from "~/control-panel/books/catalogue-book-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "books"],
  title: ({ data }: Titled<typeof loader>) => data.book.title,
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadCatalogueBook(backendOf(context), request, params.bookId ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnCatalogueBook(backendOf(context), request, params.bookId ?? "");

export default function CatalogueBook() {
  return <CatalogueBookPage {...useLoaderData<typeof loader>()} />;
}
