import { expect, test } from "vitest";
import type { Bookmark } from "~/services/contracts/library";
import { mergeBookmarks } from "./merge-bookmarks";

const mark = (id: string): Bookmark => ({
  id,
  name: id,
  position: { ncxRef: "", URI: "c0.xhtml", timeOffset: "0.0", charOffset: 0 },
});
const ids = (list: readonly Bookmark[]) => list.map(({ id }) => id).join("");

test.each([
  ["added here and on the server", "a", "ab", "ac", "acb"],
  ["removed here", "ab", "a", "ab", "a"],
  ["removed on the server", "ab", "ab", "a", "a"],
  ["removed here, added on the server", "ab", "b", "abc", "bc"],
  ["saved before", "a", "ab", "ab", "ab"],
  ["without an earlier list", "", "a", "b", "ba"],
])("merges lists: %s", (_what, base, mine, stored, merged) => {
  const list = (letters: string) => [...letters].map((letter) => mark(letter));
  expect(ids(mergeBookmarks(list(base), list(mine), list(stored)))).toBe(merged);
});
