import { hasRole, hasScope, type Identity, isConsumer } from "./current-user";

/** The page for choosing which child of a family reads. */
export const whoIsReadingPath = "/who-is-reading";

/** What a guardian's children read. */
const childrenPath = "/children";

/**
 * Where a log-in leads that came from no page. docs/product/choices.md#who-and-where. Everybody else begins at their services.
 * @param person as the tokens of the log-in describe them
 */
export function startPath(person: Pick<Identity, "realm" | "roles" | "scopes" | "subscriptions">): string {
  if (hasScope(person, `ilt.user.${person.realm}.write`)) return "/controlpanel/beta/manage";
  if (hasRole(person, "admin") || hasRole(person, "employee")) return "/controlpanel";
  if (hasRole(person, "student")) return "/bookshelf";
  if (isConsumer(person)) return whoIsReadingPath;
  return hasRole(person, "guardian") ? childrenPath : "/";
}
