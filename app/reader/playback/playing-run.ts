import type { Run, Timeline } from "~/reader/narration/timeline";

/** The run that is playing, and the tolerances of media times. */

export type PlayingRun = { timeline: Timeline; run: Run };

/** Seconds around the new page's first clip within which the audio continues without a seek. */
export const continuesFrom = -0.3;
export const continuesTo = 1.5;
/** Seconds between the media clock reaching a clip and its page being shown, because of the clock's inaccuracy. */
export const clockTolerance = 0.003;
/** Seconds before the end of a clip that count as its end. */
export const endTolerance = 0.05;
/** Seconds. A clock further than this before the next page's first clip was seeked back. */
export const seekBackTolerance = 0.15;
