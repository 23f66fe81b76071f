import type { Book, SpineItem } from "~/epub/book";
import { flatToc, type ReadingPlace } from "~/epub/progress";
import { isVoiced } from "./narrated";

/** Remaining time of a chapter and of a book. docs/product/reader.md#comfort. */

/** Seconds. */
export type TimeLeft = { chapter: number; book: number };

export type Tempo =
  | { kind: "listening" /** 1 is 100 percent. */; rate: number }
  | { kind: "reading"; lettersPerMinute: number };

/** Letters a minute. A pupil's assumed pace until it is measured: 150 words a minute. */
export const usualPace = 900;
/** Letters a minute. A narrator's pace, for documents whose duration the book doesn't give. */
const narratedPace = 850;
/** Seconds that a fixed-layout page takes in addition to its text. */
const picturePage = 10;
/** Seconds that playback shows a page without narration. */
const silentPage = 3;

/** @returns null if the book has no text or duration to count */
export function timeLeft(
  book: Pick<Book, "spine" | "toc">,
  { index, fraction }: ReadingPlace,
  tempo: Tempo,
): TimeLeft | null {
  const seconds = book.spine.map((item) => secondsOf(item, tempo));
  if (!seconds.some((each) => each > 0)) return null;
  const own = (seconds[index] ?? 0) * (1 - Math.min(1, Math.max(0, fraction)));
  const until = (end: number) => seconds.slice(index + 1, end).reduce((sum, each) => sum + each, own);
  return { chapter: until(nextChapter(book, index)), book: until(book.spine.length) };
}

function secondsOf(item: SpineItem, tempo: Tempo): number {
  if (!item.linear) return 0;
  if (tempo.kind === "listening") {
    if (!isVoiced(item)) return silentPage;
    return (item.duration ?? (lettersOfItem(item) / narratedPace) * 60) / tempo.rate;
  }
  const isPicture = item.layout === "pre-paginated";
  return (lettersOfItem(item) / tempo.lettersPerMinute) * 60 + (isPicture ? picturePage : 0);
}

/** Letters to be read: a page narrated in several languages contains its text in each, and shows one of them. */
export function lettersOfItem({ characters, overlays }: SpineItem): number {
  return characters / Math.max(1, Object.keys(overlays).length);
}

/** Spine index of the next document with an entry in the contents. */
function nextChapter({ spine, toc }: Pick<Book, "spine" | "toc">, index: number): number {
  const paths = new Set(flatToc(toc).flatMap(({ entry }) => (entry.href ? [entry.href.split("#", 1)[0]] : [])));
  const next = spine.find((item) => item.index > index && (paths.has(item.href) || paths.has(item.source)));
  return next?.index ?? spine.length;
}

/** Whole minutes, at least one, split into hours and minutes. */
export function minutesOf(seconds: number): { hours: number; minutes: number } {
  const all = Math.max(1, Math.round(seconds / 60));
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}

/** Seconds. A shorter page time is leafing, a longer one a break. */
const shortest = 3;
const longest = 300;

/**
 * The pace after one more page, which counts for a fifth. Pages that were hardly read don't count.
 * @param before letters a minute; null: not known yet
 */
export function paceAfter(before: number | null, page: { letters: number; seconds: number }): number | null {
  if (page.letters < 100 || page.seconds < shortest || page.seconds > longest) return before;
  const pace = (page.letters / page.seconds) * 60;
  if (pace < 100 || pace > 2500) return before;
  return Math.round(before === null ? pace : before * 0.8 + pace * 0.2);
}
