import { expect, test } from "vitest";
import { sharedBuffers } from "./postgres-settings";

const gibibyte = 2 ** 30;

test.each([
  ["a small container", 0.25 * gibibyte, "128MB"],
  ["a small machine", 2 * gibibyte, "256MB"],
  ["memory that is no power of two", 3.7 * gibibyte, "473MB"],
  ["a large machine", 24 * gibibyte, "1024MB"],
])("shared_buffers is an eighth of the memory, at least 128 MB and at most 1 GB: %s", (_, memory, buffers) => {
  expect(sharedBuffers(memory)).toBe(buffers);
});
