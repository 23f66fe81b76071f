import { type Realm, realmRow } from "./realm";

/** Who runs the product in a country and sells to its families, from the environment. docs/operating.md#operator. */

export const operatorFactNames = ["name", "address", "email", "phone", "register", "vatNumber", "mediator"] as const;
export type OperatorFact = (typeof operatorFactNames)[number];

/** null where the operator has not filled it in. */
export type OperatorFacts = Record<OperatorFact, string | null>;

/** Beginning of a fact's variable: `OPERATOR_NAME_SE`. */
export const operatorVariables: Record<OperatorFact, string> = {
  name: "OPERATOR_NAME",
  address: "OPERATOR_ADDRESS",
  email: "OPERATOR_EMAIL",
  phone: "OPERATOR_PHONE",
  register: "OPERATOR_REGISTER",
  vatNumber: "OPERATOR_VAT",
  mediator: "OPERATOR_MEDIATOR",
};

/** Facts of a demonstration, so that its pages are whole; nobody of this name exists. */
export function demoFacts(realm: Realm): OperatorFacts {
  return {
    name: "Example Books (demonstration)",
    address: "1 Example Street, Exampleton",
    email: `help@${realm}.example`,
    phone: `+${realmRow(realm).dialCode} 555 0100`,
    register: null,
    vatNumber: null,
    mediator: realm === "fr" ? "Example Mediation, https://mediation.example" : null,
  };
}

const everywhere = ["name", "address", "email", "phone"] as const;

/**
 * What a seller must tell families before they buy. The register and the VAT number are told where the operator has them. France also
 * wants the mediator for consumers, whom the seller chooses.
 */
export function requiredFacts(realm: Realm): readonly OperatorFact[] {
  return realm === "fr" ? [...everywhere, "mediator"] : everywhere;
}

/** The required facts that are not filled in. */
export function missingFacts(realm: Realm, facts: OperatorFacts): OperatorFact[] {
  return requiredFacts(realm).filter((fact) => facts[fact] === null);
}

/** The seller as pages show it; null while a required fact is missing, so that no page shows half of it. */
export type Seller = Record<"name" | "address" | "email" | "phone", string> &
  Pick<OperatorFacts, "register" | "vatNumber" | "mediator">;

export function sellerOf(realm: Realm, facts: OperatorFacts): Seller | null {
  const { name, address, email, phone, ...others } = facts;
  if (missingFacts(realm, facts).length > 0) return null;
  if (name === null || address === null || email === null || phone === null) return null;
  return { name, address, email, phone, ...others };
}
