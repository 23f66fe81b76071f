import type { ServerBuild } from "@remix-run/node";
import { createPageHandler } from "#server/http/page-handler";
import { processBackend } from "~/composition/process-backend.server";
import * as entryModule from "~/entry.server";
import * as rootModule from "~/root";
import routeTable from "~/routes";
import remixOptions from "../../remix.config.js";
import type { Browser } from "./session-scene";

/**
 * The real pages within a test: the product's own page handler with all routes of app/routes.ts, including loaders,
 * actions and rendering, without a build. A scene (session-scene.ts) must be created first.
 */

const modules = import.meta.glob<ServerBuild["routes"][string]["module"]>("../../app/routes/**/*.{ts,tsx}");

export type PageRoute = {
  /** As in the manifest: the file's path without extension, or the id from app/routes.ts. */
  id: string;
  parentId: string;
  /** Full path: `/controlpanel/:kind/:id`. */
  address: string;
  hasLoader: boolean;
  hasAction: boolean;
  hasErrorBoundary: boolean;
  /** Renders a page, unlike a resource route. */
  isPage: boolean;
};

type TableRow = Extract<Awaited<typeof routeTable>, unknown[]>[number];

async function readRoutes(): Promise<{ routes: ServerBuild["routes"]; pages: PageRoute[] }> {
  const routes: ServerBuild["routes"] = { root: { id: "root", path: "", module: rootModule as never } };
  const pages: PageRoute[] = [];
  const visit = async (row: TableRow, parentId: string, above: string): Promise<void> => {
    const id = row.id ?? row.file.replace(/\.tsx?$/, "");
    const load = modules[`../../app/${row.file}`];
    if (!load) throw new Error(`there is no ${row.file}`);
    const module = await load();
    const address = row.path ? `${above}/${row.path}` : above;
    routes[id] = { id, parentId, path: row.path, index: row.index, module };
    pages.push({
      id,
      parentId,
      address: address || "/",
      hasLoader: module.loader !== undefined,
      hasAction: module.action !== undefined,
      hasErrorBoundary: module.ErrorBoundary !== undefined,
      isPage: module.default !== undefined,
    });
    for (const child of row.children ?? []) await visit(child, id, address);
  };
  for (const row of await routeTable) await visit(row, "root", "");
  return { routes, pages };
}

export type PageServer = {
  routes: PageRoute[];
  /** For a server of its own, instead of `visit`. */
  build: ServerBuild;
  /** Doesn't follow redirects. */
  visit(request: Request): Promise<Response>;
  get(browser: Browser, path: string): Promise<Response>;
  /** Submits a form like a browser without script. */
  post(browser: Browser, path: string, form: FormFields): Promise<Response>;
};

export type FormFields = Record<string, string | string[]>;

export async function pageServer(): Promise<PageServer> {
  const { routes, pages } = await readRoutes();
  const assetRoutes = Object.values(routes).map(({ id, parentId, path, index, module }) => ({
    ...{ id, parentId, path, index, module: `/${id}.js`, imports: [], hasClientAction: false },
    hasClientLoader: module.clientLoader !== undefined,
    hasLoader: module.loader !== undefined,
    hasAction: module.action !== undefined,
    hasErrorBoundary: module.ErrorBoundary !== undefined,
  }));
  const build: ServerBuild = {
    mode: "test",
    entry: { module: entryModule as ServerBuild["entry"]["module"] },
    routes,
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(assetRoutes.map((route) => [route.id, route])) as never,
      url: "/manifest.js",
      version: "test",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: remixOptions.future as ServerBuild["future"],
    isSpaMode: false,
  };
  const handle = createPageHandler(build, "production");
  const visit = async (request: Request) => {
    request.headers.set("host", new URL(request.url).host);
    // The connection comes in on the requested address, where that is one.
    const localAddress = new URL(request.url).hostname;
    const clientInfo = { requestId: crypto.randomUUID(), ipAddress: "127.0.0.1", localAddress };
    const response = await processBackend().withClientInfo(clientInfo, () =>
      handle(request, { requestId: clientInfo.requestId, ipAddress: clientInfo.ipAddress, cspNonce: "nonce" }),
    );
    await refuseTokens(request, response);
    return response;
  };
  return {
    routes: pages,
    build,
    visit,
    get: (browser, path) => visit(browser.request(path)),
    post(browser, path, form) {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(form)) for (const each of [value].flat()) body.append(name, each);
      return visit(browser.request(path, { method: "POST", body, headers: { origin: browser.origin } }));
    },
  };
}

/** No page, for any role, may contain one of our tokens, in its data, its URL or a cookie. docs/security.md, line 1. */
async function refuseTokens(request: Request, response: Response): Promise<void> {
  const content = JSON.stringify([...response.headers]) + (await response.clone().text());
  const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(content)?.[0];
  if (token) throw new Error(`${request.method} ${request.url} lets a token out: ${token.slice(0, 20)}…`);
}
