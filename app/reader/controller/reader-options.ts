import type { Book } from "~/epub/book";
import type { Position } from "~/epub/progress";
import type { ContentSource } from "~/reader/book/content-source";
import type { Note } from "~/reader/book/notes";
import type { ServiceTheme } from "~/reader/service-theme";
import type { OwnFontStore } from "~/reader/settings/own-font";
import type { ReaderSettings } from "~/reader/settings/reader-settings";

export type ReaderOptions = {
  book: Book;
  source: ContentSource;
  /** The locations file in the book's folder; null if the book has none. */
  locationsHref: string | null;
  settings: ReaderSettings;
  saveSettings(settings: ReaderSettings): void;
  /** Called with each page that is shown; null if positions are not stored. */
  savePosition: ((position: Position, isRead?: boolean) => void) | null;
  service: ServiceTheme;
  /** Whether the interface is dark now, for users without a theme setting in the reader. */
  isPageDark(): boolean;
  /** Whether only voices of the device may read a book without narration. */
  isOfflineVoiceOnly: boolean;
  /** Primary subtag of the interface language, for users who selected no book language. */
  ownLanguage: string;
  /** The font file that this browser keeps for the reader; loaded when it is used. */
  ownFont(): Promise<OwnFontStore>;
};

/** Events of the book for the page around it. */
export type ReaderListener = {
  /** A tap on no sentence, link or page edge. */
  pageTapped(): void;
  /** A finger touched the page or was lifted. */
  touched(): void;
  keyPressed(event: KeyboardEvent): void;
  /** Pointer position in the window. */
  pointerMoved(x: number, y: number): void;
  noteCalled(note: Note): void;
  /** A link out of the book; the user must confirm it. */
  externalLink(url: string): void;
};
