/** How often a call is repeated, the same for calls between services and for those of the browser. docs/product/shell.md#calls. */

/** Retries after the first attempt, on network errors, timeouts and 5xx. */
export const retries = 3;

/** Milliseconds that one attempt may take. */
export const attemptTimeout = 10_000;

/** 500 to 599. */
export const serverErrors = Array.from({ length: 100 }, (_, index) => 500 + index);

/** Milliseconds: the longest wait before a retry, and the longest that a server may ask for by Retry-After. */
export const longestDelay = 3000;
export const longestRetryAfter = 5000;

/** Half to one and a half of a delay, so that many clients do not come back in the same moment. */
export const withJitter = (delay: number): number => delay * (0.5 + Math.random());
