/** Keeps a sign video in step with the voice. At most 40 ms apart: docs/performance.md#reader. */

/** Farther apart than this, and the video jumps. Seconds. */
const jumpFrom = 0.35;
/** Nearer than this is together. */
const tolerance = 0.02;

export type VideoStep = { kind: "seek"; to: number } | { kind: "rate"; rate: number };

/**
 * What the video does now: jump, or run a little faster or slower until it is in step, which nobody sees.
 * @param voice seconds of the voice, `rate` its speed
 */
export function stepVideo(voice: { seconds: number; rate: number }, videoSeconds: number): VideoStep {
  const behind = voice.seconds - videoSeconds;
  if (Math.abs(behind) > jumpFrom) return { kind: "seek", to: voice.seconds };
  if (Math.abs(behind) < tolerance) return { kind: "rate", rate: voice.rate };
  const correction = Math.min(0.25, Math.max(-0.25, behind * 2));
  return { kind: "rate", rate: voice.rate * (1 + correction) };
}
