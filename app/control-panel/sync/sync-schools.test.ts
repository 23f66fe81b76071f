import { expect, test } from "vitest";
import { schoolsOf } from "./sync-schools.server";

/** Which schools the form of the organisation's map names. docs/product/control-panel.md#sync. */

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));
const namesOf = (below: string[], mapped: string[]) =>
  schoolsOf(named("Town", ...mapped), named(...below)).map(({ name }) => name);

test("the map names the organisation and those below it", () => {
  expect(namesOf(["Part", "School"], [])).toEqual(["Town", "Part", "School"]);
});

test("what stands in the map stays in the form, once, and comes before the rest", () => {
  expect(namesOf(["Part", "School"], ["Elsewhere", "School", "Town", "Elsewhere"])).toEqual([
    "Town",
    "Elsewhere",
    "School",
    "Part",
  ]);
});
