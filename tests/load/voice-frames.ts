/** One animation frame while a book is read aloud. */
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
 * Where the clip begins is reckoned from the media clock of the frames around, at the ordinary rate.
 * @returns null where the part was not come to
 */
export function pageDelay(frames: readonly VoiceFrame[], part: PartBegin): number | null {
  const shown = frames.find((frame) => frame.shown.includes(part.document));
  const sounding = frames.find((frame) => frame.sound?.name === part.sound && frame.sound.time >= part.begin);
  if (!shown || !sounding?.sound) return null;
  return shown.now - (sounding.now - (sounding.sound.time - part.begin) * 1000);
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

/**
 * The longest that a sound's clock lagged behind the page's while it ran on over its clips, in ms: what one would hear as a gap.
 * A clock that is behind for one frame and right in the next was only told late.
 */
export function longestHold(frames: readonly VoiceFrame[], sound: string): number {
  const own = frames.filter((frame) => frame.sound?.name === sound);
  const behind = own.map((frame) => frame.now - (frame.sound?.time ?? 0) * 1000);
  const held = behind.map((_, index) => Math.min(...behind.slice(index)));
  return held.length === 0 ? Number.NaN : Math.max(...held) - Math.min(...held);
}
