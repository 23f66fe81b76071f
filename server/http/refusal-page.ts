import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { RefusalReason } from "~/shell/refusal-reason";

/**
 * Where nothing has a page of its own (a file, a way to somewhere else, the door itself) and refuses somebody who went there with the whole
 * window, the product's error page says so with the same status: a person is never left with a bare line, or with nothing. Programs,
 * frames and pictures get what was said. Spec 1, section 2 "Error page".
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
  const show = refusing(build, id, mode, {
    refusalOf: (context) => new Response(null, { status: statuses.get(context) }),
  });
  return async (request, context = {}) => {
    const answered = await answer(request, context);
    if (answered.status < 400 || !isWholeWindow((name) => request.headers.get(name))) return answered;
    statuses.set(context, answered.status);
    return show(new Request(request.url, { headers: request.headers }), context);
  };
}

/** The page of a request that was refused before any route was asked. */
export type RefusalPage = (
  refusal: { status: number; reason: RefusalReason },
  request: { url: string; method: "GET" | "POST"; headers: Headers },
  context: AppLoadContext,
) => Promise<Response>;

/**
 * It sends no script, which would go on from an address that it cannot read, or that a form was sent to.
 * @param id a route that takes any address
 */
export function createRefusalPage(build: ServerBuild, id: string, mode: string | undefined): RefusalPage {
  const refusals = new WeakMap<AppLoadContext, Parameters<RefusalPage>[0]>();
  const refusalOf = (context: AppLoadContext) => {
    const { status, reason } = refusals.get(context) ?? {};
    return new Response(reason, { status });
  };
  // No other route may answer what was refused: it would do what a mere visit to it does.
  const kept = ["root", id];
  const assets = { ...build.assets, routes: only(build.assets.routes, kept) };
  const small = { ...build, assets, routes: only(build.routes, kept) };
  const show = refusing(small, id, mode, { refusalOf, handle: { isPlain: true } });
  return (refusal, request, context) => {
    refusals.set(context, refusal);
    return show(new Request(request.url, request), context);
  };
}

/** Shows the error page in the place of a route. */
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
 * Whether somebody went there with the whole window. Older browsers don't say for what they ask, but which kinds of answers they
 * would like.
 * @param header reads one header of the request, by its small letters
 */
export function isWholeWindow(header: (name: string) => string | null | undefined): boolean {
  const destination = header("sec-fetch-dest");
  if (destination) return destination === "document";
  return header("accept")?.includes("text/html") ?? false;
}

export function only<Part>(all: Record<string, Part>, ids: string[]): Record<string, Part> {
  return Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])));
}
