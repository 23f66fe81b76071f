import ky, { HTTPError } from "ky";
import { attemptTimeout, longestDelay, longestRetryAfter, retries, serverErrors, withJitter } from "./attempts";

/**
 * The browser's own calls: policy, documents, SMIL, bookmarks, last mark, settings. docs/product/shell.md#calls.
 * Every one may reach the server twice, so a write replaces what is there or names the version that it read.
 */

export type BrowserCallOptions = Pick<RequestInit, "method" | "headers" | "body" | "cache" | "keepalive" | "signal"> & {
  /** Milliseconds of one attempt until its response begins. */
  timeout?: number;
  /** Milliseconds before retry n, counted from 1. */
  delay?: (retry: number) => number;
  /** Attempts that the browser itself has made and lost before this call: it makes so many fewer. */
  attemptsBefore?: number;
};

/**
 * As `fetch`, repeated up to three times on network errors, timeouts and 5xx, also for POST. A caller that sends one state after
 * another waits for the first, since a retry may arrive late.
 * @returns the response of any status; a 5xx where the last attempt got one
 * @throws the network's error, ky's TimeoutError, or the signal's reason, when the last attempt got no response
 */
export async function callServer(
  address: string,
  { timeout = attemptTimeout, delay, attemptsBefore = 0, ...request }: BrowserCallOptions = {},
): Promise<Response> {
  try {
    return await ky(address, {
      ...request,
      timeout,
      throwHttpErrors: (status) => status >= 500,
      retry: {
        limit: retries - attemptsBefore,
        methods: ["get", "head", "put", "delete", "post", "patch"],
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
