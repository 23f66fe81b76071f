import { withoutPolicy } from "~/epub/signed-address";

/** Where a user signs in again to come back to this page: without its policy, which has expired by then, and not as the start of a visit. */
export function logInAgainHref({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  if (query.get("from") === "start") query.delete("from");
  const redirect = withoutPolicy(query.size > 0 ? `${pathname}?${query}` : pathname);
  return `/login?${new URLSearchParams({ reauthenticate: "true", redirect })}`;
}
