import { expect, test } from "vitest";
import { storableText, unstorableTexts } from "./storable-text";

test.each<[unknown, string[]]>([
  ["å ä 日本 👩‍🚀 \u202e\t\n", []],
  ["a\0", [""]],
  ["\ud800", [""]],
  ["\udc00\ud800", [""]],
  [{ name: "a", list: [{ id: "b" }, { id: "\0" }], at: new Date(0), n: 1, no: null, not: undefined }, ["list.1.id"]],
  [{ "a\0": "b" }, [""]],
  [new Blob(["\0"]).stream(), []],
  [
    ["\0", "b", "\udfff"],
    ["0", "2"],
  ],
])("finds in %j the texts that cannot be stored, at %j", (value, paths) => {
  expect(unstorableTexts(value)).toEqual(paths);
});

test("replaces each character that cannot be stored", () => {
  expect(storableText("a\0b\ud800 \ud83d\ude00 å")).toBe("a\uFFFDb\uFFFD \ud83d\ude00 å");
});
