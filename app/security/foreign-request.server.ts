/** Safe methods that change nothing: GET, HEAD, OPTIONS. docs/security.md, line 4. */
export function isRead({ method }: Pick<Request, "method">): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/**
 * The CSRF rule: whether another site's page made the browser send a request that changes something. Browsers send the site in
 * Sec-Fetch-Site, Origin or Referer; other clients send none of them. Applied by the request pipeline, and by the route guard and the
 * services themselves for a process that is not ours. docs/security.md, line 3.
 */
export function isForeignWrite(request: Pick<Request, "method" | "url" | "headers">): boolean {
  const { url, headers } = request;
  if (isRead(request)) return false;
  if (headers.get("sec-fetch-site") === "cross-site") return true;
  const source = headers.get("origin") ?? headers.get("referer");
  return source !== null && (!URL.canParse(source) || new URL(source).origin !== new URL(url).origin);
}
