/** One animation frame during playback, with what it paints. */
export type VoiceFrame = {
  /** Milliseconds of the page's clock. */
  now: number;
  /** Documents on screen, by their path in the book. */
  shown: string[];
  /** The audio being played: name of its file without extension, and media time in seconds; null if none. */
  sound: { name: string; time: number } | null;
};

/** The begin of a part of the book. */
export type PartBegin = { document: string; sound: string; begin: number };

/**
 * Milliseconds from the audible begin of a part's first clip until its page is on screen; negative if the page came
 * first. The begin is calculated from the media clock of the first frame that plays the clip.
 * @returns null if the part was not reached
 */
export function pageDelay(frames: readonly VoiceFrame[], part: PartBegin, rate = 1): number | null {
  const pageFrame = frames.find((frame) => frame.shown.includes(part.document));
  const sounding = frames.find((frame) => frame.sound?.name === part.sound && frame.sound.time >= part.begin);
  if (!pageFrame || !sounding?.sound) return null;
  return pageFrame.now - (sounding.now - ((sounding.sound.time - part.begin) * 1000) / rate);
}

/**
 * Milliseconds of silence between one audio file's end and the next one's begin.
 * @param end seconds at which the first one's last clip ends
 */
export function fileGap(frames: readonly VoiceFrame[], first: string, end: number, second: string): number | null {
  const last = frames.findLast((frame) => frame.sound?.name === first && frame.sound.time <= end);
  const next = frames.find((frame) => frame.sound?.name === second && frame.sound.time > 0);
  if (!last?.sound || !next?.sound) return null;
  const ended = last.now + (end - last.sound.time) * 1000;
  return Math.max(0, next.now - next.sound.time * 1000 - ended);
}

/** An event that can silence a playing media element: a pause, a seek, or missing data. */
export type Interruption = { now: number; sound: string; time: number };

/**
 * The longest silence between the clips of one audio file, in ms: how far its clock fell behind the page's at an
 * interruption of the element. Without an interruption there is no gap, however far the clocks drift apart. A clock
 * that is behind for only one frame was merely reported late.
 * @param from seconds into the file; a clock stands still for a moment after starting, which is no gap between clips
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
