import { expect, it } from "vitest";
import { savedAt } from "./write-batch";

it("given a row without a written person, then it throws instead of writing an empty id", () => {
  const people = new Map([[3, { key: 3, id: 7, uid: "u", version: 1 }]]);
  expect(savedAt(people, 3)).toMatchObject({ id: 7, uid: "u" });
  expect(() => savedAt(people, 4)).toThrow("Row 4 has no written person");
});
