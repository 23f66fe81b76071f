import { expect, it } from "vitest";
import { suggestedUsername } from "./suggested-username";

it.each([
  ["Isla Begum", "isla.begum"],
  ["  Åsa  Öberg ", "asa.oberg"],
  ["Søren Kierkegård", "soren.kierkegard"],
  ["Anna-Lena van der Straßen", "anna-lena.strassen"],
  ["O'Neil", "oneil"],
  ["李小龍", ""],
])("for %s suggests %s", (name, username) => {
  expect(suggestedUsername(name)).toBe(username);
});

it("adds a number to a username that is taken", () => {
  expect(suggestedUsername("Isla Begum", 3)).toBe("isla.begum3");
});
