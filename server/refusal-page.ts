import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

/**
 * Where a route without a page of its own (a file, a way to somewhere else) refuses somebody who went there with the whole window, the
 * product's error page says so with the same status: a person is never left with a bare line, or with nothing. Programs, frames and
 * pictures get what the route said. Spec 1, section 2 "Error page".
 */

/** Whether nothing of a route can be shown. */
export function isPageless({ module }: ServerBuild["routes"][string]): boolean {
  return module.default === undefined && module.ErrorBoundary === undefined;
}

/** @param id the pageless route that answers; `build` need hold no more than it and those above it */
export function withRefusalPage(
  answer: RequestHandler,
  { build, id, mode }: { build: ServerBuild; id: string; mode: string | undefined },
): RequestHandler {
  const statuses = new WeakMap<AppLoadContext, number>();
  const route = build.routes[id] as ServerBuild["routes"][string];
  const loader = ({ context }: { context: AppLoadContext }) => {
    throw new Response(null, { status: statuses.get(context) });
  };
  const refusing = { ...route, module: { default: () => null, loader } };
  const show = createRequestHandler({ ...build, routes: { ...build.routes, [id]: refusing } }, mode);
  return async (request, context = {}) => {
    const answered = await answer(request, context);
    if (answered.status < 400 || !isWholeWindow(request)) return answered;
    statuses.set(context, answered.status);
    return show(new Request(request.url, { headers: request.headers }), context);
  };
}

/** Older browsers don't say for what they ask, but which kinds of answers they would like. */
function isWholeWindow({ headers }: Request): boolean {
  const destination = headers.get("sec-fetch-dest");
  if (destination !== null) return destination === "document";
  return headers.get("accept")?.includes("text/html") ?? false;
}
