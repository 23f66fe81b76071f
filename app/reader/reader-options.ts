import type { Book } from "~/epub/book";
import type { Position } from "~/epub/progress";
import type { ContentSource } from "./book/content-source";
import type { Note } from "./book/notes";
import type { ServiceTheme } from "./service-theme";
import type { ReaderSettings } from "./settings/reader-settings";

export type ReaderOptions = {
  book: Book;
  source: ContentSource;
  /** The file of counted locations in the book's folder; null where nobody counted. */
  locationsHref: string | null;
  settings: ReaderSettings;
  saveSettings(settings: ReaderSettings): void;
  /** Called with each page that is shown; null if positions are not stored. */
  savePosition: ((position: Position, isRead?: boolean) => void) | null;
  service: ServiceTheme;
  /** How the page around the book looks now, for readers who chose no theme of their own. */
  isPageDark(): boolean;
  /** Primary subtag of the language of the pages around the book, for readers who chose none of its languages. */
  ownLanguage: string;
};

/** What the page around the book hears of it. */
export type ReaderListener = {
  /** A tap that meant neither a sentence nor a link nor the next page. */
  pageTapped(): void;
  /** A finger came to the page, or left it. */
  touched(): void;
  keyPressed(event: KeyboardEvent): void;
  /** The pointer's place in the window. */
  pointerMoved(x: number, y: number): void;
  noteCalled(note: Note): void;
  /** A link out of the book; the reader must confirm it. */
  externalLink(url: string): void;
};
