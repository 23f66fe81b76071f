import { hasFeature } from "~/realms/realm";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

type Who = Pick<IdentifiedPerson, "roles" | "scopes" | "realm">;

/**
 * Employees, admins and super users, in countries that require a second factor; elsewhere it would protect nothing.
 * docs/product/choices.md#who-and-where; decision 13.
 */
export function mayHaveSecondFactor(person: Who): boolean {
  return hasFeature(person.realm, "escalateLogin") && mayLogInSecurely(person);
}

/** Who may come in by two factors that somebody else proves, a national electronic identity; students and guardians may not. */
export function mayLogInSecurely({ roles, scopes, realm }: Who): boolean {
  return roles.some((role) => role === "employee" || role === "admin") || scopes.includes(`ilt.user.${realm}.write`);
}
