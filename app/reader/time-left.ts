import type { Book, SpineItem } from "~/epub/book";
import { flatToc, type ReadingPlace } from "~/epub/progress";
import { isVoiced } from "./narrated";

/** How long the rest of a chapter and of a book takes. docs/product/reader.md#comfort. */

/** Seconds. */
export type TimeLeft = { chapter: number; book: number };

export type Tempo =
  | { kind: "listening" /** 1 is 100 percent. */; rate: number }
  | { kind: "reading"; lettersPerMinute: number };

/** A pupil's pace until it has been seen: 150 words a minute. */
export const usualPace = 900;
/** Narrators read about as fast; for documents whose length in time the book doesn't say. */
const narratedPace = 850;
/** A page of pictures is looked at so long. Seconds. */
const picturePage = 10;
/** A page without a voice is shown so long before the voice goes on. Seconds. */
const silentPage = 3;

/** @returns null where the book gives nothing to count */
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
    return (item.duration ?? (lettersOf(item) / narratedPace) * 60) / tempo.rate;
  }
  const isPicture = item.layout === "pre-paginated";
  return (lettersOf(item) / tempo.lettersPerMinute) * 60 + (isPicture ? picturePage : 0);
}

/** Letters that one reads: a page narrated in several languages holds its text in each, and shows one of them. */
export function lettersOf({ characters, overlays }: SpineItem): number {
  return characters / Math.max(1, Object.keys(overlays).length);
}

/** Spine index at which the next entry of the contents begins that leads to a later document. */
function nextChapter({ spine, toc }: Pick<Book, "spine" | "toc">, index: number): number {
  const paths = new Set(flatToc(toc).flatMap(({ entry }) => (entry.href ? [entry.href.split("#", 1)[0]] : [])));
  const next = spine.find((item) => item.index > index && (paths.has(item.href) || paths.has(item.source)));
  return next?.index ?? spine.length;
}

/** Whole minutes, at least one, split where they make an hour. */
export function minutesOf(seconds: number): { hours: number; minutes: number } {
  const all = Math.max(1, Math.round(seconds / 60));
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}

/** What was turned over faster was leafed through, and who stayed longer did something else. Seconds. */
const shortest = 3;
const longest = 300;

/**
 * The pace after one more page: the newest counts for a fifth. Pages that were hardly read don't count.
 * @param before letters a minute; null: not known yet
 */
export function paceAfter(before: number | null, page: { letters: number; seconds: number }): number | null {
  if (page.letters < 100 || page.seconds < shortest || page.seconds > longest) return before;
  const pace = (page.letters / page.seconds) * 60;
  if (pace < 100 || pace > 2500) return before;
  return Math.round(before === null ? pace : before * 0.8 + pace * 0.2);
}
