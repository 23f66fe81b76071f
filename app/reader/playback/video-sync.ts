/** Synchronises a sign video with the audio, at most 40 ms apart: docs/performance.md#reader. */

/** Seconds. A larger difference is corrected by a seek. */
const jumpFrom = 0.35;
/** Seconds. A smaller difference counts as synchronised. */
const tolerance = 0.02;

type VideoStep = { kind: "seek"; to: number } | { kind: "rate"; rate: number };

/**
 * Correction of the video: a seek, or a slightly different rate until it is synchronised, which is not noticeable.
 * @param voice audio time in seconds, and its playback rate
 */
export function stepVideo(voice: { seconds: number; rate: number }, videoSeconds: number): VideoStep {
  const behind = voice.seconds - videoSeconds;
  if (Math.abs(behind) > jumpFrom) return { kind: "seek", to: voice.seconds };
  if (Math.abs(behind) < tolerance) return { kind: "rate", rate: voice.rate };
  const correction = Math.min(0.25, Math.max(-0.25, behind * 2));
  return { kind: "rate", rate: voice.rate * (1 + correction) };
}
