import { expect, test } from "vitest";
import { closingTarget } from "./closing";

const at = (address: string) => closingTarget(new URL(address, "http://localhost:3000"));

test("the three ways out, in the spec's order", () => {
  expect(at("/reader/lyktan?origin=polylino")).toBe("/shelves");
  expect(at("/reader/lyktan?origin=polylino&from=library")).toBe("/shelves");
  expect(at("/reader/lyktan?from=library")).toBe("/library/bookshelf");
  expect(at("/reader/lyktan")).toBeNull();
});
