import { expect, test } from "vitest";
import { countryChoices } from "./country-name";

test("countries are listed by name, in the alphabetical order of the language", () => {
  const choices = countryChoices("sv", "SE");
  expect(choices).toContainEqual({ value: "GB", label: "Storbritannien" });
  expect(choices[0]?.value).toBe("AF");
  expect(choices.slice(-3).map(({ value }) => value)).toEqual(["AX", "AT", "TL"]);
});

test("a stored country that is not in the list stays a choice", () => {
  expect(countryChoices("en-GB", "Sverige")).toContainEqual({ value: "Sverige", label: "Sverige" });
  expect(countryChoices("en-GB", undefined).every(({ value }) => /^[A-Z]{2}$/.test(value))).toBe(true);
});
