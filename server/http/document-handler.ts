import type { AppLoadContext, EntryContext, RequestHandler, ServerBuild } from "@remix-run/node";
import { type AgnosticRouteMatch, type AgnosticRouteObject, matchRoutes } from "@remix-run/router";
import { handOver } from "~/hand-over.server";

/**
 * Answers the pages that are plainly read, whole or as data alone: their loaders are asked, and what they found goes to the page's writer. The framework
 * makes two requests for each loader, one more abort signal for each of those, and a stream of the data, whether or not anybody
 * reads it. Whatever is not plain (a redirect, an error, a header or status of a loader's own, a form) is the framework's, which is
 * given what the loaders have answered already: nothing is asked twice. Decision 25.
 */

type Routes = ServerBuild["routes"];
type Loader = NonNullable<Routes[string]["module"]["loader"]>;
type Branch = Array<AgnosticRouteMatch & { id: string; loader: Loader | undefined }>;

/** What does not change between two pages of the same routes, as the framework itself made it for the first of them. */
type Frame = EntryContext;

/** What loaders have answered to a request, by route, for the framework to go on with. */
type Answers = Map<string, Promise<unknown>>;

export type DocumentHandling = {
  /** The build for the framework: its loaders hand out what has been answered, its writer shows what pages are made of. */
  build: ServerBuild;
  /** Answers one path. @param rest what answers whatever is not plainly read, made of `build` */
  answering(path: string, rest: RequestHandler): PathHandler;
};

export type PathHandler = (request: Request, context: AppLoadContext | undefined, url: URL) => Promise<Response>;

/** @param tree the build's routes, as `matchRoutes` takes them */
export function createDocumentHandling(build: ServerBuild, tree: AgnosticRouteObject[]): DocumentHandling {
  const answered = new WeakMap<AppLoadContext, Answers>();
  const frames = new Map<string, Frame>();
  const write = build.entry.module.default;

  return {
    build: {
      ...build,
      routes: Object.fromEntries(Object.entries(build.routes).map(([id, route]) => [id, handingOut(id, route)])),
      entry: { module: { ...build.entry.module, default: showing } },
    },
    answering(path, rest) {
      const branch = branchOf(path);
      if (branch === null) return (request, context) => rest(request, context);
      const key = keyOf(branch.map(({ id }) => id));
      return async (request, context, url) => {
        if (!context) return rest(request, context);
        const frame = isPlainlyAsked(request, url) ? frames.get(key) : undefined;
        const answer = frame
          ? await answerPlainly(request, context, { url, branch, frame })
          : await answerData(request, context, branch, dataAskedFor(request, url));
        return answer ?? rest(request, context);
      };
    },
  };

  function handingOut(id: string, route: Routes[string]): Routes[string] {
    const { loader } = route.module;
    if (!loader) return route;
    const handed: Loader = (args) => (answered.get(args.context)?.get(id) as ReturnType<Loader>) ?? loader(args);
    return { ...route, module: { ...route.module, loader: handed } };
  }

  function showing(...[request, status, headers, frame, context]: Parameters<typeof write>): ReturnType<typeof write> {
    const { matches, errors } = frame.staticHandlerContext;
    const key = keyOf(matches.map(({ route }) => route.id));
    if (request.method === "GET" && errors === null && status === 200 && !frames.has(key)) {
      frames.set(key, withoutData(frame));
    }
    return write(request, status, headers, frame, context);
  }

  /** The routes of a page that may be plainly read; null for anything else. */
  function branchOf(path: string): Branch | null {
    const branch = (matchRoutes(tree, path, build.basename) ?? []).map((match) => {
      const id = match.route.id as string;
      return { ...match, id, module: build.routes[id]?.module, loader: build.routes[id]?.module.loader };
    });
    return branch.at(-1)?.module?.default && !branch.some(({ module }) => module?.headers) ? branch : null;
  }

  /** null where the framework must go on. */
  async function answerPlainly(
    request: Request,
    context: AppLoadContext,
    { url, branch, frame }: { url: URL; branch: Branch; frame: Frame },
  ): Promise<Response | null> {
    const answers = asked(branch, request, context);
    try {
      const found = await plainlyFound(answers);
      if (!found || request.signal.aborted) return null;
      const loaderData: Record<string, unknown> = {};
      for (const { id } of branch) loaderData[id] = found.has(id) ? found.get(id) : null;
      return await write(request, 200, new Headers(), pageContext(frame, url, branch, loaderData), context);
    } catch {
      // The framework meets the same, and knows which page says so.
      return null;
    }
  }

  /** What loaders found, as the framework hands it to a browser that goes on; null where the framework must go on itself. */
  async function answerData(
    request: Request,
    context: AppLoadContext,
    branch: Branch,
    data: DataAskedFor | null,
  ): Promise<Response | null> {
    if (!data) return null;
    const wanted = data.routes ? branch.filter(({ id, loader }) => loader && data.routes?.has(id)) : branch;
    const answers = asked(wanted, new Request(data.url, { headers: request.headers }), context);
    try {
      const found = await plainlyFound(answers);
      const text = found && handOver(Object.fromEntries(wanted.map(({ id }) => [id, { data: found.get(id) ?? null }])));
      if (!text) return null;
      return new Response(text, { headers: { "Content-Type": "text/x-script", "X-Remix-Response": "yes" } });
    } catch {
      return null;
    }
  }

  function asked(branch: Branch, request: Request, context: AppLoadContext): Answers {
    const answers: Answers = new Map();
    for (const { id, params, loader } of branch) {
      if (!loader) continue;
      const answer = new Promise((resolve) => resolve(loader({ request, context, params })));
      answers.set(id, answer);
    }
    answered.set(context, answers);
    return answers;
  }
}

