import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { BookPage } from "~/library/book-page";
import { loadBookPage, shelveBook } from "~/library/book-page.server";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { requireUser } from "~/session/guard.server";
import { HomeLayout } from "~/shell/home-layout";
import type { Titled } from "~/shell/page-title";

export { MissingBook as ErrorBoundary } from "~/library/missing-book";

export const handle = { i18n: ["library", "offline"], title: ({ data }: Titled<typeof loader>) => data.book.title };

/** Page of a book: description, audience, ways to read. docs/product/choices.md#books. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireUser(backendOf(context), request);
  await requirePaidFamily(person);
  return loadBookPage(request, params.bookId ?? "", person);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return shelveBook(request, params.bookId ?? "", await requireUser(backendOf(context), request));
}

export default function BookRoute() {
  return (
    <HomeLayout>
      <BookPage {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}
