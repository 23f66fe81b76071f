/**
 * One notice at a time: a new one replaces the old; it leaves after its time, which stands still while somebody points at it or
 * has the focus in it. docs/product/shell.md#states.
 */

/** What keeps a notice: the pointer over it, the focus in it. Its time goes on when neither does. */
export type NoticeHolder = "pointer" | "focus";

export type NoticeState =
  | { kind: "none" }
  /** `left` ms are to go, counted from `since`. */
  | { kind: "running"; id: number; left: number; since: number }
  | { kind: "held"; id: number; left: number; by: readonly NoticeHolder[] };

export type NoticeEvent =
  | { type: "show"; id: number; duration: number; now: number }
  | { type: "hold"; by: NoticeHolder; now: number }
  | { type: "release"; by: NoticeHolder; now: number }
  | { type: "timeUp"; id: number }
  | { type: "dismiss" };

export type NoticeEffect = { type: "startTimer"; id: number; after: number } | { type: "stopTimer" };

export type NoticeStep = { state: NoticeState; effects: NoticeEffect[] };

/** How long a notice stays, in ms. docs/product/shell.md#limits. */
export const noticeDuration = 4000;
/** The same in the older style, inside the reader. */
export const olderNoticeDuration = 5000;

export function transition(state: NoticeState, event: NoticeEvent): NoticeStep {
  const stay: NoticeStep = { state, effects: [] };
  switch (event.type) {
    case "show":
      // It comes where the one before stood, under the same pointer.
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
      // A timer that was stopped too late must not take away the notice that came after.
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
