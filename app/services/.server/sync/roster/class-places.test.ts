import { expect, test } from "vitest";
import { createClassPlaces } from "./class-places";

test("given places added in any order, then returns each person's places without duplicates", () => {
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

test("given more places than the initial arrays hold, then returns all of them", () => {
  const places = createClassPlaces();
  for (let index = 0; index < 5_000; index += 1) places.add(`person ${index % 100}`, `class ${index}`, "student");
  places.seal();
  const all = Array.from({ length: 100 }, (_, index) => places.of(`person ${index}`).length);
  expect(all).toEqual(all.map(() => 50));
});

test("meet returns true for a person's first time only, and countUnread counts places of people never met", () => {
  const places = createClassPlaces();
  places.add("ann", "2A", "student");
  places.add("bob", "2A", "student");
  places.add("bob", "2B", "student");
  places.seal();
  expect([places.markRead("ann"), places.markRead("cem"), places.markRead("ann"), places.markRead("cem")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(places.countUnread()).toBe(2);
});

test("given records of places, then names those of people never met in the order of adding", () => {
  const places = createClassPlaces();
  const people = Array.from({ length: 2_000 }, (_, index) => `person ${index}`);
  people.forEach((person, index) => {
    places.add(person, `class ${index % 3}`, "student", { number: index + 1, id: `place ${index}` });
  });
  places.seal();
  for (const person of people) if (person !== "person 4" && person !== "person 1999") places.markRead(person);
  expect([...places.unread()]).toEqual([
    { personId: "person 4", groupId: "class 1", record: { number: 5, id: "place 4" } },
    { personId: "person 1999", groupId: "class 1", record: { number: 2000, id: "place 1999" } },
  ]);
});
