/**
 * A path on this site that is safe to redirect to; `/` for anything else: other hosts, `//host`, `/\host`, control characters.
 * Only the path and query survive.
 */
export function sameOriginPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/")) return "/";
  const base = "http://here.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search;
}
