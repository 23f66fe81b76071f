import { useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { packedBook } from "~/reader/book/packed-once";
import { useReadingPlace } from "~/reader/marks/use-reading-place";
import { readerKey } from "~/reader/reader-key";
import { ReaderScreen } from "~/reader/reader-screen";
import { useReadingRecorder } from "~/reader/recording/use-reading-recorder";
import type { KeptBook } from "./kept-book";
import { useKeptBookmarks } from "./kept-bookmarks.client";
import { keptSource } from "./kept-source";

/**
 * A kept book in the reader: the same reader, with files from the device. Places, bookmarks, the reading log and events wait in the
 * outbox; submissions and the next book need the network and are not there.
 */
export function KeptReader({ kept, close }: { kept: KeptBook; close: () => void }) {
  const { uid, profileId, bookId, keptId, locations } = kept;
  const book = useMemo(() => packedBook(kept.book), [kept.book]);
  const source = useMemo(() => keptSource(keptId), [keptId]);
  const owner: OutboxOwner = useMemo(() => ({ uid, profileId }), [uid, profileId]);
  const { start, savePosition, leave } = useReadingPlace(book, kept, owner);
  const record = useReadingRecorder(book, bookId, owner);
  const bookmarks = useKeptBookmarks(kept, owner);
  useEffect(() => {
    document.title = book.title;
  }, [book]);
  return (
    <ReaderScreen
      book={book}
      uid={readerKey(uid, profileId)}
      kept={null}
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
