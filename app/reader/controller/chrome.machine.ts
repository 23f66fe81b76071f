/** Pure state machine of the bars and the panels they open. docs/product/reader.md#states (Controls visibility, Drawers). */

export type Drawer =
  | "contents"
  | "languages"
  | "bookmarks"
  | "add-bookmark"
  | "settings"
  | "comfort"
  | "search"
  | "together"
  | "help"
  | "volume"
  | "rate";

export type ChromeState = {
  areBarsShown: boolean;
  /** Only one panel is open at a time. */
  drawer: Drawer | null;
  /** Ids of tooltips or focused bars that prevent the bars from hiding. */
  holders: readonly string[];
};

export type ChromeEvent =
  | { type: "started" }
  /** The pointer came near the top or bottom bar, or the page itself was tapped. */
  | { type: "bars-requested" }
  | { type: "page-tapped" }
  /** A finger was pressed or lifted anywhere: restarts the hide timer of visible bars. */
  | { type: "touched" }
  | { type: "time-out" }
  | { type: "window-left" }
  | { type: "drawer-toggled"; drawer: Drawer }
  /** Escape was pressed, or the page received the focus. */
  | { type: "closed" }
  | { type: "held"; by: string }
  | { type: "released"; by: string };

type ChromeEffect = { type: "hide-after"; milliseconds: number } | { type: "keep" };

type ChromeTransition = { state: ChromeState; effects: ChromeEffect[] };

const hideAfter = 2000;
const hideAfterStart = 3000;
export const tooltipAfterLeave = 1000;
export const tooltipAfterKey = 500;
export const focusCheckEvery = 100;

export const initialChrome: ChromeState = { areBarsShown: true, drawer: null, holders: [] };

export function chromeTransition(state: ChromeState, event: ChromeEvent): ChromeTransition {
  switch (event.type) {
    case "started":
      return showBars(state, hideAfterStart);
    case "bars-requested":
      return showBars(state, hideAfter);
    case "touched":
      return state.areBarsShown ? showBars(state, hideAfter) : { state, effects: [] };
    case "page-tapped":
      if (state.drawer) return showBars({ ...state, drawer: null }, hideAfter);
      return state.areBarsShown ? hideBars(state) : showBars(state, hideAfter);
    case "time-out":
    case "window-left":
      return areBarsHeld(state) ? { state, effects: [] } : hideBars(state);
    case "drawer-toggled": {
      const drawer = state.drawer === event.drawer ? null : event.drawer;
      return showBars({ ...state, drawer }, hideAfter);
    }
    case "closed":
      return state.drawer ? showBars({ ...state, drawer: null }, hideAfter) : { state, effects: [] };
    case "held": {
      const holders = [...state.holders.filter((id) => id !== event.by), event.by];
      return { state: { ...state, holders, areBarsShown: true }, effects: [{ type: "keep" }] };
    }
    case "released": {
      if (!state.holders.includes(event.by)) return { state, effects: [] };
      return showBars({ ...state, holders: state.holders.filter((id) => id !== event.by) }, hideAfter);
    }
  }
}

function areBarsHeld(state: ChromeState): boolean {
  return state.drawer !== null || state.holders.length > 0;
}

function showBars(state: ChromeState, milliseconds: number): ChromeTransition {
  const next = { ...state, areBarsShown: true };
  return { state: next, effects: [areBarsHeld(next) ? { type: "keep" } : { type: "hide-after", milliseconds }] };
}

function hideBars(state: ChromeState): ChromeTransition {
  return { state: { ...state, areBarsShown: false, holders: [] }, effects: [{ type: "keep" }] };
}
