import { expect, it } from "vitest";
import { createManyKnown } from "./list-counts";

it("a list of more than are counted is known for ten minutes, and no other", () => {
  let now = 0;
  const known = createManyKnown({ now: () => now });
  expect(known.has("all")).toBe(false);
  known.note("all");
  now = 599_999;
  expect(known.has("all")).toBe(true);
  expect(known.has("others")).toBe(false);
  now = 600_000;
  expect(known.has("all")).toBe(false);
});

it("the oldest is forgotten first", () => {
  const known = createManyKnown({ size: 2 });
  for (const key of ["one", "two", "three"]) known.note(key);
  expect(["one", "two", "three"].map(known.has)).toEqual([false, true, true]);
});
