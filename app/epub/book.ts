/**
 * What is known of a book once its package, navigation and fixed-layout viewports have been read. Ingest writes it beside the
 * unpacked book (`META-INF/fabel/book.json`), the reader page hands it to the island, and the test player makes it in the browser.
 * All hrefs are relative to the folder that holds META-INF, decoded, without fragment unless said.
 */

export type BookKind = "frog" | "fixed" | "reflowable";
export type Layout = "reflowable" | "pre-paginated";
export type Spread = "auto" | "none" | "landscape" | "portrait" | "both";
export type Flow = "auto" | "paginated" | "scrolled-doc" | "scrolled-continuous";
export type Orientation = "auto" | "landscape" | "portrait";
export type PageSpread = "left" | "right" | "center";
export type Size = { width: number; height: number };

export type SpineItem = {
  index: number;
  id: string;
  href: string;
  /** The picture or drawing in the spine that the item's page was made around; links and overlays name it. */
  source?: string;
  mediaType: string;
  linear: boolean;
  layout: Layout;
  spread: Spread;
  orientation: Orientation;
  flow: Flow;
  /** Where the item stands in a spread, when it says so. */
  pageSpread: PageSpread | null;
  /** rendition:align-x-center on a reflowable item. */
  alignCenter: boolean;
  /** Initial containing block of a fixed-layout item in CSS px; null where the document gives none. */
  viewport: Size | null;
  /** The default SMIL of the item. */
  overlay: string | null;
  /** SMIL by narration language, the main language included. */
  overlays: Record<string, string>;
  /** Length of the narration in seconds, as the package says. */
  duration: number | null;
  /** Letters of text in the document: what a place in the book is measured by. */
  characters: number;
};

export type NavEntry = {
  label: string;
  /** With fragment; null for a heading that leads nowhere. */
  href: string | null;
  children: NavEntry[];
};

/** docs/product/reader.md#entities: book language settings. */
export type BookLanguages = {
  mainLanguage: string;
  properties: { sentenceHighlighting: boolean; pictureInPicture: string[] };
  audio: string[];
  /** Finger languages (takk, tsp) are among these. */
  video: string[];
};

/** What a book calls itself and its parts in one language. */
export type BookLabels = { title: string; toc: NavEntry[]; pageList: NavEntry[] };

export type Book = {
  identifier: string;
  title: string;
  creators: string[];
  language: string;
  /** Direction of the title: its own, else the package's; null where neither says. */
  textDirection: "ltr" | "rtl" | null;
  /** Which way pages turn. */
  progression: "ltr" | "rtl";
  layout: Layout;
  kind: BookKind;
  /** media:active-class; null where the book names none. */
  activeClass: string | null;
  playbackActiveClass: string | null;
  cover: string | null;
  spine: SpineItem[];
  toc: NavEntry[];
  pageList: NavEntry[];
  landmarks: NavEntry[];
  languages: BookLanguages;
  /** In other languages that it is narrated in, by language. */
  translations?: Record<string, BookLabels>;
  /** Parts of the spine cannot be shown, or they or pictures are missing from the archive: readers are told. EPUB Reading Systems 3.3, manifest. */
  hasMissingParts?: boolean;
};
