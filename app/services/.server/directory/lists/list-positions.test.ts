import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListMemory } from "./list-memory";
import { planPage } from "./list-page";
import { placePage } from "./list-positions";

const memory = createListMemory();
const place = (key: string, number: number) =>
  placePage(
    { number, size: 10, cursor: null },
    () => key,
    (page) => planPage({ id: sql`id` }, [{ by: "id", order: "asc" }], page),
    memory,
  );

describe("the start of a deep page", () => {
  it("given page 60 was read, then page 61 of the same list starts at its cursor", () => {
    const read = place("rows", 60);
    expect([read.plan.offset, read.before]).toEqual([589, 1]);
    read.remember([590], [600]);
    for (const number of [60, 61]) expect(place("rows", number).plan).toMatchObject({ offset: 0 });
    expect(place("rows", 62).plan.offset).toBe(609);
    expect(place("others", 61).plan.offset).toBe(599);
  });

  it("given a page within the first 500 rows, then it is always read by its offset", () => {
    place("rows", 50).remember([490], [500]);
    expect(place("rows", 50).plan.offset).toBe(490);
    expect(place("rows", 51).plan.offset).toBe(0);
  });

  it("given the deepest page was read, then the page after it is rejected", () => {
    place("rows", 1000).remember([9990], [10_000]);
    expect(() => place("rows", 1001)).toThrow();
  });
});
