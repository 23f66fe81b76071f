/** Requests that change nothing: GET and its like. Security 4. */
export function isRead({ method }: Pick<Request, "method">): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/**
 * Whether another site's page made the browser send a request that would change something. Browsers say where such a request comes
 * from by Origin; one that does not says it by Sec-Fetch-Site or Referer, and a program says nothing. Security 3.
 */
export function isForeignWrite(request: Request): boolean {
  const { url, headers } = request;
  if (isRead(request)) return false;
  if (headers.get("sec-fetch-site") === "cross-site") return true;
  const said = headers.get("origin") ?? headers.get("referer");
  return said !== null && (!URL.canParse(said) || new URL(said).origin !== new URL(url).origin);
}
