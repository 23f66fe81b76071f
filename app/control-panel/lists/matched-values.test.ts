import { expect, test } from "vitest";
import { markedParts, matchedValues } from "./matched-values";

test("a value counts as matched if it has a word of the search that the name does not have", () => {
  const values = ["elsa.berg", "mamma@exempel.se", null];
  expect(matchedValues("exempel", "Elsa Berg", values)).toEqual(["mamma@exempel.se"]);
  expect(matchedValues("Elsa exempel", "Elsa Berg", values)).toEqual(["mamma@exempel.se"]);
  expect(matchedValues("elsa.b", "Elsa Berg", values)).toEqual(["elsa.berg"]);
  expect(matchedValues("Berg, Elsa", "Elsa Berg", values)).toEqual([]);
});

test("a username that is the e-mail address counts once", () => {
  const address = "mamma@exempel.se";
  expect(matchedValues("exempel", "Elsa Berg", [address, address])).toEqual([address]);
});

test("a word of two letters is only found at the start of a word, as the service finds it", () => {
  expect(matchedValues("ma", "Elsa Berg", ["mamma@exempel.se"])).toEqual(["mamma@exempel.se"]);
  expect(matchedValues("se", "Elin Berg", ["mamma@exempel.se"])).toEqual([]);
});

test("the matched words of a text are marked, overlapping ones once", () => {
  expect(markedParts("EXEMPEL", "mamma@exempel.se")).toEqual([
    { text: "mamma@", isMatch: false },
    { text: "exempel", isMatch: true },
    { text: ".se", isMatch: false },
  ]);
  expect(markedParts("exemp empel", "exempel")).toEqual([
    { text: "exemp", isMatch: true },
    { text: "el", isMatch: true },
  ]);
  expect(markedParts("berg", "Elsa")).toEqual([{ text: "Elsa", isMatch: false }]);
});
