import ky, { HTTPError } from "ky";
import type { ClientInfo } from "~/services/.server/mount";
import { attemptTimeout, longestDelay, longestRetryAfter, retries, serverErrors, withJitter } from "./attempts";
import { attemptWithin } from "./http";

/** OAuth's own addresses of a sign-in service elsewhere. docs/product/shell.md#calls. */

export type RemoteAuthOptions = {
  fetch?: typeof fetch;
  /** Milliseconds that one attempt may take. */
  timeout?: number;
  /** Milliseconds before retry n, counted from 1. */
  delay?: (retry: number) => number;
};

/**
 * Sends the same request with the browser's address in its headers. Attempts that fail by network or server are repeated; a
 * request that must not be repeated carries an Idempotency-Key.
 * @throws the network's error, or a TimeoutError, when no attempt got a response
 */
export async function callRemoteAuth(
  baseUrl: string,
  request: Request,
  { requestId, ipAddress }: ClientInfo,
  { fetch: send = fetch, timeout = attemptTimeout, delay }: RemoteAuthOptions = {},
): Promise<Response> {
  const url = new URL(request.url);
  const address = new URL(baseUrl);
  address.pathname = `${address.pathname.replace(/\/$/, "")}${url.pathname.replace(/^\/services\/auth/, "")}`;
  address.search = url.search;
  const headers = new Headers(request.headers);
  headers.delete("host");
  headers.set("x-forwarded-host", url.host);
  headers.set("x-forwarded-proto", url.protocol.replace(":", ""));
  headers.set("x-request-id", requestId);
  if (ipAddress) headers.set("x-forwarded-for", ipAddress);
  const { method } = request;
  const body = method === "GET" ? undefined : await request.text();
  try {
    return await ky(address, {
      method,
      headers,
      body,
      redirect: "manual",
      fetch: attemptWithin(timeout, send),
      timeout: false,
      throwHttpErrors: (status) => status >= 500,
      retry: {
        limit: retries,
        methods: ["get", "head", "post"],
        statusCodes: serverErrors,
        retryOnTimeout: true,
        maxRetryAfter: longestRetryAfter,
        backoffLimit: longestDelay,
        ...(delay ? { delay } : { jitter: withJitter }),
      },
    });
  } catch (error) {
    if (error instanceof HTTPError) return error.response;
    throw error;
  }
}
