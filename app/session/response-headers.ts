import type { HeadersFunction } from "@remix-run/node";

/**
 * Sends Retry-After of a form's result with the page as well, since headers of an action are not part of the page's response by
 * default. docs/security.md, line 29.
 */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const seconds = actionHeaders.get("retry-after");
  return new Headers(seconds === null ? [] : [["Retry-After", seconds]]);
};
