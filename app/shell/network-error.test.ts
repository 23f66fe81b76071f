import { expect, it } from "vitest";
import { isNetworkError } from "./network-error";

it.each([
  [new TypeError("Failed to fetch"), true],
  [new TypeError("NetworkError when attempting to fetch resource."), true],
  [new TypeError("Load failed"), true],
  [new TypeError("Cannot read properties of undefined (reading 'id')"), false],
  [new Error("Failed to fetch"), false],
  [new Response(null, { status: 503 }), false],
])("given %s, then isNetworkError returns %s", (error, expected) => {
  expect(isNetworkError(error)).toBe(expected);
});
