/**
 * Data of a book, read from its package, navigation and fixed-layout viewports. Ingest stores it beside the unpacked book
 * (`META-INF/fabel/book.json`), the reader page passes it to the island, and the test player builds it in the browser.
 * All hrefs are decoded and relative to the folder that holds META-INF, without fragment unless noted.
 */

export const bookKinds = ["frog", "fixed", "reflowable"] as const;
export type BookKind = (typeof bookKinds)[number];
export type PageLayout = "reflowable" | "pre-paginated";
export type SpreadSetting = "auto" | "none" | "landscape" | "portrait" | "both";
export type Flow = "auto" | "paginated" | "scrolled-doc" | "scrolled-continuous";
export type Orientation = "auto" | "landscape" | "portrait";
export type PageSpread = "left" | "right" | "center";
export type Size = { width: number; height: number };

export type SpineItem = {
  index: number;
  id: string;
  href: string;
  /** Original href if the item was replaced (a picture wrapped in a page, a fallback, a renamed copy); links and overlays use it. */
  source?: string;
  mediaType: string;
  linear: boolean;
  layout: PageLayout;
  spread: SpreadSetting;
  orientation: Orientation;
  flow: Flow;
  /** Position in a spread, if declared. */
  pageSpread: PageSpread | null;
  /** rendition:align-x-center on a reflowable item. */
  alignCenter: boolean;
  /** Initial containing block of a fixed-layout item in CSS px; null if the document declares none. */
  viewport: Size | null;
  /** SMIL of the main language. */
  overlay: string | null;
  /** SMIL by narration language, the main language included. */
  overlays: Record<string, string>;
  /** Length of the narration in seconds, from the package's metadata. */
  duration: number | null;
  /** Number of characters in the document; positions in the book are measured in it. */
  characters: number;
};

export type NavEntry = {
  label: string;
  /** With fragment; null for a heading without a link. */
  href: string | null;
  children: NavEntry[];
};

/** docs/product/reader.md#entities: book language settings. */
export type BookLanguages = {
  mainLanguage: string;
  properties: { sentenceHighlighting: boolean; pictureInPicture: string[] };
  audio: string[];
  /** Includes the finger languages (takk, tsp). */
  video: string[];
};

/** Title, contents and page list of a book in one language. */
export type BookLabels = { title: string; toc: NavEntry[]; pageList: NavEntry[] };

export type Book = {
  identifier: string;
  title: string;
  creators: string[];
  language: string;
  /** Direction of the title: its own, else the package's; null if neither is declared. */
  textDirection: "ltr" | "rtl" | null;
  /** Direction in which pages turn. */
  progression: "ltr" | "rtl";
  layout: PageLayout;
  kind: BookKind;
  /** media:active-class; null if the package declares none. */
  activeClass: string | null;
  playbackActiveClass: string | null;
  cover: string | null;
  spine: SpineItem[];
  toc: NavEntry[];
  pageList: NavEntry[];
  landmarks: NavEntry[];
  languages: BookLanguages;
  /** Labels in the other narration languages, by language. */
  translations?: Record<string, BookLabels>;
  /** Spine items or pictures are missing or cannot be shown; the reader shows a notice. EPUB Reading Systems 3.3, manifest. */
  hasMissingParts?: boolean;
  /** Paths of documents, pictures and media that the package lists and the archive lacks, the first ones if there are many. */
  missingFiles?: string[];
};
