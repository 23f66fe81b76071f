import type { ClientInfo } from "~/services/.server/mount";

/** OAuth's own addresses of a sign-in service elsewhere. docs/product/shell.md#calls. */

export type RemoteAuthOptions = {
  fetch?: typeof fetch;
  /** Milliseconds before retry n, counted from 1. */
  delay?: (retry: number) => number;
};

/** Retries after the first attempt, on network errors and 5xx. docs/product/shell.md#calls. */
const retries = 3;
/** Milliseconds for all attempts together. */
const patience = 10_000;

/**
 * The same request, with the address that the browser sees. Attempts that a network or a server fails are repeated; what must not
 * happen twice bears an Idempotency-Key.
 * @throws the network's error, or a TimeoutError, when no attempt was answered
 */
export async function callRemoteAuth(
  baseUrl: string,
  request: Request,
  { requestId, ipAddress }: ClientInfo,
  { fetch: send = fetch, delay = (retry) => 100 * 2 ** retry * (0.5 + Math.random()) }: RemoteAuthOptions = {},
): Promise<Response> {
  const asked = new URL(request.url);
  const address = new URL(baseUrl);
  address.pathname = `${address.pathname.replace(/\/$/, "")}${asked.pathname.replace(/^\/services\/auth/, "")}`;
  address.search = asked.search;
  const headers = new Headers(request.headers);
  headers.delete("host");
  headers.set("x-forwarded-host", asked.host);
  headers.set("x-forwarded-proto", asked.protocol.replace(":", ""));
  headers.set("x-request-id", requestId);
  if (ipAddress) headers.set("x-forwarded-for", ipAddress);
  const { method } = request;
  const body = method === "GET" ? undefined : await request.text();
  const signal = AbortSignal.timeout(patience);
  for (let retry = 0; ; retry += 1) {
    if (retry > 0) await new Promise((resolve) => setTimeout(resolve, delay(retry)));
    const isLast = retry === retries;
    try {
      const answer = await send(address, { method, headers, body, redirect: "manual", signal });
      if (answer.status < 500 || isLast) return answer;
      await answer.body?.cancel();
    } catch (error) {
      if (isLast || signal.aborted) throw error;
    }
  }
}
