import { expect, test } from "vitest";
import { hasSchoolTheClass } from "./group-questions";

const option = (name: string, school: string) => ({ id: `${school} ${name}`, name, school });

test.each([
  ["the row's school and another one have the class", [option("5A", "Eken"), option("5A", "Sjön")], true],
  ["the row's school has it in other case", [option("5a", "Eken"), option("5A", "Sjön")], true],
  ["only another school has the class", [option("5A", "Sjön")], false],
  ["the row's school has one of nearly the same name", [option("Klass 5A", "Eken")], false],
  ["no school has the class", [], false],
])("given that %s, then hasSchoolTheClass says whether a new one could be created there", (_, options, is) => {
  expect(hasSchoolTheClass({ name: "5A", school: "Eken", options })).toBe(is);
});
