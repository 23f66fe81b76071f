import { describe, expect, it } from "vitest";
import { createPositions } from "./list-positions";

const page = (number: number, size = 10) => ({ number, size, cursor: null });

describe("where deep pages begin", () => {
  it("is known for a minute, for the same rows alone", () => {
    let now = 0;
    const positions = createPositions({ now: () => now });
    positions.keep("rows", page(1000), "cursor");
    expect(positions.find("rows", page(1000))).toBe("cursor");
    expect(positions.find("others", page(1000))).toBeNull();
    expect(positions.find("rows", page(999))).toBeNull();
    now = 60_000;
    expect(positions.find("rows", page(1000))).toBeNull();
  });

  it("is left alone where counting is nothing, and beyond the deepest page", () => {
    const positions = createPositions();
    positions.keep("rows", page(50), "cursor");
    expect(positions.find("rows", page(50))).toBeNull();
    positions.keep("rows", page(51), "cursor");
    expect(positions.find("rows", page(51))).toBe("cursor");
    positions.keep("rows", page(1001), "cursor");
    expect(positions.find("rows", page(1001))).toBeNull();
  });

  it("forgets the oldest first", () => {
    const positions = createPositions({ size: 2 });
    for (const number of [100, 101, 100, 102]) positions.keep("rows", page(number), `${number}`);
    expect([100, 101, 102].map((number) => positions.find("rows", page(number)))).toEqual(["100", null, "102"]);
  });
});
