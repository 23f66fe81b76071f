import { hasSameBookmark, mergeBookmarks } from "~/browser-outbox/merge-bookmarks";
import type { Bookmark } from "~/services/contracts/library";

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

/** State of a store. */
type OpenList = {
  readonly wire: BookmarkWire;
  readonly listeners: Set<() => void>;
  state: BookmarkState;
  stored: { bookmarks: Bookmark[]; version: string } | null;
  isUnsaved: boolean;
  saving: Promise<void> | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/**
 * Shows a change at once and saves it in the background, one save at a time. If the stored list has changed meanwhile,
 * it is loaded again and merged. A failed save is logged, shown in the drawer only, and retried.
 * docs/product/reader.md#errors; docs/product/choices.md#books.
 */
export function createBookmarkStore(wire: BookmarkWire): BookmarkStore {
  const open: OpenList = {
    wire,
    listeners: new Set(),
    state: { list: null, failed: null },
    stored: null,
    isUnsaved: false,
    saving: null,
    timer: undefined,
  };
  const list = () => open.state.list ?? [];
  return {
    subscribe(listener) {
      open.listeners.add(listener);
      return () => open.listeners.delete(listener);
    },
    state: () => open.state,
    load: () => load(open),
    async add(bookmark) {
      return hasSameBookmark(list(), bookmark) ? !open.isUnsaved : change(open, [...list(), bookmark]);
    },
    remove: (id) =>
      void change(
        open,
        list().filter((bookmark) => bookmark.id !== id),
      ),
    retry() {
      if (open.isUnsaved) void save(open);
      else if (open.state.failed === "load") void load(open);
    },
    stop: () => clearTimeout(open.timer),
  };
}

function show(open: OpenList, change: Partial<BookmarkState>): void {
  open.state = { ...open.state, ...change };
  for (const listener of open.listeners) listener();
}

async function change(open: OpenList, bookmarks: readonly Bookmark[]): Promise<boolean> {
  open.isUnsaved = true;
  show(open, { list: bookmarks });
  await save(open);
  return !open.isUnsaved;
}

async function load(open: OpenList): Promise<void> {
  try {
    const { version } = await read(open);
    if (version === unknownVersion) throw new Error("Only what waits on the device is known");
    if (open.state.failed === "load") show(open, { failed: null });
  } catch (error) {
    console.warn("The bookmarks were not loaded", error);
    if (!open.isUnsaved) show(open, { failed: "load" });
  }
}

async function read(open: OpenList): Promise<{ version: string }> {
  const result = await open.wire.load();
  const mine = open.state.list;
  const bookmarks = mine ? mergeBookmarks(open.stored?.bookmarks ?? [], mine, result.bookmarks) : result.bookmarks;
  show(open, { list: bookmarks });
  open.stored = result;
  return result;
}

function save(open: OpenList): Promise<void> {
  clearTimeout(open.timer);
  open.saving ??= write(open)
    .then(() => show(open, { failed: null }))
    .catch((error: unknown) => {
      console.warn("The bookmarks were not saved", error);
      show(open, { failed: "save" });
      open.timer = setTimeout(() => save(open), retryPause);
    })
    .finally(() => {
      open.saving = null;
    });
  return open.saving;
}

async function write(open: OpenList): Promise<void> {
  for (let attempt = 0; open.isUnsaved && attempt < attempts; attempt += 1) {
    // Doesn't wait for the first load, so that the change is stored on the device at once.
    const version = open.stored?.version ?? unknownVersion;
    const bookmarks = [...(open.state.list ?? [])];
    open.isUnsaved = false;
    const saved = await open.wire.save(bookmarks, version).catch((error: unknown) => {
      open.isUnsaved = true;
      throw error;
    });
    if (saved) open.stored = { bookmarks, version: saved.version };
    else {
      open.isUnsaved = true;
      await read(open);
    }
  }
  if (open.isUnsaved) throw new Error(`The stored list was another one ${attempts} times`);
}
