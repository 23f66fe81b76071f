/** Retry policy of all calls, between services and from the browser. docs/product/shell.md#calls. */

/** Retries after the first attempt, on network errors, timeouts and 5xx. */
export const retries = 3;

/** Timeout of one attempt in milliseconds. */
export const attemptTimeout = 10_000;

/** 500 to 599. */
export const serverErrors = Array.from({ length: 100 }, (_, index) => 500 + index);

/** Milliseconds: the longest delay before a retry, and the longest Retry-After that is respected. */
export const longestDelay = 3000;
export const longestRetryAfter = 5000;

/** Randomises a delay to 50–150 %, so that many clients do not retry at the same moment. */
export const withJitter = (delay: number): number => delay * (0.5 + Math.random());
