import { withoutPolicy } from "~/epub/signed-address";

/**
 * Address of the login page that returns to this page. The page's policy is removed, since it has expired by then;
 * `from=start` is removed, so that the book opens at the last position.
 */
export function logInAgainHref({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  if (query.get("from") === "start") query.delete("from");
  const redirect = withoutPolicy(query.size > 0 ? `${pathname}?${query}` : pathname);
  return `/login?${new URLSearchParams({ reauthenticate: "true", redirect })}`;
}
