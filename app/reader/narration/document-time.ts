import type { Clip, Timeline } from "./timeline";

/**
 * Time since the start of a document's narration, at a time in one of its clips: the position of that document's video.
 * A document may have an audio file for each sentence, and share the spread with documents that are read before it.
 * @param now seconds in the clip's audio file
 * @param lengthOf seconds of an audio file, for clips without an end; null if not known
 */
export function secondsInDocument(
  { clips }: Timeline,
  clip: Clip,
  now: number,
  lengthOf: (href: string) => number | null,
): number {
  const own = clips.filter(({ index, track }) => index <= clip.index && track.text.srcFile === clip.track.text.srcFile);
  let from = own[0] ?? clip;
  let before = from;
  let elapsed = 0;
  for (const next of own.slice(1)) {
    if (next.track.audio?.url !== before.track.audio?.url || next.begin < before.begin) {
      elapsed += endOf(before, lengthOf) - from.begin;
      from = next;
    }
    before = next;
  }
  return elapsed + Math.max(0, now - from.begin);
}

function endOf({ end, begin, track }: Clip, lengthOf: (href: string) => number | null): number {
  if (Number.isFinite(end)) return end;
  return (track.audio && lengthOf(track.audio.url)) ?? begin;
}
