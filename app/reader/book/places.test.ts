import { expect, test } from "vitest";
import { fragmentOf } from "./places";

test("fragmentOf decodes a fragment, and returns an invalid one unchanged", () => {
  expect(fragmentOf("a.xhtml#s%C3%A5")).toBe("så");
  expect(fragmentOf("a.xhtml#100%")).toBe("100%");
  expect(fragmentOf("a.xhtml#")).toBeNull();
  expect(fragmentOf("a.xhtml")).toBeNull();
});
