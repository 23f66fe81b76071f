import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { languageOf } from "~/i18n/i18n";
import { firstPage } from "~/reader/first-page/first-page.server";
import { labelledBook, packOpening } from "~/reader/open-book.server";
import { SampleReader, visitorKey } from "~/reader/sample/sample-reader";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser } from "~/session/guard.server";
import type { Titled } from "~/shell/page-title";

export const handle = {
  i18n: ["reader"],
  fillsScreen: isOpened,
  title: ({ data }: Titled<typeof loader>) => data.title,
  /** The first page is rendered before the styles are loaded. Decision 24. */
  asksForStyles: isOpened,
};

/** Not for the error page of a book that is no sample. */
function isOpened(loaded: unknown): boolean {
  return !!(loaded as { opening?: unknown } | undefined)?.opening;
}

/** Public page: a book that the country offers as a sample, whole. @throws Response 404 for any other book */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { credentials, locale, backend } = await optionalUser(backendOf(context), request);
  const input = { params: { id: params.bookId ?? "" } };
  const { body: opening, headers } = await backend.clients.library
    .openSample(input, credentials)
    .catch((error: unknown) => {
      const isUnknown = error instanceof ServiceError && (error.status === 404 || error.status === 400);
      throw isUnknown ? new Response(null, { status: 404 }) : error;
    });
  const ownLanguage = languageOf(locale);
  const { title } = labelledBook(opening, null, ownLanguage);
  context.firstPage = await firstPage(opening, "start", {
    uid: visitorKey,
    preferences: null,
    origin: null,
    ownLanguage,
  });
  return data({ opening: packOpening(opening), title }, { headers: { ...headers, "Cache-Control": "no-store" } });
}

/** Other routes' actions must not reload the open book. */
export const shouldRevalidate = () => false;

export default function Try() {
  const { opening } = useLoaderData<typeof loader>();
  return <SampleReader key={opening.bookId} opening={opening} />;
}
