import type { Bookmark } from "~/services/contracts/library";
import { mergeBookmarks } from "./bookmarks";

/** How the list travels; the reader page has it over HTTP. */
export type BookmarkWire = {
  load(): Promise<{ bookmarks: Bookmark[]; version: string }>;
  /** `null` where another list is stored by now. */
  save(bookmarks: Bookmark[], version: string): Promise<{ version: string } | null>;
};

/** A reader's bookmarks in the open book, for React's external store. */
export type BookmarkStore = {
  subscribe(listener: () => void): () => void;
  /** The same array until something changes; null before the first answer. */
  list(): readonly Bookmark[] | null;
  load(): Promise<void>;
  add(bookmark: Bookmark): void;
  remove(id: string): void;
  /** Sends what could not be sent before. */
  retry(): void;
};

/** Attempts to write over a list that changes each time. */
const attempts = 5;

/**
 * Shows a change at once and saves it behind; one save at a time. A list that somebody else has changed meanwhile is read again and
 * merged. What cannot be saved is logged only, kept, and goes with the next change. docs/product/reader.md#errors; docs/product/choices.md#books.
 */
export function createBookmarkStore(wire: BookmarkWire): BookmarkStore {
  const listeners = new Set<() => void>();
  let stored: { bookmarks: Bookmark[]; version: string } | null = null;
  let shown: readonly Bookmark[] | null = null;
  let isUnsaved = false;
  let isSaving = false;

  const show = (bookmarks: readonly Bookmark[]) => {
    shown = bookmarks;
    for (const listener of listeners) listener();
  };

  async function read(): Promise<{ bookmarks: Bookmark[]; version: string }> {
    const answer = await wire.load();
    show(shown ? mergeBookmarks(stored?.bookmarks ?? [], shown, answer.bookmarks) : answer.bookmarks);
    stored = answer;
    return answer;
  }

  async function write(): Promise<void> {
    for (let attempt = 0; isUnsaved && attempt < attempts; attempt += 1) {
      const { version } = stored ?? (await read());
      const bookmarks = [...(shown ?? [])];
      isUnsaved = false;
      const saved = await wire.save(bookmarks, version).catch((error: unknown) => {
        isUnsaved = true;
        throw error;
      });
      if (saved) stored = { bookmarks, version: saved.version };
      else {
        isUnsaved = true;
        await read();
      }
    }
  }

  function save(): void {
    if (isSaving) return;
    isSaving = true;
    write()
      .catch((error: unknown) => console.warn("The bookmarks were not saved", error))
      .finally(() => {
        isSaving = false;
      });
  }

  const change = (bookmarks: readonly Bookmark[]) => {
    isUnsaved = true;
    show(bookmarks);
    save();
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: () => shown,
    async load() {
      try {
        await read();
      } catch (error) {
        console.warn("The bookmarks were not loaded", error);
      }
    },
    add: (bookmark) => change([...(shown ?? []), bookmark]),
    remove: (id) => change((shown ?? []).filter((bookmark) => bookmark.id !== id)),
    retry: () => isUnsaved && save(),
  };
}
