import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { newId } from "~/browser-outbox/new-id";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import type { MarkPayload } from "~/browser-outbox/senders.client";
import type { Book } from "~/epub/book";
import { type Position, placeAt, progressAt, type ReadingPlace } from "~/epub/progress";
import { deviceKeepsBooks } from "~/offline/device-keeps";
import type { Elsewhere } from "~/reader/panels/elsewhere-notice";
import type { BookOpening } from "~/services/contracts/library";
import { onPlaceElsewhere } from "./places-elsewhere.client";
import { createPositionSaver } from "./save-position";

/** An offline book has its last position only. */
type OpenedAt = Pick<BookOpening, "bookId" | "lastMark" | "keepsPlace"> & Partial<Pick<BookOpening, "knownMark">>;

type ReadingPlaceMemory = {
  start: ReadingPlace | null;
  savePosition: ((position: Position, isRead?: boolean) => void) | undefined;
  /** The place that another tab or device has stored since the book was opened here. */
  elsewhere: Elsewhere | null;
  /** Saves the place at once. Fulfilled once it is saved, or was not, or nobody should wait for it any longer. */
  leave(): Promise<void>;
};

/** Milliseconds that closing waits for the place to be saved, so that the shelf shows it. */
const longestWait = 2000;

/**
 * Where the reader stopped, and the way to save where they are now. `?from=start` opens at the first page all the same.
 * docs/product/reader.md#users ("the reader remembers the last-read position").
 */
export function useReadingPlace(
  book: Book,
  { bookId, lastMark, knownMark = lastMark, keepsPlace }: OpenedAt,
  owner: OutboxOwner,
): ReadingPlaceMemory {
  const [search] = useSearchParams();
  const isFromStart = search.get("from") === "start";
  const start = useMemo(
    () => (lastMark && !isFromStart ? placeAt(book, lastMark) : null),
    [book, lastMark, isFromStart],
  );
  const [{ opening, known }] = useState(() => ({ opening: newId(), known: knownMark }));
  const saver = useMemo(
    () => (keepsPlace ? createPositionSaver((...sent) => queue(owner, { bookId, opening, known }, ...sent)) : null),
    [bookId, keepsPlace, owner, opening, known],
  );
  const [elsewhere, setElsewhere] = useState<Position | null>(null);
  useEffect(() => onPlaceElsewhere(opening, setElsewhere), [opening]);
  useEffect(() => {
    if (!saver) return;
    const flush = () => void saver.flush();
    // A tablet that is laid aside may never come back to this page.
    const hidden = () => document.visibilityState === "hidden" && flush();
    // Before the outbox, which sends then what there is.
    document.addEventListener("visibilitychange", hidden, true);
    window.addEventListener("pagehide", flush, true);
    return () => {
      document.removeEventListener("visibilitychange", hidden, true);
      window.removeEventListener("pagehide", flush, true);
      flush();
      saver.stop();
    };
  }, [saver]);
  const leave = useCallback(
    () => Promise.race([saver?.flush(), new Promise<void>((resolve) => setTimeout(resolve, longestWait))]).then(ignore),
    [saver],
  );
  const close = useCallback(() => setElsewhere(null), []);
  return {
    start,
    savePosition: saver?.save,
    leave,
    elsewhere: elsewhere && { position: elsewhere, progress: progressAt(book, elsewhere), close },
  };
}

const ignore = () => undefined;

/** Puts a place into the outbox, which sends the latest of each book. @param isLast waits until it was sent, or could not be */
async function queue(
  owner: OutboxOwner,
  { bookId, ...origin }: Omit<MarkPayload, "position">,
  position: Position,
  isLast: boolean,
): Promise<void> {
  const outbox = browserOutbox(owner);
  await outbox.add("mark", { bookId, position, ...origin } satisfies MarkPayload, { key: bookId });
  // The offline book opens there too, wherever it was read.
  if (deviceKeepsBooks()) await notePlace(owner, bookId, position).catch(console.warn);
  if (isLast) await outbox.flush("mark");
}

async function notePlace(owner: OutboxOwner, bookId: string, position: Position): Promise<void> {
  const { saveOfflinePlace } = await import("~/offline/offline-place.client");
  await saveOfflinePlace(owner, bookId, position);
}
