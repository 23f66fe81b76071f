import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import compression from "compression";
import { type Context, Hono } from "hono";
import { canonicalHost, createServedHosts } from "~/realms/served-hosts";
import { accessLog } from "./access-log";
import { type ConnectMiddleware, fromConnect } from "./connect";
import { metricsPage, readiness } from "./health";
import type { Metrics } from "./metrics";
import { createPages, type PagesParts } from "./pages";
import type { ProcessLog } from "./process-log";
import { publicRequest } from "./public-request";
import { Rejection } from "./rejection";
import { csrf, servedHost, validTarget } from "./request-checks";
import { type PipelineEnv, requestContext, requestPathOf } from "./request-context";
import { requestSpan } from "./request-span";
import { safeResponses } from "./response-body";
import { commonHeaders, pagelessPolicy, securityHeaders } from "./security-headers";
import { services } from "./services";
import { type BrowserFiles, staticFiles } from "./static-files";
import { testPayments } from "./test-payments";

type PipelineParts = Omit<PagesParts, "isDevelopment"> & {
  files: BrowserFiles;
  log: ProcessLog;
  metrics: Metrics;
  isStopping(): boolean;
  /** Origin of the stand-in for the payment provider; null without one. */
  testPayments: string | null;
};

/**
 * The middleware pipeline, in order. Headers common to all responses are set on Node's own response (`c.env.outgoing`) beforehand, so
 * that static files have them too; a header of the response itself replaces them.
 */
export function createPipeline(parts: PipelineParts): RequestListener {
  const { environment, files, log, metrics, backend } = parts;
  const pages = createPages({ ...parts, isDevelopment: "middleware" in files });
  const app = new Hono<PipelineEnv>({ getPath: requestPathOf });

  const hosts = createServedHosts(environment);
  app.use(requestContext(hosts, environment.trustedProxies)); // request id, client address, what the host serves
  app.use(accessLog(log, metrics)); // one log entry and one measurement when the response is closed
  app.use(requestSpan); // the trace of the request, where traces are sent
  app.use(securityHeaders(environment)); // headers of every response

  // For any host, or none.
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", readiness(parts));
  app.get("/metrics", metricsPage(metrics, environment.metricsToken));

  app.use(fromConnect(compress)); // brotli or gzip
  app.use(validTarget); // 400 for an invalid host or path, 405 for the method
  app.use(servedHost); // redirects from other names of a site; 421 for a host that is not ours
  app.use(publicRequest); // the Request for services and pages; 413 for a body that is too large
  app.use(csrf); // 403 for a write request from another site

  app.use(staticFiles(files)); // from the build; in development from Vite
  app.all("/assets/*", (c) => c.text("Not found", 404, { "Cache-Control": "no-store" })); // for a page of another version, which reloads
  app.use(safeResponses(reportFailure)); // handles errors in all response bodies below
  app.all("/services/:call{.+}", services(backend));
  app.all("/test-payments/*", testPayments(parts.testPayments)); // only in a demo
  app.all("*", pages.page);

  app.onError(async (error, c) => {
    const { outgoing } = c.env;
    const rejection = [error, error.cause].find((each) => each instanceof Rejection);
    const clientError = rejection ? null : clientErrorOf(error);
    if (!rejection && !clientError) reportFailure(c, error);
    if (outgoing.headersSent) {
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (clientError) return errorResponse(clientError, "bad_request", "The request cannot be fulfilled");
    if (!rejection) return errorResponse(500, "internal_error", "Something went wrong");
    // Close the connection instead of waiting for the rest of a body that is too large.
    if (rejection.status === 413) outgoing.setHeader("Connection", "close");
    const { status, code, message } = rejection;
    return (await pages.rejectionPage(c, rejection)) ?? errorResponse(status, code, message);
  });

  const options = { overrideGlobalObjects: false, autoCleanupIncoming: false, errorHandler: rejectMalformed };
  const listener = getRequestListener(app.fetch, options) as RequestListener;
  return (incoming, outgoing) => {
    const { headers, headersDistinct } = incoming;
    // Node keeps the first of several, a proxy in front may have judged by another: the adapter rejects a request without any.
    if ((headersDistinct.host?.length ?? 0) > 1) delete headers.host;
    // Load balancers check by address or, in HTTP/1.0, without a Host header. The adapter would reject that, and unusual forms of a host.
    const host = isHealthCheck(incoming) ? "localhost" : canonicalHost(headers.host ?? "");
    if (host !== null) headers.host = host;
    return listener(incoming, outgoing);
  };

  function reportFailure(c: Context<PipelineEnv>, error: unknown): void {
    if (c.req.raw.signal.aborted) return;
    const { requestId } = c.var;
    log.error({ requestId, err: error }, "a request failed");
    void backend().then(
      ({ errors }) => errors.report(error, { where: "process", requestId }),
      () => undefined,
    );
  }

  /** The adapter cannot create a Request for an invalid address or host, so no middleware handles these. */
  function rejectMalformed(error: unknown): Response {
    const requestId = randomUUID();
    const isMalformed = error instanceof RequestError;
    if (isMalformed) log.info({ requestId, status: 400, reason: error.message });
    else log.error({ requestId, err: error }, "a request failed");
    const response = isMalformed
      ? errorResponse(400, "bad_request", "The address or the Host header cannot be read")
      : errorResponse(500, "internal_error", "Something went wrong");
    const headers = { ...commonHeaders({ isSecure: false }), "X-Request-Id": requestId };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }
}

/** The status of a client's mistake that a middleware for files found, such as 416 for a range beyond the end; null for other errors. */
function clientErrorOf(error: Error & { status?: unknown }): number | null {
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}

function isHealthCheck({ method = "", url = "" }: { method?: string; url?: string }): boolean {
  return ["GET", "HEAD"].includes(method) && /^\/(healthz|readyz|metrics)(\?|$)/.test(url);
}

/** Compresses responses, except media, which are compressed already, and byte ranges, which must stay unchanged. */
const compress = compression({
  filter: (incoming, outgoing) => !outgoing.hasHeader("Content-Range") && compression.filter(incoming, outgoing),
}) as unknown as ConnectMiddleware;

/** An error in the format of the services. */
function errorResponse(status: number, error: string, message: string): Response {
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": pagelessPolicy,
  };
  return new Response(JSON.stringify({ error, message }), { status, headers });
}
