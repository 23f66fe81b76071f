import type { HeadersFunction } from "@remix-run/node";

/**
 * Copies Retry-After from the action's response to the page's, since action headers are not included by default.
 * docs/security.md, line 29.
 */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const seconds = actionHeaders.get("retry-after");
  return new Headers(seconds === null ? [] : [["Retry-After", seconds]]);
};
