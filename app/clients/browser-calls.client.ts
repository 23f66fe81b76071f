import ky, { HTTPError } from "ky";
import { attemptTimeout, longestDelay, longestRetryAfter, retries, serverErrors, withJitter } from "./attempts";

/**
 * Calls from the browser: policy, documents, SMIL, bookmarks, last mark, settings. docs/product/shell.md#calls.
 * Any call may reach the server twice, so a write either replaces the state or names the version that it read.
 */

export type BrowserCallOptions = Pick<RequestInit, "method" | "headers" | "body" | "cache" | "keepalive" | "signal"> & {
  /** Milliseconds from the start of an attempt until its response begins. */
  timeout?: number;
  /** Milliseconds before retry n, counted from 1. */
  delay?: (retry: number) => number;
  /** Attempts that the browser itself has made and lost before this call: it makes so many fewer. */
  attemptsBefore?: number;
};

/**
 * `fetch` with up to three retries on network errors, timeouts and 5xx, for POST too. A caller that sends successive states must wait for
 * each response, since a retry may arrive late.
 * @returns the response of any status; a 5xx if the last attempt received one
 * @throws the network error, ky's TimeoutError or the signal's reason, if the last attempt received no response
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
