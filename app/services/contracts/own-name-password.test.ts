import { expect, it } from "vitest";
import { isOwnNamePassword } from "./own-name-password";

const anna = { name: "Anna Svensson", username: "anna.svensson@x.example", email: "anna.svensson@x.example" };

it.each([
  "Anna.svensson1",
  "annasvensson",
  "ANNA SVENSSON!!",
  "svensson-anna-2011",
  "2011svensson",
  "AnnaAnna99",
  "asvensson1",
  "annas12345",
  "anna.svensson@x.example",
  "anna.svensson@x.example1",
  "Ann4 Sv3nss0n",
])("given Anna Svensson, then %s is only her name", (password) => {
  expect(isOwnNamePassword(password, anna)).toBe(true);
});

it.each(["Anna.svensson.elefant", "sju små hattar", "susanna77x9", "svenssons katt 4", "1234567890"])(
  "given Anna Svensson, then %s is more than her name",
  (password) => {
    expect(isOwnNamePassword(password, anna)).toBe(false);
  },
);

it.each([
  [{ name: "Jörg Müller" }, "Mueller2014"],
  [{ name: "Jorg Mueller" }, "müller2014"],
  [{ name: "Søren Ærø" }, "soren1234"],
  [{ name: "Zoë d’Arc-Léger" }, "darcleger1"],
  [{ name: "Дарья Иванова" }, "Иванова1990"],
  [{ name: "Bo Ek", username: "sol_katt9" }, "solkatt2024"],
  [{ name: "Alexandra Ek" }, "Ek-Alexandra-7"],
  [{ name: "Bo Ek", username: "se-4711-0815" }, "SE-4711-0815"],
])("given %j, then %s is only the name", (owner, password) => {
  expect(isOwnNamePassword(password, owner)).toBe(true);
});

it("given names of one or two letters, then they decide nothing", () => {
  expect(isOwnNamePassword("bo82736482", { name: "Bo Ek", email: "b@x.se" })).toBe(false);
});
