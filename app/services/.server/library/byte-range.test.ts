import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeOf } from "./byte-range";

test.each([
  [null, 100, { kind: "whole" }],
  ["bytes=0-", 100, { kind: "part", range: { start: 0, end: 99 } }],
  ["bytes=10-19", 100, { kind: "part", range: { start: 10, end: 19 } }],
  ["bytes=90-200", 100, { kind: "part", range: { start: 90, end: 99 } }],
  ["bytes=-10", 100, { kind: "part", range: { start: 90, end: 99 } }],
  ["bytes=-1000", 100, { kind: "part", range: { start: 0, end: 99 } }],
  ["bytes=100-", 100, { kind: "unsatisfiable" }],
  ["bytes=-0", 100, { kind: "unsatisfiable" }],
  ["bytes=5-4", 100, { kind: "whole" }],
  ["bytes=0-1,3-4", 100, { kind: "whole" }],
  ["lines=1-2", 100, { kind: "whole" }],
  ["bytes=0-", 0, { kind: "unsatisfiable" }],
])("parses the Range header %s for a file of %i bytes", (header, size, expected) => {
  expect(rangeOf(header, size)).toEqual(expected);
});

test("a part always lies within the file", () => {
  // A first byte within the file and a last byte at or behind it: each such header asks for a part.
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (first, more, rest) => {
      const size = first + 1 + rest;
      const parsed = rangeOf(`bytes=${first}-${first + more}`, size);
      const end = Math.min(first + more, size - 1);
      expect(parsed).toEqual({ kind: "part", range: { start: first, end } });
      expect(end).toBeGreaterThanOrEqual(first);
      expect(end).toBeLessThan(size);
    }),
  );
});
