/** Safe methods that change nothing: GET, HEAD, OPTIONS. docs/security.md, line 4. */
export function isRead({ method }: Pick<Request, "method">): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/**
 * The CSRF rule: whether another site's page made the browser send a request that changes something. Browsers send the site in
 * Sec-Fetch-Site, Origin or Referer; other clients send none of them. Applied by the request pipeline, and by the route guard and the
 * services themselves for a process that is not ours. docs/security.md, line 3.
 * @param own the site's public origin
 */
export function isForeignWrite(request: Pick<Request, "method" | "headers">, own: string): boolean {
  const { headers } = request;
  if (isRead(request)) return false;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === "cross-site" || (site === "same-site" && origin === null)) return true;
  const source = origin ?? headers.get("referer");
  return source !== null && (!URL.canParse(source) || new URL(source).origin !== own);
}
