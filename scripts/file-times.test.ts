import { describe, expect, it } from "vitest";
import { slowestFiles, timesInPlaywright } from "./file-times.mjs";

describe("the times of test files", () => {
  it("sums the tests of a browser test file with those of its groups and of each attempt", () => {
    const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
    const suites = [{ file: "a.spec.ts", specs: [spec(100), spec(20, 3)], suites: [{ specs: [spec(4000)] }] }];
    expect(timesInPlaywright({ suites }, "tests/e2e")).toEqual([
      { file: "tests/e2e/a.spec.ts", loading: 0, testing: 4123 },
    ]);
  });

  it("lists the slowest files first, with all and with loading seconds", () => {
    const times = [
      { file: "quick.test.ts", loading: 100, testing: 200 },
      { file: "slow.test.ts", loading: 100, testing: 12_000 },
      { file: "heavy.test.ts", loading: 5000, testing: 1 },
    ];
    expect(slowestFiles(times, 2)).toEqual(["   12.1    0.1  slow.test.ts", "    5.0    5.0  heavy.test.ts"]);
  });
});
