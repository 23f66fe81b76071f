import { describe, expect, test } from "vitest";
import { mergeFields, readOriginal } from "./stale-version";

describe("mergeFields", () => {
  const rows: Array<
    [
      what: string,
      before: string | null,
      stored: string,
      mine: string,
      value: string,
      change: [string, string | null] | null,
    ]
  > = [
    ["nobody changed anything", "a", "a", "a", "a", null],
    ["only I did", "a", "a", "b", "b", null],
    ["only they did: theirs is taken", "a", "b", "a", "b", ["b", null]],
    ["both, differently: mine stands", "a", "b", "c", "c", ["b", "c"]],
    ["both, alike", "a", "b", "b", "b", null],
    ["they emptied it", "a", "", "a", "", ["", null]],
    ["I emptied it", "a", "b", "", "", ["b", ""]],
    ["they switched it on", "", "on", "", "on", ["on", null]],
    ["line ends and blanks are no change", "a\nb", "c", "a\r\nb ", "c", ["c", null]],
    ["what stood there is unknown", null, "a", "b", "b", ["a", "b"]],
    ["unknown and alike", null, "a", "a", "a", null],
  ];
  test.each(rows)("%s", (_what, before, stored, mine, value, change) => {
    const known: Record<string, string> = before === null ? {} : { name: before };
    const met = mergeFields(["name"], { before: known, stored: { name: stored }, mine: { name: mine } });
    expect(met.values).toEqual({ name: value });
    expect(met.changes).toEqual(change ? [{ field: "name", theirs: change[0], mine: change[1] }] : []);
  });
});

describe("readOriginal", () => {
  const rows: Array<[sent: string | null, read: unknown]> = [
    ['{"name":"a","shared":"on"}', { name: "a", shared: "on" }],
    [null, null],
    ["", null],
    ["{", null],
    ["[1]", null],
    ['{"name":1}', null],
  ];
  test.each(rows)("given %s in the form, then the original values or null", (sent, read) => {
    const form = new FormData();
    if (sent !== null) form.append("read", sent);
    expect(readOriginal(form)).toEqual(read);
  });
});
