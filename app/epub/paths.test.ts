import { expect, test } from "vitest";
import { encodePath, isRemote, resolvePath, resolveReference } from "./paths";

test.each([
  ["EPUB/package.opf", "xhtml/page.xhtml", "EPUB/xhtml/page.xhtml"],
  ["EPUB/xhtml/page.xhtml", "../css/a.css", "EPUB/css/a.css"],
  ["EPUB/xhtml/page.xhtml", "/EPUB/other.xhtml", "EPUB/other.xhtml"],
  ["EPUB/page.xhtml", "#place", "EPUB/page.xhtml"],
  ["EPUB/page.xhtml", "a%20b.xhtml?x=1#y", "EPUB/a b.xhtml"],
  ["package.opf", "./a/./b.xhtml", "a/b.xhtml"],
])("from %s, %s is %s", (base, address, path) => {
  expect(resolvePath(base, address)).toBe(path);
});

test.each([
  ["package.opf", "../outside"],
  ["EPUB/a.xhtml", "../../outside"],
  ["EPUB/a.xhtml", "%2e%2e/%2e%2e/outside"],
  ["EPUB/a.xhtml", "https://example.org/a"],
  ["EPUB/a.xhtml", "//example.org/a"],
  ["EPUB/a.xhtml", "javascript:alert(1)"],
  ["EPUB/a.xhtml", "%E0%A4%A"],
])("from %s, %s leads nowhere in the book", (base, address) => {
  expect(resolvePath(base, address)).toBeNull();
});

test("a reference keeps its fragment, a path encodes all but its slashes", () => {
  expect(resolveReference("a/nav.xhtml", "b.xhtml#c")).toBe("a/b.xhtml#c");
  expect(encodePath("a b/ü#.xhtml")).toBe("a%20b/%C3%BC%23.xhtml");
  expect(isRemote("mailto:a@b")).toBe(true);
  expect(isRemote("a/b:c")).toBe(false);
});
