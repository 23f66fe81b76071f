import { expect, test } from "vitest";
import type { BookPlace } from "~/reader/book/place";
import { JumpHistory } from "./jump-history";

const at = (item: number): BookPlace => ({ item, at: { kind: "start" } });

test("jumps are undone in turn, the last one first", () => {
  const history = new JumpHistory();
  expect([history.canReturn, history.takeLast()]).toEqual([false, null]);
  history.jumped(at(1), "link");
  history.jumped(at(5), "link");
  expect([history.takeLast(), history.takeLast(), history.canReturn]).toEqual([at(5), at(1), false]);
});

test("one movement of the slider is one jump, and after reading on there a new one", () => {
  const history = new JumpHistory();
  for (const item of [1, 4, 9]) history.jumped(at(item), "slider");
  history.turned();
  history.jumped(at(10), "slider");
  expect([history.takeLast(), history.takeLast(), history.takeLast()]).toEqual([at(10), at(1), null]);
});

test("three page turns forget the jumps before", () => {
  const history = new JumpHistory();
  history.jumped(at(1), "link");
  for (let turn = 0; turn < 3; turn += 1) history.turned();
  expect(history.canReturn).toBe(false);
});

test("given more than twenty jumps, then the oldest are forgotten", () => {
  const history = new JumpHistory();
  for (let item = 0; item < 25; item += 1) history.jumped(at(item), "link");
  const taken = Array.from({ length: 25 }, () => history.takeLast()?.item ?? null);
  expect([taken[0], taken[19], taken[20]]).toEqual([24, 5, null]);
});
