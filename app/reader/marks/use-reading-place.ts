import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo } from "react";
import { callServer } from "~/clients/browser-calls.client";
import type { Book } from "~/epub/book";
import { type Position, placeAt, type ReadingPlace } from "~/epub/progress";
import { writerHeaders } from "~/reader/reader-key";
import type { BookOpening } from "~/services/contracts/library";
import { createPositionSaver } from "./save-position";

type ReadingPlaceMemory = {
  start: ReadingPlace | null;
  savePosition: ((position: Position) => void) | undefined;
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
  { bookId, lastMark, keepsPlace }: Pick<BookOpening, "bookId" | "lastMark" | "keepsPlace">,
  uid: string,
): ReadingPlaceMemory {
  const [search] = useSearchParams();
  const isFromStart = search.get("from") === "start";
  const start = useMemo(
    () => (lastMark && !isFromStart ? placeAt(book, lastMark) : null),
    [book, lastMark, isFromStart],
  );
  const saver = useMemo(
    () => (keepsPlace ? createPositionSaver((...sent) => post({ bookId, uid }, ...sent)) : null),
    [bookId, keepsPlace, uid],
  );
  useEffect(() => {
    if (!saver) return;
    const flush = () => void saver.flush();
    // A tablet that is laid aside may never come back to this page.
    const hidden = () => document.visibilityState === "hidden" && flush();
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", saver.retry);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", saver.retry);
      flush();
      saver.stop();
    };
  }, [saver]);
  const leave = useCallback(
    () => Promise.race([saver?.flush(), new Promise<void>((resolve) => setTimeout(resolve, longestWait))]).then(ignore),
    [saver],
  );
  return { start, savePosition: saver?.save, leave };
}

const ignore = () => undefined;

/**
 * What the service refuses is logged only, and not sent again: reading goes on. docs/product/reader.md#errors.
 * @throws where the place may be saved later
 */
async function post(
  { bookId, uid }: { bookId: string; uid: string },
  position: Position,
  isLast: boolean,
  signal: AbortSignal,
): Promise<void> {
  const answer = await callServer(`/reader/${encodeURIComponent(bookId)}/lastmark`, {
    method: "POST",
    headers: { "content-type": "application/json", ...writerHeaders(uid) },
    body: JSON.stringify({ position: JSON.stringify(position) }),
    // A request that must outlive the page.
    keepalive: isLast,
    signal,
  });
  if (answer.status >= 500) throw new Error(`The place in the book was not saved: ${answer.status}`);
  if (!answer.ok) console.warn(`The place in the book was not saved: ${answer.status}`);
}
