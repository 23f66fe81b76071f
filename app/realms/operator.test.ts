import { describe, expect, test } from "vitest";
import { environmentNames, parseEnvironment } from "~/environment.server";
import { missingFacts, operatorFactNames, operatorVariables, requiredFacts, sellerOf } from "./operator";
import { realms } from "./realm";

const filledIn = {
  OPERATOR_NAME_FR: "Livres SA",
  OPERATOR_ADDRESS_FR: "1 rue Haute, 75001 Paris",
  OPERATOR_EMAIL_FR: "aide@livres.example",
  OPERATOR_PHONE_FR: "+33 1 23 45 67 89",
  OPERATOR_MEDIATOR_FR: "Médiateur, 2 rue Basse, 75001 Paris",
};
const factsOf = (variables: Record<string, string>) => parseEnvironment(variables).operators.fr;

test("each fact of each country is a variable", () => {
  const names = realms.flatMap((realm) =>
    operatorFactNames.map((fact) => `${operatorVariables[fact]}_${realm.toUpperCase()}`),
  );
  expect(environmentNames).toEqual(expect.arrayContaining(names));
});

describe("the seller", () => {
  test("given all required facts, then it has them, and null for the others", () => {
    expect(sellerOf("fr", factsOf(filledIn))).toEqual({
      name: "Livres SA",
      address: "1 rue Haute, 75001 Paris",
      email: "aide@livres.example",
      phone: "+33 1 23 45 67 89",
      mediator: "Médiateur, 2 rue Basse, 75001 Paris",
      register: null,
      vatNumber: null,
    });
  });

  test.each(requiredFacts("fr"))("given all facts but %s, then there is no seller", (fact) => {
    const facts = { ...factsOf(filledIn), [fact]: null };
    expect(missingFacts("fr", facts)).toEqual([fact]);
    expect(sellerOf("fr", facts)).toBeNull();
  });

  test("given facts of France, then other countries have none", () => {
    const { operators } = parseEnvironment(filledIn);
    expect(missingFacts("se", operators.se)).toEqual(["name", "address", "email", "phone"]);
  });
});

test("a demonstration has example facts where none is set, and only there", () => {
  const { operators } = parseEnvironment({ DEMO: "1", OPERATOR_NAME_SE: "Böcker AB" });
  for (const realm of realms) expect(missingFacts(realm, operators[realm]).length > 0).toBe(realm === "se");
  expect(operators.se.address).toBeNull();
});

test("an e-mail address of the operator that is none is rejected", () => {
  expect(() => parseEnvironment({ OPERATOR_EMAIL_SE: "call us" })).toThrow(/OPERATOR_EMAIL_SE/);
});
