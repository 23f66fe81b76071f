import { expect, test } from "vitest";
import { fragmentOf } from "./places";

test("a fragment is decoded, a broken one kept as it is", () => {
  expect(fragmentOf("a.xhtml#s%C3%A5")).toBe("så");
  expect(fragmentOf("a.xhtml#100%")).toBe("100%");
  expect(fragmentOf("a.xhtml#")).toBeNull();
  expect(fragmentOf("a.xhtml")).toBeNull();
});
