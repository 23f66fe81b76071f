import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router";
import { createDocumentHandling, type DocumentHandling, type PathHandler } from "./document-handler";
import { isPageless, only, withRefusalPage } from "./refusal-page";
import { withUnavailableResponses } from "./unavailable-page";

/**
 * Answers the pages of one build. The framework flattens, ranks and builds every route it knows several times a page. So a path is
 * answered by a handler that knows the routes of that path and of the paths above it and nothing else: the same ones that a
 * browser is told of with its first page. Decision 25.
 */

type Routes = ServerBuild["routes"];

/** Paths whose routes are remembered, and how long one may be to be worth it. */
const rememberedPaths = 5000;
const longestRemembered = 200;

/** What answers the paths of one set of routes. */
type Handling = { routes: Routes; documents: DocumentHandling; rest: RequestHandler };

/** @param mode NODE_ENV */
export function createPageHandler(bare: ServerBuild, mode: string | undefined): RequestHandler {
  const build = withUnavailableResponses(bare);
  const whole = createRequestHandler(build, mode);
  const find = createRouteFinder(build.routes, build.basename);
  const byRoutes = new Map<string, Handling>();
  const byPath = new Map<string, PathHandler>();

  return (request, context) => {
    const url = new URL(request.url);
    return handlerFor(pagePath(url.pathname))(request, context, url);
  };

  function handlerFor(path: string): PathHandler {
    const known = byPath.get(path);
    if (known) return known;
    const handler = handlerOf(path, find(path));
    if (path.length <= longestRemembered) {
      if (byPath.size >= rememberedPaths) byPath.clear();
      byPath.set(path, handler);
    }
    return handler;
  }

  function handlerOf(path: string, ids: string[] | null): PathHandler {
    if (ids === null) return whole;
    const { routes, documents, rest } = handlingOf(ids);
    const id = matchRoutes(treeOf(routes), path, build.basename)?.at(-1)?.route.id;
    const route = id === undefined ? undefined : routes[id];
    if (route && isPageless(route)) return withRefusalPage(rest, { build: documents.build, id: route.id, mode });
    // In development, pages need what the framework's own server for it adds to them.
    return mode === "development" ? rest : documents.answering(path, rest);
  }

  /** As many as there are pages at most. */
  function handlingOf(ids: string[]): Handling {
    const key = ids.join(" ");
    const known = byRoutes.get(key);
    if (known) return known;
    const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
    const routes = only(build.routes, ids);
    const documents = createDocumentHandling({ ...build, routes, assets }, treeOf(routes));
    const made = { routes, documents, rest: createRequestHandler(documents.build, mode) };
    byRoutes.set(key, made);
    return made;
  }
}

/**
 * Finds the ids of the routes that a path and the paths above it lead through, in the build's own order; null where the whole build
 * must answer: no route, or the framework's own address for further routes.
 */
export function createRouteFinder(routes: Routes, basename = "/"): (path: string) => string[] | null {
  const tree = treeOf(routes);
  return (path) => {
    if (path.endsWith("/__manifest") || matchRoutes(tree, path, basename) === null) return null;
    const found = new Set(
      pathsAbove(path).flatMap((each) => (matchRoutes(tree, each, basename) ?? []).map(({ route }) => route.id)),
    );
    return Object.keys(routes).filter((id) => found.has(id));
  };
}

/** The page that is asked for, itself or as data alone: the framework's own way of naming the latter. */
function pagePath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
}

/** `/`, `/a`, `/a/b` of `/a/b`: each may have an index route that the browser must know. */
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
