import { expect, test } from "vitest";
import { sharedBuffers } from "./postgres-settings";

const gibibyte = 2 ** 30;

test.each([
  ["a small container", 0.25 * gibibyte, "128MB"],
  ["a small machine", 2 * gibibyte, "256MB"],
  ["memory that is no power of two", 3.7 * gibibyte, "473MB"],
  ["a large machine", 24 * gibibyte, "1024MB"],
])(
  "PostgreSQL keeps an eighth of the memory, but no less than it would and no more than it needs: %s",
  (_, memory, buffers) => {
    expect(sharedBuffers(memory)).toBe(buffers);
  },
);
