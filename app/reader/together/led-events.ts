import type { WhyEnded } from "~/reader/controller/in-class";
import type { LedPlace } from "~/services/contracts/led-readings";

/** The events of the stream; `type` is the event's name, the rest its data. */
export type LedEvent = { type: "turn"; place: LedPlace } | { type: "ended"; why: WhyEnded };
