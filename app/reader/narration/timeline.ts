import type { Track } from "./track";

/** A section of an audio file with the text it speaks, by its order in the document. */
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

/** Clips that one audio file plays without a jump; or a single clip without audio, for speech synthesis. */
export type Run = {
  /** Relative to the book's folder; null for speech synthesis. */
  audio: string | null;
  first: number;
  last: number;
  begin: number;
  end: number;
};

export type Timeline = { clips: Clip[]; runs: Run[] };

/** Seconds. A silence up to this length is played, since a jump would be audible. */
const bridgedSilence = 0.25;
/** Seconds. Clips that overlap by less are adjacent; producers round differently. */
const rounding = 0.02;

export const emptyTimeline: Timeline = { clips: [], runs: [] };

/**
 * Arranges tracks for playback: clips in order, grouped into runs. Tracks of a skipped type (page numbers, footnotes,
 * …) are left out. A clip without an end plays to its file's end, as EPUB specifies; an end beyond the file's is
 * corrected by the media element.
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

/**
 * The clip to start with at a document's start: the clips before its first one with an element on the page belong to
 * the document too, but name no element.
 * @param first index of the first clip with an element on the document's first page
 * @param hasElement whether a clip's text is in the document
 */
export function startOfDocument({ clips }: Timeline, first: number, hasElement: (clip: Clip) => boolean): number {
  const document = clips[first]?.track.text.srcFile;
  let start = first;
  for (let clip = clips[start - 1]; clip && clip.track.text.srcFile === document && !hasElement(clip); ) {
    start -= 1;
    clip = clips[start - 1];
  }
  return start;
}

/** Whether playback can continue from one clip into the next without seeking: same file, and no gap that would be audible. */
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
 * The clip of a run at a media time: the last one that has begun, or the first one before the run's begin. Binary
 * search, since it runs on every frame.
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

/** The first clip of a text element; null if there is none. docs/product/reader.md#entities: srcFile and srcFragmentId. */
export function clipOfText(timeline: Timeline, file: string, ids: readonly string[]): Clip | null {
  for (const id of ids) {
    const clip = timeline.clips.find(({ track }) => track.text.srcFile === file && track.text.srcFragmentId === id);
    if (clip) return clip;
  }
  return null;
}

/** The first clip after the table, list or similar that contains this clip; null if it is in none or nothing follows. */
export function clipAfterEscape(timeline: Timeline, index: number): Clip | null {
  const inside = timeline.clips[index]?.track.escapable ?? null;
  if (inside === null) return null;
  return timeline.clips.find((clip) => clip.index > index && clip.track.escapable !== inside) ?? null;
}
