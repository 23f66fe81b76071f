import { randomBytes } from "node:crypto";
import type { AppLoadContext, RequestHandler, ServerBuild } from "@remix-run/node";
import type { Context } from "hono";
import type { ProcessBackend } from "~/composition/process-backend.server";
import type { Environment } from "~/environment.server";
import { createPageHandler } from "./page-handler";
import { headersOf } from "./public-request";
import { createRefusalPage, isWholeWindow, type RefusalPage } from "./refusal-page";
import type { Rejection } from "./rejection";
import type { PipelineEnv } from "./request-context";
import { pageContentPolicy } from "./security-headers";

export type PagesParts = {
  environment: Environment;
  /** The framework's build; read for each request, since it changes in development. */
  build(): Promise<ServerBuild>;
  backend(): Promise<ProcessBackend>;
  isDevelopment: boolean;
};

export type ServedPages = {
  /** Renders a page, or runs a resource route. */
  page(c: Context<PipelineEnv>): Promise<Response>;
  /** The error page for a rejected request, if a user or a page's script is waiting for one; else null. */
  rejectionPage(c: Context<PipelineEnv>, rejection: Rejection): Promise<Response> | null;
};

/** Renders pages with the framework's request handler, with a nonce and security headers. */
export function createPages(parts: PagesParts): ServedPages {
  const handlersOf = createHandlers(process.env.NODE_ENV);

  return {
    async page(c) {
      const { handle } = handlersOf(await parts.build());
      return respond(c, (context) => handle(c.req.raw, context));
    },
    rejectionPage(c, rejection) {
      const { reason, status } = rejection;
      const { path } = c.req;
      const isSentByScript = c.env.incoming.method === "POST" && path.endsWith(".data");
      const isWindow = isWholeWindow((name) => c.req.header(name));
      if (reason === null || path.startsWith("/services/") || !(isSentByScript || isWindow)) return null;
      const method = isSentByScript ? "POST" : "GET";
      // Only the link back to a form needs the query. An address that cannot be read is not given to the framework.
      const isForm = reason === "tooLarge" && method === "GET";
      const search = isForm ? new URL(c.req.url).search : "";
      const nowhere = isSentByScript ? "/nowhere.data" : "/nowhere";
      const url = c.var.origin + (reason === "address" ? nowhere : path + search);
      return respond(c, async (context) => {
        const { refuse } = handlersOf(await parts.build());
        return refuse({ reason, status }, { url, method, headers: headersOf(c.env.incoming) }, context);
      });
    },
  };

  async function respond(
    c: Context<PipelineEnv>,
    render: (context: AppLoadContext) => Promise<Response>,
  ): Promise<Response> {
    const { requestId, ipAddress, localAddress, isSecure } = c.var;
    const { outgoing } = c.env;
    const nonce = randomBytes(16).toString("base64");
    const backend = await parts.backend();
    const work = () => render({ requestId, ipAddress, backend, cspNonce: nonce });
    const response = await backend.withClientInfo({ requestId, ipAddress, localAddress }, work);
    if (response.status === 503) outgoing.setHeader("Retry-After", "10");
    // A page may be personal, and shared tablets must not cache it. docs/security.md, line 25.
    if (!response.headers.has("cache-control")) outgoing.setHeader("Cache-Control", "no-store");
    if (response.headers.get("content-type")?.includes("text/html")) {
      const options = { path: c.req.path, nonce, isSecure, isDevelopment: parts.isDevelopment };
      outgoing.setHeader("Content-Security-Policy", pageContentPolicy(parts.environment, options));
    }
    return response;
  }
}

type Handlers = { handle: RequestHandler; refuse: RefusalPage };

/** Caches one set of handlers per build. */
function createHandlers(mode: string | undefined): (build: ServerBuild) => Handlers {
  const cache = new WeakMap<ServerBuild, Handlers>();
  return (build) => {
    const handlers = cache.get(build) ?? {
      handle: createPageHandler(build, mode),
      refuse: createRefusalPage(build, "routes/not-found", mode),
    };
    cache.set(build, handlers);
    return handlers;
  };
}
