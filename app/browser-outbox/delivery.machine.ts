/**
 * Pure state machine that decides when a queue is sent: at once when enough is queued, else after a pause that grows
 * with each failure. docs/product/control-panel.md#limits (event batching).
 */

export type DeliveryRules = {
  /** Number of queued entries at which they are sent without waiting. */
  threshold: number;
  /** Milliseconds before fewer entries are sent, times max(1, failures in a row up to `maxFailures`). */
  pause: number;
  maxFailures: number;
  /** Maximum number of entries per call. */
  batch: number;
};

/** Rules of the activity stream. */
export const eventRules: DeliveryRules = { threshold: 25, pause: 10_000, maxFailures: 10, batch: 100 };

export type DeliveryState =
  | { phase: "idle" }
  /** Entries are queued and waiting for the timer. `failures`: failed calls in a row. */
  | { phase: "waiting"; failures: number }
  /** `isPressed`: a flush was requested after this call began. */
  | { phase: "sending"; failures: number; isPressed: boolean }
  /** The owner's session has ended: nothing is sent until they sign in again. */
  | { phase: "halted" };

export type DeliveryEvent =
  /** The queue contains `queued` entries. */
  | { type: "queued"; queued: number }
  /** The timer has expired. */
  | { type: "due" }
  /** Flush: the page is being left, or the network is available again. */
  | { type: "pressed" }
  /** A batch was accepted, or refused for good; `queued` entries remain. */
  | { type: "settled"; queued: number }
  /** A call failed, but may succeed later. */
  | { type: "failed" }
  /** Another tab is sending this queue. */
  | { type: "busy" }
  | { type: "signed-out" }
  /** The owner is signed in (again). */
  | { type: "signed-in"; queued: number };

export type DeliveryEffect =
  | { type: "send"; most: number }
  | { type: "wait"; milliseconds: number }
  | { type: "cancel" };

export type DeliveryStep = { state: DeliveryState; effects: DeliveryEffect[] };

export const initialDelivery: DeliveryState = { phase: "idle" };

export function deliver(state: DeliveryState, event: DeliveryEvent, rules: DeliveryRules): DeliveryStep {
  const unchanged: DeliveryStep = { state, effects: [] };
  switch (event.type) {
    case "queued":
      if (state.phase === "idle") return afterQueueing(event.queued, rules);
      // After a failure the pause applies, regardless of the queue's length.
      if (state.phase === "waiting" && state.failures === 0 && event.queued >= rules.threshold) return send(0, rules);
      return unchanged;
    case "due":
      return state.phase === "waiting" ? send(state.failures, rules) : unchanged;
    case "pressed":
      if (state.phase === "waiting") return send(state.failures, rules);
      if (state.phase === "sending") return { state: { ...state, isPressed: true }, effects: [] };
      return unchanged;
    case "settled":
      if (state.phase !== "sending") return unchanged;
      if (event.queued > 0 && state.isPressed) return send(0, rules, true);
      return afterQueueing(event.queued, rules);
    case "failed":
      return state.phase === "sending" ? wait(state.failures + 1, rules) : unchanged;
    case "busy":
      return state.phase === "sending" ? wait(state.failures, rules) : unchanged;
    case "signed-out":
      return { state: { phase: "halted" }, effects: [{ type: "cancel" }] };
    case "signed-in":
      return state.phase === "halted" ? afterQueueing(event.queued, rules) : unchanged;
  }
}

function afterQueueing(queued: number, rules: DeliveryRules): DeliveryStep {
  if (queued === 0) return { state: { phase: "idle" }, effects: [] };
  return queued >= rules.threshold ? send(0, rules) : wait(0, rules);
}

function send(failures: number, { batch }: DeliveryRules, isPressed = false): DeliveryStep {
  return {
    state: { phase: "sending", failures, isPressed },
    effects: [{ type: "cancel" }, { type: "send", most: batch }],
  };
}

function wait(failures: number, { pause, maxFailures }: DeliveryRules): DeliveryStep {
  const milliseconds = pause * Math.max(1, Math.min(failures, maxFailures));
  return { state: { phase: "waiting", failures }, effects: [{ type: "wait", milliseconds }] };
}
