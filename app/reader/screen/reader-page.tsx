import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { callServer } from "~/clients/browser-calls.client";
import { BookFault } from "~/reader/book/book-fault";
import { signedSource } from "~/reader/book/content-source";
import { packedBook } from "~/reader/book/packed-once";
import { closeReader } from "~/reader/closing";
import type { InClass } from "~/reader/controller/in-class";
import { bookmarkQueue } from "~/reader/marks/bookmark-queue";
import { type BookmarkStore, type BookmarkWire, createBookmarkStore } from "~/reader/marks/bookmark-store";
import { notesOfServer, type SaveNotesOnDevice } from "~/reader/marks/notes-source";
import { queuedWire } from "~/reader/marks/queued-bookmarks";
import { type SavePlaceOnDevice, useReadingPlace } from "~/reader/marks/use-reading-place";
import { type SaveWordsOnDevice, wordsOfServer } from "~/reader/marks/words-source";
import { fetchNextBook } from "~/reader/next-book";
import type { PackedOpening } from "~/reader/open-book.server";
import { readerKey } from "~/reader/reader-key";
import { useReadingRecorder } from "~/reader/recording/use-reading-recorder";
import { serviceThemeOf } from "~/reader/service-theme";
import type { Bookmark } from "~/services/contracts/library";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";
import { withheldCode } from "~/services/contracts/withheld-books";
import { useShellData } from "~/shell/shell-data";
import { useOutboxOwner } from "~/shell/use-outbox";
import { ReaderScreen } from "./reader-screen";

/** A book from the library in the reader. */
export function ReaderPage({
  opening,
  uid,
  origin,
  preferences,
  savePlaceOnDevice,
  saveNotesOnDevice,
  saveWordsOnDevice,
}: {
  opening: PackedOpening;
  uid: string;
  origin: string | null;
  preferences: ReaderPreferences | null;
  savePlaceOnDevice: SavePlaceOnDevice;
  saveNotesOnDevice: SaveNotesOnDevice;
  saveWordsOnDevice: SaveWordsOnDevice;
}) {
  const navigate = useNavigate();
  const user = useShellData()?.user;
  const isStudent = user?.isStudent ?? false;
  const hasClassNotes = isStudent || (user?.isEmployee ?? false);
  const { bookId, version, resourcesUrl, policy, locations, isOfBackEnd } = opening;
  const book = useMemo(() => packedBook(opening.book), [opening.book]);
  // Revalidation brings a newer policy; the open book keeps its source, which renews its policy itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const source = useMemo(
    () =>
      signedSource({ resourcesUrl, policy }, () => fetchPolicy(bookId, isOfBackEnd ? { of: "back-end" } : { version })),
    [bookId, resourcesUrl, isOfBackEnd],
  );
  const owner = useOutboxOwner(uid);
  const reader = readerKey(owner.uid, owner.profileId);
  const { start, savePosition, leave, elsewhere } = useReadingPlace(book, opening, owner, savePlaceOnDevice);
  const record = useReadingRecorder(book, bookId, owner);
  // Waits for the save, so that the shelf shows the new progress.
  const close = useCallback(() => void leave().then(() => closeReader(navigate)), [leave, navigate]);
  const findNext = useCallback(() => fetchNextBook(bookId), [bookId]);
  const bookmarks = useBookmarks(bookId, opening.keepsPlace, owner);
  const notes = useMemo(
    () => (opening.keepsPlace ? { ...notesOfServer(bookId, owner, saveNotesOnDevice), hasClassNotes } : null),
    [bookId, opening.keepsPlace, owner, saveNotesOnDevice, hasClassNotes],
  );
  const { mayUseWords, keepsPlace } = opening;
  // The school or a parent may have switched words off, or on, since the book was downloaded.
  useEffect(() => {
    saveWordsOnDevice(owner, bookId, { mayUseWords }).catch(() => undefined);
  }, [saveWordsOnDevice, owner, bookId, mayUseWords]);
  const words = useMemo(
    () => (mayUseWords ? wordsOfServer(bookId, owner, { canSave: keepsPlace, saveOnDevice: saveWordsOnDevice }) : null),
    [bookId, mayUseWords, keepsPlace, owner, saveWordsOnDevice],
  );
  const role = user?.isEmployee && !user.actor ? "leader" : isStudent ? "pupil" : null;
  const inClass = useMemo<InClass | null>(() => role && { role, bookId }, [role, bookId]);
  return (
    <ReaderScreen
      book={book}
      uid={reader}
      preferences={preferences}
      source={source}
      locationsHref={locations?.startsWith(resourcesUrl) ? locations.slice(resourcesUrl.length) : null}
      service={serviceThemeOf(origin)}
      isOfflineVoiceOnly={!opening.mayUseOnlineVoices}
      canReload
      start={start}
      savePosition={savePosition}
      elsewhere={elsewhere}
      bookmarks={bookmarks}
      notes={notes}
      words={words}
      record={record}
      inClass={isOfBackEnd ? null : inClass}
      hasBoard={role === "leader"}
      close={close}
      findNext={findNext}
      submissionsOf={isStudent && opening.keepsPlace ? bookId : null}
    />
  );
}

/** Requests the policy of the open version, even if a newer one has been added. */
async function fetchPolicy(bookId: string, open: Record<string, string>): Promise<string> {
  const response = await callServer(`/reader/${encodeURIComponent(bookId)}/policy?${new URLSearchParams(open)}`);
  if (response.status === 403) {
    const { error } = (await response.json()) as { error?: string };
    if (error === withheldCode) throw new BookFault("error_withheld", "A parent has withheld the book");
  }
  if (!response.ok) throw new Error(`The policy call answered ${response.status}`);
  const { policy } = (await response.json()) as { policy: string };
  return policy;
}

/**
 * The bookmarks of a book; null if none are stored: for shared accounts, and while another user acts as the reader.
 * docs/product/choices.md#books.
 */
function useBookmarks(bookId: string, areStored: boolean, owner: OutboxOwner): BookmarkStore | null {
  const store = useMemo(
    () => (areStored ? createBookmarkStore(queuedWire(storedBookmarks(bookId), bookmarkQueue(owner, bookId))) : null),
    [bookId, areStored, owner],
  );
  useEffect(() => {
    if (!store) return;
    window.addEventListener("online", store.retry);
    return () => {
      window.removeEventListener("online", store.retry);
      store.stop();
    };
  }, [store]);
  return store;
}

/** Loads the server's list of a book. */
function storedBookmarks(bookId: string): BookmarkWire["load"] {
  return async () => {
    const response = await callServer(`/reader/${encodeURIComponent(bookId)}/bookmarks`, { cache: "no-store" });
    if (!response.ok) throw new Error(`The bookmarks call answered ${response.status}`);
    return { bookmarks: (await response.json()) as Bookmark[], version: response.headers.get("etag") ?? "" };
  };
}
