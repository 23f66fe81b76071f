import { expect, test } from "vitest";
import { createClassPlaces } from "./class-places";

test("given places in any order, when they are sealed, then each person has their own, each once", () => {
  const places = createClassPlaces();
  places.add("ann", "2A", "student");
  places.add("bob", "2A", "teacher");
  places.add("ann", "2B", "student");
  places.add("ann", "2A", "student");
  expect(places.count()).toBe(4);
  places.seal();
  expect(places.of("ann")).toEqual([
    { sourceId: "2A", role: "student" },
    { sourceId: "2B", role: "student" },
  ]);
  expect(places.of("bob")).toEqual([{ sourceId: "2A", role: "teacher" }]);
  expect(places.of("cem")).toEqual([]);
});

test("given more places than the first arrays hold, when they are sealed, then none is lost", () => {
  const places = createClassPlaces();
  for (let index = 0; index < 5_000; index += 1) places.add(`person ${index % 100}`, `class ${index}`, "student");
  places.seal();
  const all = Array.from({ length: 100 }, (_, index) => places.of(`person ${index}`).length);
  expect(all).toEqual(all.map(() => 50));
});

test("somebody is met once, with or without places, and places of people who never came are counted", () => {
  const places = createClassPlaces();
  places.add("ann", "2A", "student");
  places.add("bob", "2A", "student");
  places.add("bob", "2B", "student");
  places.seal();
  expect([places.meet("ann"), places.meet("cem"), places.meet("ann"), places.meet("cem")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(places.countUnmet()).toBe(2);
});
