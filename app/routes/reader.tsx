import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { completeFileUrl } from "~/epub/signed-address";
import { languageOf } from "~/i18n/i18n";
import { saveOfflineNotes } from "~/offline/offline-notes";
import { saveOfflinePlace } from "~/offline/offline-place";
import { saveOfflineWords } from "~/offline/offline-words";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { firstPage } from "~/reader/first-page/first-page.server";
import { labelledBook, openBook, packOpening } from "~/reader/open-book.server";
import { UnopenedBook } from "~/reader/panels/unopened-book";
import { readerKey } from "~/reader/reader-key";
import { ReaderPage } from "~/reader/screen/reader-page";
import { savedSettings } from "~/reader/settings/saved-settings.server";
import { requireReader } from "~/session/guard.server";
import type { Titled } from "~/shell/page-title";

export const handle = {
  i18n: ["reader"],
  /** Only if the book can be opened; otherwise an ordinary page with an error. */
  fillsScreen: isOpening,
  title: ({ t, data }: Titled<typeof loader>) => data.title ?? t(`reader:${data.fault}`),
  /** The first page is rendered before the styles are loaded. Decision 24. */
  asksForStyles: isOpening,
};

function isOpening(data: unknown): boolean {
  return !!(data as { opening?: unknown } | undefined)?.opening;
}

/** One round trip: the book's structure, URL, signature and first page are part of the response. docs/product/reader.md#screens. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireReader(backendOf(context), request);
  const { user, credentials, locale, profileId } = person;
  const { searchParams } = new URL(request.url);
  const from = searchParams.get("from") === "start" ? "start" : "mark";
  const fileUrl = completeFileUrl(searchParams);
  const [opened, preferences] = await Promise.all([
    openBook(backendOf(context), params.bookId ?? "", from, fileUrl, credentials),
    savedSettings(backendOf(context), user, credentials),
  ]);
  const noStore = { "Cache-Control": "no-store" };
  const { uid } = user;
  const key = readerKey(uid, profileId);
  if (opened.kind === "fault") {
    // For a family that has not paid, every book is unavailable: redirect to the payment instead.
    await requirePaidFamily(person);
    const page = { opening: null, title: null, fault: opened.fault, uid, preferences, origin: null };
    return data(page, { status: opened.status, headers: noStore });
  }
  const { opening, headers } = opened;
  const origin = searchParams.get("origin");
  const ownLanguage = languageOf(locale);
  const { title } = labelledBook(opening, preferences, ownLanguage);
  const page = { opening: packOpening(opening), title, fault: null, uid, preferences, origin };
  context.firstPage = await firstPage(opening, from, { uid: key, preferences, origin, ownLanguage });
  return data(page, { headers: { ...headers, ...noStore } });
}

/** Other routes' actions must not reload the open book. */
export const shouldRevalidate = () => false;

export default function Reader() {
  const { opening, fault, uid, preferences, origin } = useLoaderData<typeof loader>();
  if (!opening) return <UnopenedBook fault={fault} />;
  return (
    <ReaderPage
      key={opening.bookId}
      opening={opening}
      uid={uid}
      preferences={preferences}
      origin={origin}
      savePlaceOnDevice={saveOfflinePlace}
      saveNotesOnDevice={saveOfflineNotes}
      saveWordsOnDevice={saveOfflineWords}
    />
  );
}
