/**
 * Sanitises a redirect target to a path on this site; `/` for anything else: other hosts, `//host`, `/\host`, control characters.
 * Only path and query remain.
 */
export function sameOriginPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/")) return "/";
  const base = "http://here.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search;
}
