import type { Book, SpineItem } from "~/epub/book";
import { inLanguage } from "~/epub/book-labels";
import { encodePath } from "~/epub/paths";
import { firstItem, type ReadingPlace } from "~/epub/progress";
import type { ServiceTheme } from "~/reader/service-theme";
import { openingLanguage } from "~/reader/settings/languages";
import type { ReaderPreferences } from "~/services/contracts/account";
import type { BookOpening, FirstDocuments } from "~/services/contracts/library";

/** The data that the server gives the first-page program. Decision 24. */
export type FirstPageData = {
  uid: string;
  title: string;
  /** Spine index of the document that is shown first. */
  first: number;
  /** How far into it the reader stopped, 0 to 1. */
  fraction: number;
  /** What the server keeps of the person's settings; it wins over the device's. */
  preferences: Pick<ReaderPreferences, "darkTheme" | "preferredLanguage" | "comfort">;
  /** Primary subtag of the language of the pages around the book. */
  ownLanguage: string;
  service: ServiceTheme;
  /** The spine as far as the first spread's plan depends on it. */
  items: SpineItem[];
  progression: Book["progression"];
  activeClass: string | null;
  languages: Book["languages"];
  /** The book's folder, with a slash at its end, and what opens it. */
  resourcesUrl: string;
  policy: string;
  written: FirstDocuments;
  documentPolicy: string;
};

/** More fixed pages than this are not worth the way: the reader plans them. */
const mostPages = 200;

/** @returns null for a book that the first-page program leaves to the reader */
export function firstPageData(
  { book, resourcesUrl, policy, first: written, documentPolicy }: BookOpening,
  start: ReadingPlace | null,
  {
    uid,
    service,
    preferences,
    ownLanguage,
  }: Pick<FirstPageData, "uid" | "service" | "ownLanguage"> & { preferences: ReaderPreferences | null },
): FirstPageData | null {
  const first = firstItem(book, start);
  if (!first) return null;
  // A flowing document is a spread by itself; which pages share a spread depends on all before them.
  const items = first.layout === "reflowable" ? [first] : book.spine;
  if (items.length > mostPages) return null;
  const { progression, activeClass, languages } = book;
  const { darkTheme, preferredLanguage, comfort } = preferences ?? {};
  const { title } = inLanguage(book, openingLanguage(languages, preferredLanguage, ownLanguage));
  return {
    uid,
    title,
    first: first.index,
    fraction: start?.fraction ?? 0,
    preferences: { darkTheme, preferredLanguage, comfort },
    ownLanguage,
    service,
    items: items.map((item) => ({ ...item, overlay: null, overlays: {} })),
    progression,
    activeClass,
    languages,
    resourcesUrl,
    policy,
    written,
    documentPolicy,
  };
}

/** Address of a document of the book. */
export function addressOf({ resourcesUrl, policy }: FirstPageData, { href }: SpineItem): string {
  return `${resourcesUrl}${encodePath(href)}?${policy}`;
}
