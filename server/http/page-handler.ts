import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router";
import { createCache } from "~/caching/create-cache";
import { isDatabaseUnavailable } from "~/db/.server/unavailable";
import type { RefusalReason } from "~/http/refusal-reason";
import { FormRequest } from "~/http/unreadable-form.server";
import { nameRequestRoute } from "~/tracing/request-route.server";
import { pagePath } from "./page-path";
import { isPageless, only, withRefusalPage } from "./refusal-page";

/**
 * Serves the pages of a build with Remix's request handlers. Remix flattens, ranks and builds all routes of its build several times per
 * request, so each path gets a handler with only the routes of that path and of the paths above it: the same routes that the browser
 * receives with its first page. docs/decisions/0023-route-subsets.md.
 */

type Routes = ServerBuild["routes"];
type Module = Routes[string]["module"];
type Loader = NonNullable<Module["loader"]>;

/** Maximum number of paths whose handler is cached, and maximum length of such a path in characters. */
const cachedPaths = 5000;
const longestCached = 200;

/** The handler for one set of routes. */
type RouteSet = { build: ServerBuild; tree: AgnosticRouteObject[]; handle: RequestHandler };

/** The handler for a path, and the pattern of the route that matches it; null if none does. */
type PathHandler = { handle: RequestHandler; route: string | null };

/** @param mode NODE_ENV */
export function createPageHandler(bare: ServerBuild, mode: string | undefined): RequestHandler {
  const build = withFailureResponses(bare);
  const whole = createRequestHandler(build, mode);
  const find = createRouteFinder(build.routes, build.basename);
  const byRoutes = new Map<string, RouteSet>();
  const byPath = createCache<PathHandler>({ name: "page-handlers", limit: cachedPaths });

  return (request, context) => {
    const { handle, route } = handlerFor(pagePath(new URL(request.url).pathname));
    if (route !== null) nameRequestRoute(route);
    return handle(request, context);
  };

  function handlerFor(path: string): PathHandler {
    const known = byPath.get(path);
    if (known) return known;
    const handler = handlerOf(path, find(path));
    if (path.length <= longestCached) byPath.set(path, handler);
    return handler;
  }

  function handlerOf(path: string, ids: string[] | null): PathHandler {
    if (ids === null) return { handle: whole, route: null };
    const set = routeSetOf(ids);
    const matches = (matchRoutes(set.tree, path, build.basename) ?? []).map(({ route }) => route);
    const id = matches.at(-1)?.id;
    const route = id === undefined ? undefined : set.build.routes[id];
    const handle =
      route && isPageless(route) ? withRefusalPage(set.handle, { build: set.build, id: route.id, mode }) : set.handle;
    return { handle, route: patternOf(matches) };
  }

  /** Creates at most one set per page. */
  function routeSetOf(ids: string[]): RouteSet {
    const key = ids.join(" ");
    const known = byRoutes.get(key);
    if (known) return known;
    const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
    const part = { ...build, assets, routes: only(build.routes, ids) };
    const made = { build: part, tree: treeOf(part.routes), handle: createRequestHandler(part, mode) };
    byRoutes.set(key, made);
    return made;
  }
}

/**
 * Finds the ids of the routes that match a path and the paths above it, in the build's own order; null if the whole build must handle
 * the path: no route matches, or it is the framework's own address for further routes.
 */
export function createRouteFinder(routes: Routes, basename = "/"): (path: string) => string[] | null {
  const tree = treeOf(routes);
  return (path) => {
    if (path.endsWith("/__manifest") || matchRoutes(tree, path, basename) === null) return null;
    const routeIds = new Set(
      pathsAbove(path).flatMap((each) => (matchRoutes(tree, each, basename) ?? []).map(({ route }) => route.id)),
    );
    return Object.keys(routes).filter((id) => routeIds.has(id));
  };
}

/** Such as `/controlpanel/:kind/:id`. */
function patternOf(matches: AgnosticRouteObject[]): string {
  return `/${matches.flatMap(({ path }) => path || []).join("/")}`;
}

/** `/`, `/a`, `/a/b` for `/a/b`: each may have an index route that the browser must know. */
function pathsAbove(path: string): string[] {
  const segments = path.split("/").filter(Boolean);
  return ["/", ...segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}`), path];
}

export function treeOf(routes: Routes, parentId?: string): AgnosticRouteObject[] {
  return Object.values(routes)
    .filter((route) => (route.parentId || undefined) === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: treeOf(routes, id) },
    );
}

/**
 * The build with loaders and actions that respond with the error page where they would fail with 500 through no fault of the product: 503 if
 * a service or a database is unavailable, which is reported as usual, and 415 or 400 for a form that cannot be read.
 * docs/product/shell.md#error-page.
 */
function withFailureResponses(build: ServerBuild): ServerBuild {
  const { handleError } = build.entry.module;
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const module: Module = { ...route.module };
    if (loader) module.loader = respondingUnavailable(loader, handleError);
    if (action) module.action = respondingUnavailable(readingForms(action), handleError);
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function readingForms(action: Loader): Loader {
  return (args) => action({ ...args, request: new FormRequest(args.request) });
}

function respondingUnavailable(loader: Loader, report: ServerBuild["entry"]["module"]["handleError"]): Loader {
  return async (args) => {
    try {
      return await loader(args);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      report?.(error, args);
      throw new Response("unavailable" satisfies RefusalReason, { status: 503 });
    }
  };
}

/** Compares by name, because the process and the pages are built separately and have different classes. */
function isUnavailable(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true;
  if (!(error instanceof Error) || error.name !== "ServiceError" || !("code" in error)) return false;
  return error.code === "unreachable" || error.code === "timeout";
}