/** What all loaders found, by route; null where one of them found more than data. */
async function plainlyFound(answers: Answers): Promise<Map<string, unknown> | null> {
  const values = await Promise.all(answers.values());
  const all = new Map<string, unknown>();
  for (const [index, id] of [...answers.keys()].entries()) {
    const found = plainData(values[index]);
    if (!found) return null;
    all.set(id, found.data);
  }
  return all;
}

/** Of a page's loaders those of some routes, null for all; the address as the loaders see it. */
type DataAskedFor = { url: URL; routes: ReadonlySet<string> | null };

function dataAskedFor(request: Request, { href, pathname, searchParams }: URL): DataAskedFor | null {
  if (request.method !== "GET" || !pathname.endsWith(".data")) return null;
  if (searchParams.has("index") || searchParams.has("_data")) return null;
  const url = new URL(href);
  url.pathname = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  const routes = url.searchParams.get("_routes");
  if (routes === "") return null;
  url.searchParams.delete("_routes");
  return { url, routes: routes === null ? null : new Set(routes.split(",")) };
}

/** Nothing of the visit that a frame was made for: it serves everybody. */
function withoutData(frame: EntryContext): Frame {
  return {
    ...frame,
    staticHandlerContext: {
      ...frame.staticHandlerContext,
      loaderData: {},
      loaderHeaders: {},
      actionData: null,
      actionHeaders: {},
      activeDeferreds: null,
    },
    serverHandoffStream: undefined,
    renderMeta: {},
  };
}

/** The framework's own parameters are its own affair, and it writes queries anew before a loader sees them. */
function isPlainlyAsked(request: Request, { pathname, search, searchParams }: URL): boolean {
  if (request.method !== "GET" || pathname.endsWith(".data")) return false;
  if (search === "") return true;
  return !["index", "_routes", "_data"].some((name) => searchParams.has(name)) && `?${searchParams}` === search;
}

function keyOf(ids: string[]): string {
  return ids.join(" ");
}

/** What a loader found, where it says nothing of status and headers; null for whatever is more than data. */
function plainData(value: unknown): { data: unknown } | null {
  if (value === undefined || value instanceof Response) return null;
  if (typeof value !== "object" || value === null) return { data: value };
  if ("subscribe" in value) return null;
  if (!("type" in value && value.type === "DataWithResponseInit" && "data" in value && "init" in value)) {
    return { data: value };
  }
  const init = (value.init ?? {}) as ResponseInit;
  const hasHeaders = init.headers !== undefined && [...new Headers(init.headers)].length > 0;
  return init.status === undefined && !hasHeaders ? { data: value.data } : null;
}

function pageContext(frame: Frame, url: URL, branch: Branch, loaderData: Record<string, unknown>): EntryContext {
  const { pathname, search, hash } = url;
  const { matches } = frame.staticHandlerContext;
  return {
    ...frame,
    staticHandlerContext: {
      ...frame.staticHandlerContext,
      location: { pathname, search, hash, state: null, key: "default" },
      matches: branch.map(({ params, pathname, pathnameBase }, index) => ({
        ...{ params, pathname, pathnameBase },
        route: matches[index]?.route as (typeof matches)[number]["route"],
      })),
      loaderData: loaderData as EntryContext["staticHandlerContext"]["loaderData"],
    },
    renderMeta: {},
  };
}
