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
    ["no change, then the value stays", "a", "a", "a", "a", null],
    ["a change by the second user, then it is the value", "a", "a", "b", "b", null],
    ["a change by the first user, then it is the value and reported", "a", "b", "a", "b", ["b", null]],
    ["different changes, then the second's is the value and the first's reported", "a", "b", "c", "c", ["b", "c"]],
    ["the same change by both, then it is not reported", "a", "b", "b", "b", null],
    ["a field emptied by the first user, then it is empty and reported", "a", "", "a", "", ["", null]],
    ["a field emptied by the second user, then it is empty and the first's reported", "a", "b", "", "", ["b", ""]],
    ["a switch turned on by the first user, then it is on and reported", "", "on", "", "on", ["on", null]],
    ["other line endings and a trailing space, then they are no change", "a\nb", "c", "a\r\nb ", "c", ["c", null]],
    ["an unknown original and different values, then both are changes", null, "a", "b", "b", ["a", "b"]],
    ["an unknown original and equal values, then none is reported", null, "a", "a", "a", null],
  ];
  test.each(rows)("given %s", (_what, before, stored, mine, value, change) => {
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
