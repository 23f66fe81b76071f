import { expect, test } from "vitest";
import { fileFinder } from "./file-finder";

const files = [
  "EPUB/one.xhtml",
  "EPUB/ONE.xhtml",
  "EPUB/Two.XHTML",
  "EPUB/CR%21SQ.xhtml",
  "EPUB/a!b.xhtml",
  "EPUB/a%21b.xhtml",
  "EPUB/my%20page.xhtml",
  "EPUB/100%.xhtml",
  "EPUB/part 1: go.xhtml",
];
const { find, resolve } = fileFinder(files);

test.each([
  ["the exact name", "one.xhtml", "EPUB/one.xhtml"],
  ["the exact name beside one in another case", "ONE.xhtml", "EPUB/ONE.xhtml"],
  ["the decoded name before the undecoded one", "a%21b.xhtml", "EPUB/a!b.xhtml"],
  ["the undecoded name", "CR%21SQ.xhtml", "EPUB/CR%21SQ.xhtml"],
  ["a name with a percent sign that encodes nothing", "100%.xhtml", "EPUB/100%.xhtml"],
  ["the only name in another case", "two.xhtml", "EPUB/Two.XHTML"],
  ["the only undecoded name in another case", "cr%21sq.XHTML", "EPUB/CR%21SQ.xhtml"],
  ["a percent-encoded name by its plain address", "my page.xhtml", "EPUB/my%20page.xhtml"],
  ["a name with a colon, which a folder in front tells from a scheme", "./part 1: go.xhtml", "EPUB/part 1: go.xhtml"],
])("finds %s", (_, address, path) => {
  expect(find("EPUB/package.opf", address)).toBe(path);
});

test.each(["One.xhtml", "three.xhtml", "https://example.org/one.xhtml"])(
  "finds nothing for %s: several files differ from it by case, or none is like it",
  (address) => {
    expect(find("EPUB/package.opf", address)).toBeNull();
  },
);

test("the path of an address without a file is the one that it names", () => {
  expect(resolve("EPUB/package.opf", "three%20x.xhtml#a")).toBe("EPUB/three x.xhtml");
  expect(resolve("EPUB/package.opf", "https://example.org/one.xhtml")).toBeNull();
});
