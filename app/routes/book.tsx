import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { BookPage } from "~/library/book-page";
import { loadBookPage, shelveBook } from "~/library/book-page.server";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { requireReader } from "~/session/guard.server";
import { ErrorPage } from "~/shell/error-page";
import { HomeLayout } from "~/shell/home-layout";
import type { Titled } from "~/shell/page-title";
import { LinkButton } from "~/ui/button";
import { ArrowLeft } from "~/ui/icons";

export const handle = {
  i18n: ["library", "book-accessibility", "offline"],
  title: ({ data }: Titled<typeof loader>) => data.book.title,
};

/** Page of a book: description, audience, ways to read. docs/product/choices.md#books. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireReader(backendOf(context), request);
  await requirePaidFamily(person);
  return loadBookPage(request, params.bookId ?? "", person);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return shelveBook(request, params.bookId ?? "", await requireReader(backendOf(context), request));
}

export default function BookRoute() {
  return (
    <HomeLayout>
      <BookPage {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}

/** For an unknown, withdrawn or inaccessible book, with a link to the bookshelf. Other errors use the default page. */
export function ErrorBoundary() {
  const { t } = useTranslation("library");
  const way = (
    <LinkButton to="/bookshelf" variant="primary" size="large" icon={ArrowLeft} className="mt-2">
      {t("title")}
    </LinkButton>
  );
  return <ErrorPage missing={{ hint: t("missing"), way }} />;
}
