import { useSearchParams } from "@remix-run/react";
import { useEffect, useMemo } from "react";
import type { Book } from "~/epub/book";
import { type Position, placeAt, type ReadingPlace } from "~/epub/progress";
import type { BookOpening } from "~/services/contracts/library";
import { formOwnerHeader } from "~/ui/form-owner";
import { createPositionSaver } from "./save-position";

type ReadingPlaceMemory = { start: ReadingPlace | null; savePosition: ((position: Position) => void) | undefined };

/**
 * Where the reader stopped, and the way to tell where they are now. `?from=start` opens at the first page all the same.
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
  const keeper = useMemo(
    () => (keepsPlace ? createPositionSaver((position, isLast) => post({ bookId, uid }, position, isLast)) : null),
    [bookId, keepsPlace, uid],
  );
  useEffect(() => {
    if (!keeper) return;
    // A tablet that is laid aside may never come back to this page.
    const hidden = () => document.visibilityState === "hidden" && keeper.flush();
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("pagehide", keeper.flush);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("pagehide", keeper.flush);
      keeper.flush();
    };
  }, [keeper]);
  return { start, savePosition: keeper?.save };
}

/** A place that could not be saved is logged only: reading goes on. docs/product/reader.md#errors. */
async function post(
  { bookId, uid }: { bookId: string; uid: string },
  position: Position,
  isLast: boolean,
): Promise<void> {
  try {
    const answer = await fetch(`/reader/${encodeURIComponent(bookId)}/lastmark`, {
      method: "POST",
      headers: { "content-type": "application/json", [formOwnerHeader]: uid },
      body: JSON.stringify({ position: JSON.stringify(position) }),
      // A request that must outlive the page.
      keepalive: isLast,
    });
    if (!answer.ok) console.warn(`The place in the book was not saved: ${answer.status}`);
  } catch (error) {
    console.warn("The place in the book was not saved", error);
  }
}
