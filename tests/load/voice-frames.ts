/** One animation frame while a book is read aloud, with what it paints. */
export type VoiceFrame = {
  /** Milliseconds of the page's clock. */
  now: number;
  /** Documents on screen, by their path in the book. */
  shown: string[];
  /** The sound that plays: name of its file without ending, and its clock in seconds; null where none does. */
  sound: { name: string; time: number } | null;
};

/** How a part of the book begins. */
export type PartBegin = { document: string; sound: string; begin: number };

/**
 * Milliseconds from when a part's first clip begins to sound until its page is on screen; negative where the page came first.
 * Where the clip begins is reckoned from the media clock of the first frame that sounds it.
 * @returns null where the part was not come to
 */
export function pageDelay(frames: readonly VoiceFrame[], part: PartBegin, rate = 1): number | null {
  const shown = frames.find((frame) => frame.shown.includes(part.document));
  const sounding = frames.find((frame) => frame.sound?.name === part.sound && frame.sound.time >= part.begin);
  if (!shown || !sounding?.sound) return null;
  return shown.now - (sounding.now - ((sounding.sound.time - part.begin) * 1000) / rate);
}

/**
 * Milliseconds of silence where one sound file ends and the next begins.
 * @param end seconds at which the first one's last clip ends
 */
export function fileGap(frames: readonly VoiceFrame[], first: string, end: number, second: string): number | null {
  const last = frames.findLast((frame) => frame.sound?.name === first && frame.sound.time <= end);
  const next = frames.find((frame) => frame.sound?.name === second && frame.sound.time > 0);
  if (!last?.sound || !next?.sound) return null;
  const ended = last.now + (end - last.sound.time) * 1000;
  return Math.max(0, next.now - next.sound.time * 1000 - ended);
}

/** Something that can silence a media element while it plays on: it was paused, sought in, or had nothing to play. */
export type Interruption = { now: number; sound: string; time: number };

/**
 * The longest silence between the clips of one sound file, in ms: how far its clock fell behind the page's where the element was
 * interrupted. One that plays on without being touched has no gap, whatever its clock and the page's drift apart meanwhile.
 * A clock that is behind for one frame and right in the next was only told late.
 * @param from seconds into the file; a clock that is set going stands for a moment, which is no gap between clips
 */
export function longestHold(
  frames: readonly VoiceFrame[],
  interruptions: readonly Interruption[],
  sound: string,
  from: number,
): number {
  const own = frames.filter((frame) => frame.sound?.name === sound && frame.sound.time >= from);
  const last = own.at(-1);
  if (!last) return Number.NaN;
  const behind = own.map((frame) => frame.now - (frame.sound?.time ?? 0) * 1000);
  const holds = interruptions
    .filter((one) => one.sound === sound && one.time >= from && one.now <= last.now)
    .map(({ now }) => {
      const after = own.findIndex((frame) => frame.now > now);
      return after <= 0 ? 0 : Math.min(...behind.slice(after)) - Math.min(...behind.slice(0, after));
    });
  return Math.max(0, ...holds);
}
