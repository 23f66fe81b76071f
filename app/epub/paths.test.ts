import { expect, test } from "vitest";
import { encodePath, escapesFolder, isRemote, resolvePath, resolveReference } from "./paths";

test.each([
  ["EPUB/package.opf", "xhtml/page.xhtml", "EPUB/xhtml/page.xhtml"],
  ["EPUB/xhtml/page.xhtml", "../css/a.css", "EPUB/css/a.css"],
  ["EPUB/xhtml/page.xhtml", "/EPUB/other.xhtml", "EPUB/other.xhtml"],
  ["EPUB/page.xhtml", "#place", "EPUB/page.xhtml"],
  ["EPUB/page.xhtml", "a%20b.xhtml?x=1#y", "EPUB/a b.xhtml"],
  ["package.opf", "./a/./b.xhtml", "a/b.xhtml"],
  ["package.opf", "../inside", "inside"],
  ["EPUB/a.xhtml", "../../../media/b.png", "media/b.png"],
  ["EPUB/a.xhtml", "%2e%2e/%2e%2e/inside", "inside"],
  ["EPUB/a.xhtml", " b.xhtml ", "EPUB/b.xhtml"],
  ["EPUB/a.xhtml", "..\\Text\\b.xhtml", "Text/b.xhtml"],
  ["EPUB/a.xhtml", "100%.xhtml", "EPUB/100%.xhtml"],
  ["EPUB/a.xhtml", "50%25%20a%E0.xhtml", "EPUB/50% a%E0.xhtml"],
  ["EPUB/a.xhtml", "A\u030Angstro\u0308m.png", "EPUB/\u00c5ngstr\u00f6m.png"],
])("from %s, %s resolves to %s", (base, address, path) => {
  expect(resolvePath(base, address)).toBe(path);
});

test.each([
  ["EPUB/a.xhtml", "https://example.org/a"],
  ["EPUB/a.xhtml", "//example.org/a"],
  ["EPUB/a.xhtml", "javascript:alert(1)"],
  ["EPUB/a.xhtml", "\\\\example.org\\a"],
  ["EPUB/a.xhtml", " //example.org/a"],
])("from %s, %s resolves to nothing in the book", (base, address) => {
  expect(resolvePath(base, address)).toBeNull();
});

test("references keep their fragment, paths are encoded except for slashes, and a URL with a scheme is remote", () => {
  expect(resolveReference("a/nav.xhtml", "b.xhtml#c")).toBe("a/b.xhtml#c");
  expect(encodePath("a b/ü#.xhtml")).toBe("a%20b/%C3%BC%23.xhtml");
  expect(isRemote("mailto:a@b")).toBe(true);
  expect(isRemote("a/b:c")).toBe(false);
});

test.each([
  ["EPUB/a.xhtml", "../b", false],
  ["EPUB/a.xhtml", "../../b", true],
  ["EPUB/a.xhtml", "../c/../../b", true],
  ["EPUB/a.xhtml", "/b", true],
  ["EPUB/a.xhtml", "..\\..\\b", true],
  ["EPUB/a.xhtml", "\\b", true],
  ["EPUB/a.xhtml", "b?x=/../../..", false],
  ["EPUB/a.xhtml", "https://example.org/../..", false],
])("from %s, %s leaves the folder: %s", (base, address, leaves) => {
  expect(escapesFolder(base, address)).toBe(leaves);
});
