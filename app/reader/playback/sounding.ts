import type { Run, Timeline } from "~/reader/narration/timeline";

/** What sounds, and how exactly clocks of sound are taken at their word. */

export type Sounding = { timeline: Timeline; run: Run };

/**
 * What sounds while a page is on its way: nothing of either page; the old page's last sentence, which is heard to its end
 * (turnPageAt); or the new page's first one already.
 */
export type Carried = "nothing" | "last" | "first";

/** Sound that ran over a page turn goes on without a seek when it is this near the new page's first clip. Seconds. */
export const carriedFrom = -0.3;
export const carriedTo = 1.5;
/** Seconds after the media clock reaches a clip until its page is shown, since the clock is that inaccurate. */
export const behind = 0.003;
/** A clip is near its end so many seconds before it. */
export const nearEnd = 0.05;
/** A clock that is so many seconds before the next page again was sent back. */
export const sentBack = 0.15;
