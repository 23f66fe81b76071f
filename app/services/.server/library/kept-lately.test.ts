import { expect, test } from "vitest";
import { keptLately } from "./kept-lately";

const weighed = () => keptLately<{ weight: number }>(10, ({ weight }) => weight);

test("what was used longest ago goes first when there is too much", () => {
  const kept = weighed();
  for (const key of ["a", "b", "c"]) kept.keep(key, { weight: 4 });
  expect(["a", "b", "c"].map((key) => kept.get(key) !== undefined)).toEqual([false, true, true]);
  kept.get("b");
  kept.keep("d", { weight: 4 });
  expect(["b", "c", "d"].map((key) => kept.get(key) !== undefined)).toEqual([true, false, true]);
});

test("one that is put in its own place counts once", () => {
  const kept = weighed();
  kept.keep("a", { weight: 5 });
  for (let time = 0; time < 5; time += 1) kept.keep("b", { weight: 5 });
  expect(kept.get("a")).toEqual({ weight: 5 });
});

test("the last one stays, however heavy it is", () => {
  const kept = weighed();
  kept.keep("a", { weight: 1 });
  kept.keep("b", { weight: 99 });
  expect([kept.get("a"), kept.get("b")]).toEqual([undefined, { weight: 99 }]);
});
