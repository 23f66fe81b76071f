import type { LedPlace } from "~/services/contracts/led-readings";

/** Why a pupil's screen is no longer led: the teacher has stopped, the 45 minutes are over, or the session has ended. */
export const whyEnded = ["leader", "time", "signed_out"] as const;
export type WhyEnded = (typeof whyEnded)[number];

/** The events of the stream; `type` is the event's name, the rest its data. */
export type LedEvent = { type: "turn"; place: LedPlace } | { type: "ended"; why: WhyEnded };
