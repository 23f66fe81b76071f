import type { Bookmark } from "~/services/contracts/library";
import { hasSameBookmark, mergeBookmarks } from "./bookmarks";

/** Version of a list that could not be loaded. */
export const unknownVersion = "unknown";

/** Transport of the bookmark list; the reader page uses HTTP. */
export type BookmarkWire = {
  /** Version `unknownVersion`: the list could not be loaded, only the device's pending changes are returned. */
  load(): Promise<{ bookmarks: Bookmark[]; version: string }>;
  /** `null` if another version is stored by now. */
  save(bookmarks: Bookmark[], version: string): Promise<{ version: string } | null>;
};

/** State of the bookmarks drawer; the same object until something changes. */
export type BookmarkState = {
  /** Null before the first response, unless a bookmark was added. */
  list: readonly Bookmark[] | null;
  /** Last failure that no later call has resolved. */
  failed: "load" | "save" | null;
};

/** The user's bookmarks in the open book, as an external store for React. */
export type BookmarkStore = {
  subscribe(listener: () => void): () => void;
  state(): BookmarkState;
  load(): Promise<void>;
  /** Does nothing if the same bookmark already exists. @returns whether it is saved now; false: it is saved later */
  add(bookmark: Bookmark): Promise<boolean>;
  remove(id: string): void;
  /** Retries a failed load or save. */
  retry(): void;
  /** Cancels the scheduled retry. */
  stop(): void;
};

/** Maximum attempts to save while the stored list changes each time. */
const attempts = 5;
/** Milliseconds before a failed save is retried. */
export const retryPause = 30_000;

/**
 * Shows a change at once and saves it in the background, one save at a time. If the stored list has changed meanwhile,
 * it is loaded again and merged. A failed save is logged, shown in the drawer only, and retried.
 * docs/product/reader.md#errors; docs/product/choices.md#books.
 */
export function createBookmarkStore(wire: BookmarkWire): BookmarkStore {
  const listeners = new Set<() => void>();
  let stored: { bookmarks: Bookmark[]; version: string } | null = null;
  let state: BookmarkState = { list: null, failed: null };
  let isUnsaved = false;
  let saving: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<BookmarkState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function read(): Promise<{ bookmarks: Bookmark[]; version: string }> {
    const result = await wire.load();
    const mine = state.list;
    show({ list: mine ? mergeBookmarks(stored?.bookmarks ?? [], mine, result.bookmarks) : result.bookmarks });
    stored = result;
    return result;
  }

  async function write(): Promise<void> {
    for (let attempt = 0; isUnsaved && attempt < attempts; attempt += 1) {
      // Doesn't wait for the first load, so that the change is stored on the device at once.
      const version = stored?.version ?? unknownVersion;
      const bookmarks = [...(state.list ?? [])];
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
    if (isUnsaved) throw new Error(`The stored list was another one ${attempts} times`);
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    saving ??= write()
      .then(() => show({ failed: null }))
      .catch((error: unknown) => {
        console.warn("The bookmarks were not saved", error);
        show({ failed: "save" });
        timer = setTimeout(save, retryPause);
      })
      .finally(() => {
        saving = null;
      });
    return saving;
  }

  const change = async (bookmarks: readonly Bookmark[]) => {
    isUnsaved = true;
    show({ list: bookmarks });
    await save();
    return !isUnsaved;
  };

  async function load(): Promise<void> {
    try {
      const { version } = await read();
      if (version === unknownVersion) throw new Error("Only what waits on the device is known");
      if (state.failed === "load") show({ failed: null });
    } catch (error) {
      console.warn("The bookmarks were not loaded", error);
      if (!isUnsaved) show({ failed: "load" });
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    load,
    async add(bookmark) {
      const list = state.list ?? [];
      return hasSameBookmark(list, bookmark) ? !isUnsaved : change([...list, bookmark]);
    },
    remove: (id) => void change((state.list ?? []).filter((bookmark) => bookmark.id !== id)),
    retry() {
      if (isUnsaved) void save();
      else if (state.failed === "load") void load();
    },
    stop: () => clearTimeout(timer),
  };
}
