import type { HeadersFunction } from "@remix-run/node";

/** A form's answer that asks to wait says how long on the page as well: what an action sends reaches no page by itself. docs/security.md, line 29. */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const seconds = actionHeaders.get("retry-after");
  return new Headers(seconds === null ? [] : [["Retry-After", seconds]]);
};
