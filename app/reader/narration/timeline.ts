import type { Track } from "./track";

/** A stretch of sound and the words it speaks, in its place on a page. */
export type Clip = {
  index: number;
  /** Index into the timeline's runs. */
  run: number;
  track: Track;
  /** Seconds in the audio file. */
  begin: number;
  /** Seconds; Infinity: to the file's end. */
  end: number;
};

/** Clips that one audio file plays through without a jump; or a single clip without audio, for the browser's voice. */
export type Run = {
  /** Relative to the book's folder; null for the browser's voice. */
  audio: string | null;
  first: number;
  last: number;
  begin: number;
  end: number;
};

export type Timeline = { clips: Clip[]; runs: Run[] };

/** A silence this short is played through, since a jump would be heard. Seconds. */
const bridgedSilence = 0.25;
/** Two clips that overlap by less than this touch; makers round differently. Seconds. */
const rounding = 0.02;

export const emptyTimeline: Timeline = { clips: [], runs: [] };

/**
 * Lays tracks out for playing: clips in order, gathered into runs.
 * A track of a skipped type (page numbers, footnotes, …) is left out. A clip without an end plays to its file's end, as EPUB wants it;
 * an end beyond the file's is corrected by the media element.
 * @param skipped epub:type values that are not spoken
 */
export function buildTimeline(tracks: readonly Track[], skipped: ReadonlySet<string> = new Set()): Timeline {
  const clips: Clip[] = [];
  const runs: Run[] = [];
  const spoken = tracks.filter((track) => !track.types.some((type) => skipped.has(type)));
  for (const track of spoken) {
    const clip: Clip = {
      index: clips.length,
      run: runs.length,
      track,
      begin: track.audio?.clipBegin ?? 0,
      end: track.audio ? (track.audio.clipEnd ?? Number.POSITIVE_INFINITY) : 0,
    };
    const before = clips.at(-1);
    const run = runs.at(-1);
    if (before && run && continues(before, clip)) {
      clip.run = before.run;
      run.last = clip.index;
      run.end = clip.end;
    } else {
      runs.push({
        audio: track.audio?.url ?? null,
        first: clip.index,
        last: clip.index,
        begin: clip.begin,
        end: clip.end,
      });
    }
    clips.push(clip);
  }
  return { clips, runs };
}

/** Whether the sound may simply go on from one clip into the other: same file, and no jump that would be heard or needed. */
export function continues(
  before: Pick<Clip, "track" | "begin" | "end">,
  after: Pick<Clip, "track" | "begin" | "end">,
): boolean {
  const from = before.track.audio;
  const to = after.track.audio;
  if (!from || !to || from.url !== to.url || after.begin <= before.begin) return false;
  const silence = after.begin - before.end;
  return silence >= -rounding && silence <= bridgedSilence;
}

/**
 * The clip of a run that sounds at a time of the media clock: the last one that has begun. Before the run's begin it is the first.
 * Binary search, since it runs on every frame.
 */
export function clipAt(timeline: Timeline, run: Run, seconds: number): Clip | null {
  let low = run.first;
  let high = run.last;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const clip = timeline.clips[middle];
    if (clip && clip.begin <= seconds) low = middle;
    else high = middle - 1;
  }
  return timeline.clips[low] ?? null;
}

/** The first clip that speaks an element's words; null where none does. docs/product/reader.md#entities: srcFile and srcFragmentId. */
export function clipOfText(timeline: Timeline, file: string, ids: readonly string[]): Clip | null {
  for (const id of ids) {
    const found = timeline.clips.find(({ track }) => track.text.srcFile === file && track.text.srcFragmentId === id);
    if (found) return found;
  }
  return null;
}

/** The first clip after the table, list or the like that holds this one; null where it is in none or nothing follows. */
export function clipAfterEscape(timeline: Timeline, index: number): Clip | null {
  const inside = timeline.clips[index]?.track.escapable ?? null;
  if (inside === null) return null;
  return timeline.clips.find((clip) => clip.index > index && clip.track.escapable !== inside) ?? null;
}
