import { expect, test } from "vitest";
import { bookShare, type PanelEvent, type PanelState, panelTransition } from "./submission-panel.machine";

const at = (frame: PanelState["frame"], activeId: string | null = null, isBookNarrow = false): PanelState => ({
  ...{ frame, activeId, isBookNarrow },
});
const waits = 500;

test.each<[PanelState, PanelEvent, PanelState, number | null]>([
  [at("available"), { type: "toggled" }, at("open"), waits],
  [at("available"), { type: "opened", id: "a" }, at("open", "a"), waits],
  [at("available"), { type: "closed" }, at("available"), null],
  [at("available"), { type: "back" }, at("available"), null],
  [at("available"), { type: "settled" }, at("available"), null],
  [at("open", "a", true), { type: "toggled" }, at("closed", "a", true), waits],
  [at("open", null, true), { type: "opened", id: "a" }, at("open", "a", true), null],
  [at("open", "a", true), { type: "closed" }, at("closed", "a", true), waits],
  [at("open", "a", true), { type: "back" }, at("open", null, true), null],
  [at("open", "a"), { type: "settled" }, at("open", "a", true), null],
  [at("closed", "a"), { type: "toggled" }, at("open", "a"), waits],
  [at("closed", "a"), { type: "opened", id: null }, at("open"), waits],
  [at("closed", "a"), { type: "closed" }, at("closed", "a"), null],
  [at("closed", "a"), { type: "back" }, at("closed"), null],
  [at("closed", "a", true), { type: "settled" }, at("closed", "a"), null],
])("given %j, then %j leads to %j", (before, event, after, milliseconds) => {
  const { state, effects } = panelTransition(before, event);
  expect(state).toEqual(after);
  expect(effects).toEqual(milliseconds === null ? [] : [{ type: "settle-after", milliseconds }]);
});

test.each([
  [390, 0.5],
  [599, 0.5],
  [600, 0.6],
  [959, 0.6],
  [960, 0.7],
  [1440, 0.7],
])("in a window of %i px the share of the book is %f", (width, share) => {
  expect(bookShare(width)).toBe(share);
});
