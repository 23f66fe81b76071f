import type { Clip, Timeline } from "./timeline";

/**
 * How long a document has been read when the voice is at a time of one of its clips: what a video of that document shows then. A document
 * may have a sound file for each sentence, and share the screen with others that are read before it.
 * @param now seconds in the clip's sound file
 * @param lengthOf seconds of a sound file, for clips that go to its end; null where it is not known
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
  let passed = 0;
  for (const next of own.slice(1)) {
    if (next.track.audio?.url !== before.track.audio?.url || next.begin < before.begin) {
      passed += endOf(before, lengthOf) - from.begin;
      from = next;
    }
    before = next;
  }
  return passed + Math.max(0, now - from.begin);
}

function endOf({ end, begin, track }: Clip, lengthOf: (href: string) => number | null): number {
  if (Number.isFinite(end)) return end;
  return (track.audio && lengthOf(track.audio.url)) ?? begin;
}
