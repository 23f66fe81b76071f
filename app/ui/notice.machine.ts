/**
 * One notice at a time: a new one replaces the old; it leaves after its time, which stands still while somebody points at it or
 * has the focus in it. Spec 1, section 4.
 */

export type NoticeState =
  | { kind: "none" }
  /** `left` ms are to go, counted from `since`. */
  | { kind: "running"; id: number; left: number; since: number }
  | { kind: "held"; id: number; left: number };

export type NoticeEvent =
  | { type: "show"; id: number; duration: number; now: number }
  | { type: "hold"; now: number }
  | { type: "release"; now: number }
  | { type: "timeUp"; id: number }
  | { type: "dismiss" };

export type NoticeEffect = { type: "startTimer"; id: number; after: number } | { type: "stopTimer" };

export type NoticeStep = { state: NoticeState; effects: NoticeEffect[] };

/** How long a notice stays, in ms. Spec 1, section 9. */
export const noticeDuration = 4000;
/** The same in the older style, inside the reader. */
export const olderNoticeDuration = 5000;

export function transition(state: NoticeState, event: NoticeEvent): NoticeStep {
  const stay: NoticeStep = { state, effects: [] };
  switch (event.type) {
    case "show":
      return {
        state: { kind: "running", id: event.id, left: event.duration, since: event.now },
        effects: [{ type: "stopTimer" }, { type: "startTimer", id: event.id, after: event.duration }],
      };
    case "hold": {
      if (state.kind !== "running") return stay;
      const left = Math.max(0, state.left - (event.now - state.since));
      return { state: { kind: "held", id: state.id, left }, effects: [{ type: "stopTimer" }] };
    }
    case "release":
      if (state.kind !== "held") return stay;
      return {
        state: { kind: "running", id: state.id, left: state.left, since: event.now },
        effects: [{ type: "startTimer", id: state.id, after: state.left }],
      };
    case "timeUp":
      // A timer that was stopped too late must not take away the notice that came after.
      if (state.kind !== "running" || state.id !== event.id) return stay;
      return { state: { kind: "none" }, effects: [] };
    case "dismiss":
      if (state.kind === "none") return stay;
      return { state: { kind: "none" }, effects: [{ type: "stopTimer" }] };
  }
}
