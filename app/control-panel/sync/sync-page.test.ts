import { expect, test } from "vitest";
import { schoolsOf } from "./sync-page.server";

/** Which schools the form of the organisation's map names. docs/product/control-panel.md#sync. */

const shown = [
  { id: "town", name: "Town", parent: null },
  { id: "school", name: "School", parent: "town" },
  { id: "part", name: "Part", parent: "school" },
  { id: "other", name: "Other", parent: null },
];
const names = (id: string, uids: string[] = []) => {
  const organizationMap = uids.map((uid) => ({ uid, legacyId: null, externalId: "1" }));
  return schoolsOf({ id, name: id }, shown, { organizationMap }).map(({ name }) => name);
};

test("given organisations beside it, the map names the organisation and those below it alone", () => {
  expect(names("town")).toEqual(["town", "School", "Part"]);
  expect(names("school")).toEqual(["school", "Part"]);
  expect(names("elsewhere")).toEqual(["elsewhere"]);
});

test("what stands in the map stays in the form", () => {
  expect(names("part", ["other", "unknown", "part", "other"])).toEqual(["part", "Other", "unknown"]);
});
