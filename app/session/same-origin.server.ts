/** @throws Response 403 when another site's page made the browser send a request that changes something. Security 3. */
export function requireSameOrigin(request: Request): void {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return;
  const origin = request.headers.get("origin");
  const isForeign = origin !== null && origin !== new URL(request.url).origin;
  if (isForeign || request.headers.get("sec-fetch-site") === "cross-site") {
    throw new Response("Requests from another site are refused", { status: 403 });
  }
}
