/**
 * Sanitises a redirect target to a path on this site; `/` for anything else: other hosts, `//host`, `/\host`, control characters, the
 * address that signs out, and services, which are no pages. Only path and query remain.
 */
export function sameOriginPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/")) return "/";
  const base = "http://here.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return "/";
  const path = routePath(url.pathname);
  return path === "/logout" || path.startsWith("/services/") ? "/" : url.pathname + url.search;
}

/**
 * A path as the router compares it with its routes: each segment decoded, in lower case, without slashes at the end, and without the
 * `.data` by which the framework fetches a page's data.
 */
export function routePath(pathname: string): string {
  return pathname
    .split("/")
    .map(decoded)
    .join("/")
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/\/+$/, "");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
