/** Pure state machine of the panel that shows submissions beside the book. docs/product/reader.md#screens (Submissions panel). */

export type PanelState = {
  /** `available`: there are submissions, and the panel was not opened yet. */
  frame: "available" | "open" | "closed";
  /** Id of the displayed submission; null: the list. */
  activeId: string | null;
  /** Whether the book is narrowed to make room. */
  isBookNarrow: boolean;
};

export type PanelEvent =
  | { type: "toggled" }
  | { type: "opened"; id: string | null }
  | { type: "closed" }
  | { type: "back" }
  /** `resizeDelay` has passed. */
  | { type: "settled" };

type PanelEffect = { type: "settle-after"; milliseconds: number };
type PanelTransition = { state: PanelState; effects: PanelEffect[] };

/** Milliseconds before the book's layout is recomputed. */
const resizeDelay = 500;

export const initialPanel: PanelState = { frame: "available", activeId: null, isBookNarrow: false };

export function panelTransition(state: PanelState, event: PanelEvent): PanelTransition {
  const settling: PanelEffect[] = [{ type: "settle-after", milliseconds: resizeDelay }];
  switch (event.type) {
    case "toggled":
      return panelTransition(
        state,
        state.frame === "open" ? { type: "closed" } : { type: "opened", id: state.activeId },
      );
    case "opened":
      return {
        state: { ...state, frame: "open", activeId: event.id },
        effects: state.frame === "open" ? [] : settling,
      };
    case "closed":
      return state.frame === "open"
        ? { state: { ...state, frame: "closed" }, effects: settling }
        : { state, effects: [] };
    case "back":
      return { state: { ...state, activeId: null }, effects: [] };
    case "settled":
      return { state: { ...state, isBookNarrow: state.frame === "open" }, effects: [] };
  }
}

/** Fraction of the width for the book beside the panel, by the width of the window in CSS px. docs/product/choices.md#books. */
export function bookShare(width: number): number {
  if (width < 600) return 0.5;
  return width < 960 ? 0.6 : 0.7;
}
