import type { IdentifiedPerson } from "../directory/identity";

/** Employees, admins and super users; students and guardians have none. Rulings, "Who and where". */
export function mayHaveSecondFactor(person: Pick<IdentifiedPerson, "roles" | "scopes" | "realm">): boolean {
  const isStaff = person.roles.some((role) => role === "employee" || role === "admin");
  return isStaff || person.scopes.includes(`ilt.user.${person.realm}.write`);
}
