import type { Clip, Timeline } from "./timeline";

/** Where somebody comes to who goes back or forward in what is read. docs/product/reader.md#comfort. */

/**
 * Index of the clip that the sentence beside this one begins with; null where the document holds none.
 * @param sentenceOf names a clip's sentence: in a book that is timed by words, many clips have the same
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
 * The clip, and the second of its sound file, that is heard so many seconds later or earlier.
 * @param at seconds of the clip's sound file
 * @param lengthOf seconds of a sound file, for clips that go to its end; null where it is not known
 * @returns null beyond the document's end; its beginning where it holds less before
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
