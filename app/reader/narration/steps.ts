import type { Clip, Timeline } from "./timeline";

/** Targets of skipping back and forward in the narration. docs/product/reader.md#comfort. */

/**
 * Index of the first clip of the previous or next sentence; null if the document has none.
 * @param sentenceOf identifies a clip's sentence: in a book timed by words, many clips share one
 */
export function sentenceBeside(
  { clips }: Timeline,
  index: number,
  direction: 1 | -1,
  sentenceOf: (clip: Clip) => unknown,
): number | null {
  const names = clips.map(sentenceOf);
  const beginningOf = (at: number) => {
    let first = at;
    while (first > 0 && names[first - 1] === names[at]) first -= 1;
    return first;
  };
  if (direction === -1) {
    const own = beginningOf(index);
    return own > 0 ? beginningOf(own - 1) : null;
  }
  const next = names.findIndex((name, at) => at > index && name !== names[index]);
  return next < 0 ? null : next;
}

/**
 * The clip and the time in its audio file after skipping a number of seconds.
 * @param at seconds in the clip's audio file
 * @param by seconds; negative skips back
 * @param lengthOf seconds of an audio file, for clips without an end; null if not known
 * @returns null beyond the document's end; its start if that is nearer than the skip
 */
export function clipAfter(
  { clips }: Timeline,
  clip: Clip,
  at: number,
  by: number,
  lengthOf: (href: string) => number | null,
): { clip: Clip; at: number } | null {
  let now = clip;
  let left = at - clip.begin + by;
  while (left < 0) {
    const before = clips[now.index - 1];
    if (!before) return { clip: now, at: now.begin };
    now = before;
    left += durationOf(now, lengthOf);
  }
  while (left >= durationOf(now, lengthOf)) {
    const next = clips[now.index + 1];
    if (!next) return null;
    left -= durationOf(now, lengthOf);
    now = next;
  }
  return { clip: now, at: now.begin + left };
}

function durationOf({ begin, end, track }: Clip, lengthOf: (href: string) => number | null): number {
  const until = Number.isFinite(end) ? end : track.audio && lengthOf(track.audio.url);
  return Math.max(0, (until ?? begin) - begin);
}
