import { chooseTargets, type Target, targetsOf } from "./clips";
import { isOfHref, isOfItem, type ReaderPage } from "./reader-page";
import { clearRecording, type HighlightRecord, readClocks, readRecording, seekMedia } from "./recorder";
import { type RateError, type Reading, summariseRate } from "./statistics";
import type { TestBook } from "./test-book";

export type MeasureOptions = {
  rates: readonly number[];
  /** Clips per rate. */
  clips: number;
  /** Time limit in ms; clips that were not reached are not counted. */
  bound: number;
};

/** Seconds of wall-clock time by which playback starts before a clip. */
const lead = 0.45;
/** Seconds played after a clip's begin before the next one. */
const tail = 0.2;

export type Measured = { rates: RateError[]; note: string };

/** Note of a book in which each clip is heard by itself: there is no transition whose time could be measured. */
export const noTransition = "no sound flows from one text into another";

/**
 * Plays clips in the real reader and compares the time of each highlight with the begin of its audio. Playback starts
 * shortly before each clip and continues into it, so that the transition between clips is measured.
 */
export async function measureHighlight(reader: ReaderPage, book: TestBook, options: MeasureOptions): Promise<Measured> {
  const targets = chooseTargets(targetsOf(book.clips, book.truth), options.clips);
  const first = targets[0];
  if (!first) return { rates: [], note: noTransition };
  const end = Date.now() + options.bound;
  const rates: RateError[] = [];
  let current = 1;
  for (const rate of options.rates) {
    if (Date.now() > end) return { rates, note: `out of time before rate ${rate}` };
    if (!(await startAt(reader, book, first))) return { rates, note: "the voice did not begin" };
    await reader.changeRate(current, rate);
    current = rate;
    rates.push(summariseRate(rate, await playTargets(reader, book, targets, rate, end)));
    await reader.setPlaying(false);
  }
  return { rates, note: "" };
}

/** Starts playback in the document of a clip, from any position. */
async function startAt(reader: ReaderPage, book: TestBook, target: Target): Promise<boolean> {
  const item = book.spine.find((one) => one.href === target.clip.text.href);
  if (!item) return false;
  await reader.setPlaying(false);
  if (!(await goToDocument(reader, book, item.href))) return false;
  if (!(await reader.setPlaying(true))) return false;
  return (await reader.until(async () => (await sounding(reader, target)) ?? null, 10_000)) !== null;
}

/** By the table of contents if it lists the document, which is faster in a long book, else page by page. */
async function goToDocument(reader: ReaderPage, book: TestBook, href: string): Promise<boolean> {
  const item = book.spine.find((one) => one.href === href);
  if (!item) return false;
  const isThere = async () => (await reader.shown()).some((one) => isOfItem(one.path, item));
  if (await isThere()) {
    while (await reader.previous()) if (!(await isThere())) return reader.goTo(item);
    return true;
  }
  return (await reader.goToByLink(item)) || reader.goTo(item, 80);
}

async function sounding(reader: ReaderPage, target: Target): Promise<number | null> {
  const clocks = await readClocks(reader.page);
  return clocks.find((clock) => clock.isSounding && clock.path.endsWith(`/${target.clip.audio.href}`))?.time ?? null;
}

async function playTargets(
  reader: ReaderPage,
  book: TestBook,
  targets: readonly Target[],
  rate: number,
  end: number,
): Promise<Array<Reading | null>> {
  const errors: Array<Reading | null> = [];
  await clearRecording(reader.page);
  for (const target of targets) {
    if (Date.now() > end) break;
    const now = await sounding(reader, target);
    const start = target.begin - lead * rate;
    const isOtherDocument = targets[errors.length - 1]?.clip.text.href !== target.clip.text.href && errors.length > 0;
    if (isOtherDocument) await crossInto(reader, book, target, rate);
    else if (now === null || start - now > 0.15 * rate || now > target.begin) {
      // No audio precedes the beginning of a file: there the start of playback is measured.
      await clearRecording(reader.page);
      await seekMedia(reader.page, target.clip.audio.href, Math.max(0, start));
    }
    const wanted = target.begin + tail * rate;
    await reader.until(
      async () => {
        const time = await sounding(reader, target);
        return time !== null && time >= wanted && time < wanted + 60 ? true : null;
      },
      (lead + tail) * 1000 + 2500,
    );
    const { highlights } = await readRecording(reader.page);
    errors.push(errorOf(highlights, target, book));
  }
  return errors;
}

/** From the end of the previous document into the next one, as in continuous playback. */
async function crossInto(reader: ReaderPage, book: TestBook, target: Target, rate: number): Promise<void> {
  const index = book.clips.findIndex((clip) => clip === target.clip || isSame(clip, target));
  const firstOfDocument = book.clips.findIndex((clip) => clip.text.href === target.clip.text.href);
  const before = book.clips[firstOfDocument - 1];
  await clearRecording(reader.page);
  if (before?.audio && before.audio.end !== null) {
    await seekMedia(reader.page, before.audio.href, before.audio.end - lead * rate);
    const item = book.spine.find((one) => one.href === target.clip.text.href);
    await reader.until(async () => (item && (await reader.frameOf(item)) ? true : null), 5000);
  }
  if (index > firstOfDocument) {
    await reader.until(async () => ((await sounding(reader, target)) === null ? null : true), 3000);
    await clearRecording(reader.page);
    await seekMedia(reader.page, target.clip.audio.href, Math.max(0, target.begin - lead * rate));
  }
}

function isSame(clip: TestBook["clips"][number], target: Target): boolean {
  return (
    clip.text.href === target.clip.text.href &&
    clip.text.id === target.clip.text.id &&
    clip.audio?.begin === target.clip.audio.begin
  );
}

/**
 * Milliseconds of media time between a clip's begin and the frame with its highlight; null if it was not highlighted
 * while its audio played.
 */
export function errorOf(
  highlights: readonly HighlightRecord[],
  target: Target,
  book: Pick<TestBook, "meta" | "spine">,
): Reading | null {
  const own = book.meta.get("media:active-class");
  const { text, audio } = target.clip;
  const times = highlights
    .filter((one) => one.id === text.id && isOfHref(one.path, text.href, book.spine))
    .filter((one) => one.classes.some((name) => name === own || name.startsWith("fabel-")))
    .flatMap((one) => {
      const clocks = one.media.filter((clock) => clock.path.endsWith(`/${audio.href}`));
      const clock = clocks.find((candidate) => candidate.isSounding) ?? clocks[0];
      return clock ? [{ time: clock.time, gap: one.gap }] : [];
    })
    .filter(({ time }) => time > target.begin - 0.5 && time < target.end);
  const first = times[0];
  return first === undefined ? null : { error: (first.time - target.begin) * 1000, gap: first.gap };
}
