import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { type RefusalReason, refusalReasons } from "~/http/refusal-reason";

/**
 * The product's error page for responses without a page: from a route without one (a file, a redirect) and from the request pipeline.
 * Only a navigation gets it; programs, frames and images get the bare response. docs/product/shell.md#error-page.
 */

/** Whether a route has neither a page nor an error page. */
export function isPageless({ module }: ServerBuild["routes"][string]): boolean {
  return module.default === undefined && module.ErrorBoundary === undefined;
}

/** @param id the pageless route that responds; `build` needs only this route and its parents */
export function withRefusalPage(
  handle: RequestHandler,
  { build, id, mode }: { build: ServerBuild; id: string; mode: string | undefined },
): RequestHandler {
  const refusals = new WeakMap<AppLoadContext, Response>();
  const show = refusing(build, id, mode, {
    refusalOf: (context) => refusals.get(context) ?? new Response(null, { status: 500 }),
  });
  return async (request, context = {}) => {
    const response = await handle(request, context);
    if (response.status < 400 || !isWholeWindow((name) => request.headers.get(name))) return response;
    const body = await response.text();
    const reason = refusalReasons.find((each) => each === body);
    refusals.set(context, new Response(reason, { status: response.status }));
    return show(new Request(request.url, { headers: request.headers }), context);
  };
}

/** The error page for a request that the pipeline rejects. */
export type RefusalPage = (
  refusal: { status: number; reason: RefusalReason },
  request: { url: string; method: "GET" | "POST"; headers: Headers },
  context: AppLoadContext,
) => Promise<Response>;

/**
 * The page has no script, because hydration would navigate from an address that cannot be read, or that a form was sent to.
 * @param id a route that accepts any address
 */
export function createRefusalPage(build: ServerBuild, id: string, mode: string | undefined): RefusalPage {
  const refusals = new WeakMap<AppLoadContext, Parameters<RefusalPage>[0]>();
  const refusalOf = (context: AppLoadContext) => {
    const { status, reason } = refusals.get(context) ?? {};
    return new Response(reason, { status });
  };
  // No other route may run, because its loader would have side effects as on a normal request.
  const ids = ["root", id];
  const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
  const small = { ...build, assets, routes: only(build.routes, ids) };
  const show = refusing(small, id, mode, { refusalOf, handle: { isPlain: true } });
  return (refusal, request, context) => {
    refusals.set(context, refusal);
    return show(new Request(request.url, request), context);
  };
}

/** Renders the error page in place of a route. */
function refusing(
  build: ServerBuild,
  id: string,
  mode: string | undefined,
  { refusalOf, handle }: { refusalOf: (context: AppLoadContext) => Response; handle?: object },
): RequestHandler {
  const route = build.routes[id] as ServerBuild["routes"][string];
  const refuse = ({ context }: { context: AppLoadContext }) => {
    throw refusalOf(context);
  };
  const module = { default: () => null, ...(handle ? { handle } : {}), loader: refuse, action: refuse };
  return createRequestHandler({ ...build, routes: { ...build.routes, [id]: { ...route, module } } }, mode);
}

/**
 * Whether a browser navigates its whole window. Older browsers send no Sec-Fetch-Dest; for them Accept decides.
 * @param header reads one header of the request by its lower-case name
 */
export function isWholeWindow(header: (name: string) => string | null | undefined): boolean {
  const destination = header("sec-fetch-dest");
  if (destination) return destination === "document";
  return header("accept")?.includes("text/html") ?? false;
}

export function only<Part>(all: Record<string, Part>, ids: string[]): Record<string, Part> {
  return Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])));
}
