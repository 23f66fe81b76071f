import ky, { HTTPError } from "ky";
import type { Realm } from "~/realms/realm";
import type { ClientInfo } from "~/services/.server/dispatch/mount";
import { attemptTimeout, longestDelay, longestRetryAfter, retries, serverErrors, withJitter } from "./attempts";
import { attemptWithin } from "./http";

/** Calls the OAuth endpoints of a remote sign-in service. docs/product/shell.md#calls. */

type RemoteAuthOptions = {
  fetch?: typeof fetch;
  /** Timeout of one attempt in milliseconds. */
  timeout?: number;
  /** Milliseconds before retry n, counted from 1. */
  delay?: (retry: number) => number;
};

/**
 * Forwards a request with the realm and the browser's IP address in its headers. Network errors and 5xx are retried; a request that must not be
 * repeated has an Idempotency-Key.
 * @throws the network error or a TimeoutError, if no attempt received a response
 */
export async function callRemoteAuth(
  baseUrl: string,
  request: Request,
  { requestId, ipAddress, realm }: Pick<ClientInfo, "requestId" | "ipAddress"> & { realm: Realm | null },
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
  if (realm) headers.set("x-country", realm);
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
