import type { Book, SpineItem } from "~/epub/book";
import { inLanguage } from "~/epub/book-labels";
import { encodePath } from "~/epub/paths";
import { firstItem, type ReadingPlace } from "~/epub/progress";
import type { ServiceTheme } from "~/reader/service-theme";
import { openingLanguage } from "~/reader/settings/languages";
import type { BookOpening, FirstDocuments } from "~/services/contracts/library";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";

/** Data from the server for the first-page program. Decision 24. */
export type FirstPageData = {
  uid: string;
  title: string;
  /** Spine index of the document to show first. */
  first: number;
  /** Last position in that document, 0 to 1. */
  fraction: number;
  /** The user's settings stored on the server; they take precedence over the device's. */
  preferences: Pick<
    ReaderPreferences,
    "darkTheme" | "preferredLanguage" | "comfort" | "layout" | "skipped" | "textStyle"
  >;
  /** Primary subtag of the interface language. */
  ownLanguage: string;
  service: ServiceTheme;
  /** The spine items that the plan of the first spread depends on. */
  items: SpineItem[];
  progression: Book["progression"];
  activeClass: string | null;
  languages: Book["languages"];
  /** URL of the book's folder, with a trailing slash, and the policy that grants access to it. */
  resourcesUrl: string;
  policy: string;
  firstDocuments: FirstDocuments;
  documentPolicy: string;
};

/** Fixed-layout books with more pages would add too much data to the page: the reader plans them. */
const maxPages = 200;

/** @returns null for a book that the first-page program leaves to the reader */
export function firstPageData(
  { book, resourcesUrl, policy, first: firstDocuments, documentPolicy }: BookOpening,
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
  // A reflowable document is a spread by itself; which fixed pages share a spread depends on all pages before them.
  const items = first.layout === "reflowable" ? [first] : book.spine;
  if (items.length > maxPages) return null;
  const { progression, activeClass, languages } = book;
  const { darkTheme, preferredLanguage, comfort, layout, skipped, textStyle } = preferences ?? {};
  const { title } = inLanguage(book, openingLanguage(languages, preferredLanguage, ownLanguage));
  return {
    uid,
    title,
    first: first.index,
    fraction: start?.fraction ?? 0,
    preferences: { darkTheme, preferredLanguage, comfort, layout, skipped, textStyle },
    ownLanguage,
    service,
    items: items.map((item) => ({ ...item, overlay: null, overlays: {} })),
    progression,
    activeClass,
    languages,
    resourcesUrl,
    policy,
    firstDocuments,
    documentPolicy,
  };
}

/** URL of a document of the book. */
export function addressOf({ resourcesUrl, policy }: FirstPageData, { href }: SpineItem): string {
  return `${resourcesUrl}${encodePath(href)}?${policy}`;
}
