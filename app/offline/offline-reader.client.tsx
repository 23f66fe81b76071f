import { useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { BookFault, faultOfStatus } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import { packedBook } from "~/reader/book/packed-once";
import { bookmarkQueue } from "~/reader/marks/bookmark-queue";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "~/reader/marks/bookmark-store";
import type { NotesSource } from "~/reader/marks/notes-source";
import { joinWaiting } from "~/reader/marks/queued-bookmarks";
import { useReadingPlace } from "~/reader/marks/use-reading-place";
import type { WordsSource } from "~/reader/marks/words-source";
import { readerKey } from "~/reader/reader-key";
import { useReadingRecorder } from "~/reader/recording/use-reading-recorder";
import { ReaderScreen } from "~/reader/screen/reader-screen";
import type { Bookmark } from "~/services/contracts/library";
import { offlineFileAddress } from "./offline-address";
import type { OfflineBook } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import { saveOfflinePlace } from "./offline-place";
import { readOfflineWords, saveOfflineWords } from "./offline-words";

/**
 * An offline book in the reader, with files from the device. Positions, bookmarks, the reading log and events are
 * queued in the outbox; submissions and the next book need the network and are omitted.
 */
export function OfflineReader({ stored, close }: { stored: OfflineBook; close: () => void }) {
  const { uid, profileId, bookId, offlineId, locations } = stored;
  const book = useMemo(() => packedBook(stored.book), [stored.book]);
  const source = useMemo(() => offlineSource(offlineId), [offlineId]);
  const owner: OutboxOwner = useMemo(() => ({ uid, profileId }), [uid, profileId]);
  const { start, savePosition, leave } = useReadingPlace(book, stored, owner, saveOfflinePlace);
  const record = useReadingRecorder(book, bookId, owner);
  const bookmarks = useOfflineBookmarks(stored, owner);
  const notes = useMemo(
    () => (stored.keepsPlace ? notesOnDevice(offlineId, bookId, owner) : null),
    [stored.keepsPlace, offlineId, bookId, owner],
  );
  const words = useMemo(() => (stored.mayUseWords ? wordsOnDevice(stored, owner) : null), [stored, owner]);
  useEffect(() => {
    document.title = book.title;
  }, [book]);
  return (
    <ReaderScreen
      book={book}
      uid={readerKey(uid, profileId)}
      preferences={null}
      source={source}
      locationsHref={locations}
      service="default"
      isOfflineVoiceOnly
      canReload
      start={start}
      savePosition={savePosition}
      bookmarks={bookmarks}
      notes={notes}
      words={words}
      record={record}
      close={() => void leave().then(close)}
    />
  );
}

/** The files of an offline book, by URLs of the service worker, which do not expire. */
function offlineSource(offlineId: string): ContentSource {
  const url = (href: string) => offlineFileAddress(offlineId, href);
  return {
    url,
    async text(href) {
      const response = await fetch(url(href)).catch(() => null);
      const fault = response ? faultOfStatus(response.status) : "error_fault_in_book_message";
      if (!response || fault) throw new BookFault(fault ?? "error_fault_in_book_message", `No stored file ${href}`);
      return response.text();
    },
    async renew() {
      throw new BookFault("error_not_found", "The book is not on this device any more");
    },
  };
}

/** The bookmarks of an offline book, as stored on this device; changes are queued in the outbox. Null for shared accounts. */
function useOfflineBookmarks(offlineBook: OfflineBook, owner: OutboxOwner): BookmarkStore | null {
  const store = useMemo(
    () =>
      offlineBook.keepsPlace ? createBookmarkStore(onDevice(offlineBook.offlineId, offlineBook.bookId, owner)) : null,
    [offlineBook.keepsPlace, offlineBook.offlineId, offlineBook.bookId, owner],
  );
  useEffect(() => () => store?.stop(), [store]);
  return store;
}

/** The notes in the copy of a book on this device; changes are queued in the outbox. */
function notesOnDevice(offlineId: string, bookId: string, owner: OutboxOwner): NotesSource {
  return {
    owner,
    bookId,
    load: async () => (await offlineBooks.find(offlineId))?.annotations ?? [],
    saveOnDevice: (annotations) => offlineBooks.change(offlineId, { annotations: [...annotations] }),
  };
}

/** The words of an offline book, for the home language that was chosen when it was last online. */
function wordsOnDevice({ offlineId, bookId, keepsPlace }: OfflineBook, owner: OutboxOwner): WordsSource {
  return {
    owner,
    bookId,
    canSave: keepsPlace,
    load: async (from) => {
      const words = await readOfflineWords(offlineId);
      return words?.from === from ? words : null;
    },
    loadSaved: async () => (await offlineBooks.find(offlineId))?.savedWords ?? [],
    saveOnDevice: (saved) => saveOfflineWords(owner, bookId, saved),
  };
}

function onDevice(offlineId: string, bookId: string, owner: OutboxOwner): BookmarkWire {
  const queue = bookmarkQueue(owner, bookId);
  const known = async () => (await queue.waiting())?.mine ?? (await offlineBooks.find(offlineId))?.bookmarks ?? [];
  let ownList: Bookmark[] = [];
  return {
    async load() {
      ownList = await known();
      return { bookmarks: ownList, version: "" };
    },
    async save(mine: Bookmark[]) {
      const waiting = await queue.waiting();
      // The list last received from the server, or sent to it: additions of others in the meantime are retained.
      const base = (await offlineBooks.find(offlineId))?.bookmarks ?? [];
      const queued = joinWaiting(waiting ?? { base, mine: base }, ownList, mine);
      await queue.put(queued);
      ownList = mine;
      await offlineBooks.change(offlineId, { bookmarks: queued.mine });
      return { version: "" };
    },
  };
}
