import { format } from "node:util";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { finishFile } from "./after-file";

/** An unexpected console.error fails the test. A test that expects one spies on console.error itself. */
let unexpected: string[] = [];

console.error = (...parts: unknown[]) => {
  unexpected.push(format(...parts));
};

beforeEach(() => {
  unexpected = [];
});

afterEach(() => {
  const seen = unexpected;
  unexpected = [];
  expect(seen, "nothing is written to console.error").toEqual([]);
});

afterAll(finishFile);
