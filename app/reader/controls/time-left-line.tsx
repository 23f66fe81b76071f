import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { lettersOfItem, minutesOf, paceAfter, timeLeft, usualPace } from "~/reader/time-left";

/**
 * Remaining time of chapter and book: listening time once audio has been played, else at the user's reading pace.
 * docs/product/reader.md#comfort.
 */
export function TimeLeftLine() {
  const { t } = useTranslation("reader");
  const { book, snapshot } = useReader();
  const { spineIndex: index, fraction, settings, status, percentage } = snapshot;
  useReadingPace();
  const isHeard = snapshot.hasPlayed && snapshot.hasMedia;
  const left = timeLeft(
    book,
    { index, fraction },
    isHeard
      ? { kind: "listening", rate: settings.playbackRate }
      : { kind: "reading", lettersPerMinute: settings.readingPace ?? usualPace },
  );
  if (!left || status !== "shown" || percentage >= 1) return null;
  const text = (of: "chapter" | "book", seconds: number) => {
    const { hours, minutes } = minutesOf(seconds);
    return hours > 0 ? t(`time_left.${of}_hours`, { hours, minutes }) : t(`time_left.${of}_minutes`, { minutes });
  };
  return (
    <p className="reader-time-left flex flex-wrap justify-center gap-x-4 px-4 pb-2 -mt-1 text-14 leading-5 text-ink-soft tabular-nums">
      {left.chapter < left.book - 30 && <span>{text("chapter", left.chapter)}</span>}
      <span>{text("book", left.book)}</span>
    </p>
  );
}

/** Measures the user's reading pace from page turns while nothing is read aloud. The pace is stored on the device only. */
function useReadingPace(): void {
  const { book, controller, snapshot } = useReader();
  const { spineIndex, fraction, isRunning, status } = snapshot;
  const page = useRef<{ spineIndex: number; fraction: number; since: number; isRead: boolean } | null>(null);
  useEffect(() => {
    if (status !== "shown" || !controller) return;
    const now = performance.now();
    const before = page.current;
    const isSame = before?.spineIndex === spineIndex && before.fraction === fraction;
    if (isSame && before.isRead === !isRunning) return;
    page.current = { spineIndex, fraction, since: now, isRead: !isRunning };
    if (!before?.isRead || isRunning || before.spineIndex !== spineIndex || fraction <= before.fraction) return;
    const item = book.spine[spineIndex];
    const letters = item ? (fraction - before.fraction) * lettersOfItem(item) : 0;
    const known = controller.getSnapshot().settings.readingPace;
    const readingPace = paceAfter(known, { letters, seconds: (now - before.since) / 1000 });
    if (readingPace !== known) controller.changeSettings({ readingPace });
  }, [book, controller, spineIndex, fraction, isRunning, status]);
}
