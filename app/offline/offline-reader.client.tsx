import { useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { packedBook } from "~/reader/book/packed-once";
import { useReadingPlace } from "~/reader/marks/use-reading-place";
import { readerKey } from "~/reader/reader-key";
import { useReadingRecorder } from "~/reader/recording/use-reading-recorder";
import { ReaderScreen } from "~/reader/screen/reader-screen";
import type { OfflineBook } from "./offline-book";
import { useOfflineBookmarks } from "./offline-bookmarks.client";
import { offlineSource } from "./offline-source";

/**
 * An offline book in the reader, with files from the device. Positions, bookmarks, the reading log and events are
 * queued in the outbox; submissions and the next book need the network and are omitted.
 */
export function OfflineReader({ stored, close }: { stored: OfflineBook; close: () => void }) {
  const { uid, profileId, bookId, offlineId, locations } = stored;
  const book = useMemo(() => packedBook(stored.book), [stored.book]);
  const source = useMemo(() => offlineSource(offlineId), [offlineId]);
  const owner: OutboxOwner = useMemo(() => ({ uid, profileId }), [uid, profileId]);
  const { start, savePosition, leave } = useReadingPlace(book, stored, owner);
  const record = useReadingRecorder(book, bookId, owner);
  const bookmarks = useOfflineBookmarks(stored, owner);
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
      canReload
      start={start}
      savePosition={savePosition}
      bookmarks={bookmarks}
      record={record}
      close={() => void leave().then(close)}
    />
  );
}
