/**
 * State machine of notices: a new one replaces the current one; it disappears after its duration, which is paused while it is hovered or
 * focused. docs/product/shell.md#states.
 */

/** Reason a notice is paused: hover or focus. It resumes when neither applies. */
type NoticeHolder = "pointer" | "focus";

export type NoticeState =
  | { kind: "none" }
  /** `left` is the remaining time in ms at `since`. */
  | { kind: "running"; id: number; left: number; since: number }
  | { kind: "held"; id: number; left: number; by: readonly NoticeHolder[] };

export type NoticeEvent =
  | { type: "show"; id: number; duration: number; now: number }
  | { type: "hold"; by: NoticeHolder; now: number }
  | { type: "release"; by: NoticeHolder; now: number }
  | { type: "timeUp"; id: number }
  | { type: "dismiss" };

type NoticeEffect = { type: "startTimer"; id: number; after: number } | { type: "stopTimer" };

type NoticeStep = { state: NoticeState; effects: NoticeEffect[] };

/** Default duration of a notice in ms. docs/product/shell.md#limits. */
export const noticeDuration = 4000;
/** Default duration in ms in the reader, which uses the older style. */
export const olderNoticeDuration = 5000;

export function transition(state: NoticeState, event: NoticeEvent): NoticeStep {
  const stay: NoticeStep = { state, effects: [] };
  switch (event.type) {
    case "show":
      // The new notice replaces the current one at the same position, so it is paused by the same pointer or focus.
      if (state.kind === "held") {
        return { state: { kind: "held", id: event.id, left: event.duration, by: state.by }, effects: [] };
      }
      return {
        state: { kind: "running", id: event.id, left: event.duration, since: event.now },
        effects: [{ type: "stopTimer" }, { type: "startTimer", id: event.id, after: event.duration }],
      };
    case "hold": {
      if (state.kind === "held")
        return { state: { ...state, by: [...without(state.by, event.by), event.by] }, effects: [] };
      if (state.kind !== "running") return stay;
      const left = Math.max(0, state.left - (event.now - state.since));
      return { state: { kind: "held", id: state.id, left, by: [event.by] }, effects: [{ type: "stopTimer" }] };
    }
    case "release": {
      if (state.kind !== "held") return stay;
      const by = without(state.by, event.by);
      if (by.length > 0) return { state: { ...state, by }, effects: [] };
      return {
        state: { kind: "running", id: state.id, left: state.left, since: event.now },
        effects: [{ type: "startTimer", id: state.id, after: state.left }],
      };
    }
    case "timeUp":
      // A timer that fires late must not remove a newer notice.
      if (state.kind !== "running" || state.id !== event.id) return stay;
      return { state: { kind: "none" }, effects: [] };
    case "dismiss":
      if (state.kind === "none") return stay;
      return { state: { kind: "none" }, effects: [{ type: "stopTimer" }] };
  }
}

function without(holders: readonly NoticeHolder[], gone: NoticeHolder): NoticeHolder[] {
  return holders.filter((holder) => holder !== gone);
}
