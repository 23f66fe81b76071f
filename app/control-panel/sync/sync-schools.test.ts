import { expect, test } from "vitest";
import { mergedSchools } from "./sync-schools.server";

/** The schools in the form of an organisation's sync map. docs/product/control-panel.md#sync. */

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));
const namesOf = (below: string[], mapped: string[]) =>
  mergedSchools(named("Town", ...mapped), named(...below)).map(({ name }) => name);

test("lists the organisation and those below it", () => {
  expect(namesOf(["Part", "School"], [])).toEqual(["Town", "Part", "School"]);
});

test("lists each mapped school once, before the schools that are not mapped", () => {
  expect(namesOf(["Part", "School"], ["Elsewhere", "School", "Town", "Elsewhere"])).toEqual([
    "Town",
    "Elsewhere",
    "School",
    "Part",
  ]);
});
