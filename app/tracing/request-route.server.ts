import { type Context, context, createContextKey, type Span } from "@opentelemetry/api";

/** The route of the current request's span, which only the code behind the pipeline knows. */

type RequestSpan = { span: Span; method: string; hasRoute: boolean };

/** The same key in the process's bundle and in that of the pages, since it is made by name. */
const key = createContextKey("fabel.request-span");

export function withRequestSpan(within: Context, span: Span, method: string): Context {
  return within.setValue(key, { span, method, hasRoute: false } satisfies RequestSpan);
}

/**
 * Names the span of the request after its route. Only the first call counts: a page that calls services stays a page.
 * @param pattern e.g. `/controlpanel/:kind/:id`; never the address itself, which may contain ids of people
 */
export function nameRequestRoute(pattern: string): void {
  const request = context.active().getValue(key) as RequestSpan | undefined;
  if (!request || request.hasRoute) return;
  request.hasRoute = true;
  request.span.setAttribute("http.route", pattern);
  request.span.updateName(`${request.method} ${pattern}`);
}
