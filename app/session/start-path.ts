import { hasRole, hasScope, type Identity, isConsumer } from "./current-user";

/** The page for choosing which child of a family reads. */
const whoIsReadingPath = "/who-is-reading";

/** Reading overview of a guardian's children. */
const childrenPath = "/children";

/**
 * Start page after signing in without a target. docs/product/choices.md#who-and-where. All other users begin at their
 * services.
 * @param person claims of the sign-in's tokens
 */
export function startPath(person: Pick<Identity, "realm" | "roles" | "scopes" | "subscriptions">): string {
  if (hasScope(person, `ilt.user.${person.realm}.write`)) return "/controlpanel/beta/manage";
  if (hasRole(person, "admin") || hasRole(person, "employee")) return "/controlpanel";
  if (hasRole(person, "student")) return "/bookshelf";
  if (isConsumer(person)) return whoIsReadingPath;
  return hasRole(person, "guardian") ? childrenPath : "/";
}
