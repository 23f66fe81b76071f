import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { addBooks, loadNewBook } from "~/control-panel/books/new-book.server";
import { NewBookPage } from "~/control-panel/books/new-book-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "books"], title: "books:new.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewBook(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => addBooks(backendOf(context), request);

export default function NewBook() {
  return <NewBookPage {...useLoaderData<typeof loader>()} />;
}
