import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MarkPayload } from "~/browser-outbox/mark-sender.client";
import { newId } from "~/browser-outbox/new-id";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { onPlaceElsewhere } from "~/browser-outbox/places-elsewhere.client";
import type { Book } from "~/epub/book";
import { type Position, pagesBetween, placeAt, progressAt, type ReadingPlace } from "~/epub/progress";
import type { BookOpening } from "~/services/contracts/library";
import { createPositionSaver } from "./save-position";

/** A position of another tab or device, to choose instead of this one. */
export type Elsewhere = {
  position: Position;
  progress: number;
  close(): void;
  /** Closes, and stores that the reader chose the present place. */
  stay(): void;
};

/** Pages between two places up to which they are the same to a reader: two of them face each other on a screen. */
const samePlace = 2;

/** An offline book has its last position only. */
type OpenedAt = Pick<BookOpening, "bookId" | "lastMark" | "keepsPlace"> &
  Partial<Pick<BookOpening, "knownMark" | "otherMark">>;

/** Stores a position in the copy of the book on this device, if there is one. */
export type SavePlaceOnDevice = (owner: OutboxOwner, bookId: string, position: Position) => Promise<void>;

type ReadingPlaceMemory = {
  start: ReadingPlace | null;
  savePosition: ((position: Position, isRead?: boolean) => void) | undefined;
  /** More than a page away: position stored by another tab or device since the book was opened here, or before without knowing the last one. */
  elsewhere: Elsewhere | null;
  /** Saves the position at once. Resolves when it is saved, has failed, or `longestWait` has passed. */
  leave(): Promise<void>;
};

/** Milliseconds that closing waits at most for the save, so that the shelf shows the new position. */
const longestWait = 2000;

/**
 * The last-read position, and a function to save the current one. `?from=start` opens at the first page regardless.
 * docs/product/reader.md#users ("the reader remembers the last-read position").
 */
export function useReadingPlace(
  book: Book,
  { bookId, lastMark, knownMark = lastMark, otherMark = null, keepsPlace }: OpenedAt,
  owner: OutboxOwner,
  saveOnDevice: SavePlaceOnDevice,
): ReadingPlaceMemory {
  const [search] = useSearchParams();
  const isFromStart = search.get("from") === "start";
  const start = useMemo(
    () => (lastMark && !isFromStart ? placeAt(book, lastMark) : null),
    [book, lastMark, isFromStart],
  );
  const [{ opening, known }] = useState(() => ({ opening: newId(), known: knownMark }));
  const saver = useMemo(
    () =>
      keepsPlace
        ? createPositionSaver((position, isLast) =>
            queue(owner, { bookId, position, opening, known }, isLast, saveOnDevice),
          )
        : null,
    [bookId, keepsPlace, owner, opening, known, saveOnDevice],
  );
  const [elsewhere, setElsewhere] = useState<Position | null>(
    lastMark && otherMark && !isFromStart && pagesBetween(book, lastMark, otherMark) > samePlace ? otherMark : null,
  );
  const present = useRef(lastMark);
  useEffect(
    () =>
      onPlaceElsewhere(opening, (position) => {
        const isFar = present.current === null || pagesBetween(book, present.current, position) > samePlace;
        if (isFar) setElsewhere(position);
      }),
    [opening, book],
  );
  const savePosition = useMemo(
    () =>
      saver &&
      ((position: Position, isRead?: boolean) => {
        present.current = position;
        saver.save(position, isRead);
      }),
    [saver],
  );
  useEffect(() => {
    if (!saver) return;
    const flush = () => void saver.flush();
    // A tablet that is put aside may never return to this page.
    const hidden = () => document.visibilityState === "hidden" && flush();
    // Capture phase, to run before the outbox's listener, which sends the queued entries.
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
  const stay = useCallback(() => {
    saver?.confirm();
    setElsewhere(null);
  }, [saver]);
  return {
    start,
    savePosition: savePosition ?? undefined,
    leave,
    elsewhere: elsewhere && { position: elsewhere, progress: progressAt(book, elsewhere), close, stay },
  };
}

const ignore = () => undefined;

/** Puts a position into the outbox, which sends the latest of each book. @param isLast waits until it was sent or has failed */
async function queue(
  owner: OutboxOwner,
  payload: MarkPayload & { position: Position },
  isLast: boolean,
  saveOnDevice: SavePlaceOnDevice,
): Promise<void> {
  const outbox = browserOutbox(owner);
  await outbox.add("mark", payload, { key: payload.bookId });
  // The offline copy opens at the same position, wherever the book was read.
  await saveOnDevice(owner, payload.bookId, payload.position).catch(console.warn);
  if (isLast) await outbox.flush("mark");
}
