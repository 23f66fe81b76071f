import { hasFeature } from "~/realms/realm";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

type Who = Pick<IdentifiedPerson, "roles" | "scopes" | "realm">;

/**
 * Employees, administrators and super users, in countries that use second factors; elsewhere one would protect nothing.
 * docs/product/choices.md#who-and-where; decision 13.
 */
export function mayHaveSecondFactor(person: Who): boolean {
  return hasFeature(person.realm, "escalateLogin") && mayLogInSecurely(person);
}

/** Whether a person may log in with two factors verified by a national electronic identity; not for students and guardians. */
export function mayLogInSecurely({ roles, scopes, realm }: Who): boolean {
  return roles.some((role) => role === "employee" || role === "admin") || scopes.includes(`ilt.user.${realm}.write`);
}
