import { expect, it } from "vitest";
import { readTextStyle, textStyleCss } from "./text-style";

it("leaves the book's own style without a choice, or with an unknown one", () => {
  expect(textStyleCss(readTextStyle(undefined))).toBe("");
  expect(readTextStyle("huge")).toBe("book");
});

it("makes all text bold, or takes bold, italics and underlining away, but not from links and headings", () => {
  expect(textStyleCss("bold")).toMatch(/^:is\(body,.*font-weight:700/);
  const plain = textStyleCss("plain");
  expect(plain).toContain("font-style:normal");
  expect(plain).toMatch(/:not\([^{]*h1[^{]*\)\{font-weight:400/);
  expect(plain).toMatch(/:not\([^{]*,a,a \*\)\{text-decoration:none/);
});
