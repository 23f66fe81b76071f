import type { IncomingHttpHeaders } from "node:http";
import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { createMiddleware } from "hono/factory";
import { withRequestSpan } from "~/tracing/request-route.server";
import type { PipelineEnv } from "./request-context";

const tracer = trace.getTracer("fabel");

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * One span for each request but health checks, from its head to the end of its response; the parent of all that the request does. Continues
 * the trace of a trusted proxy. Neither the address nor its query becomes an attribute: they contain ids of people, and tokens.
 * docs/decisions/0076-traces.md.
 */
export const requestSpan = createMiddleware<PipelineEnv>(async (c, next) => {
  const { incoming, outgoing } = c.env;
  if (/^\/(healthz|readyz|metrics)$/.test(c.req.path)) return next();
  const method = methods.has(incoming.method ?? "") ? String(incoming.method) : "_OTHER";
  const span = tracer.startSpan(
    method === "_OTHER" ? "HTTP" : method,
    { kind: SpanKind.SERVER, attributes: attributesOf(c.var, method) },
    parentOf(incoming.headers),
  );
  if (!isSpanContextValid(span.spanContext())) return next();
  outgoing.once("close", () => {
    const { statusCode, writableFinished } = outgoing;
    span.setAttribute("http.response.status_code", statusCode);
    if (statusCode >= 500) {
      span.setAttribute("error.type", String(statusCode));
      span.setStatus({ code: SpanStatusCode.ERROR });
    } else if (!writableFinished) span.setAttribute("error.type", "client_disconnected");
    span.end();
  });
  const within = withRequestSpan(trace.setSpan(context.active(), span), span, method);
  await context.with(within, next);
});

/** Other clients' headers have been removed (request-context.ts). */
function parentOf(headers: IncomingHttpHeaders) {
  return propagation.extract(ROOT_CONTEXT, headers);
}

function attributesOf({ origin, requestId, site }: PipelineEnv["Variables"], method: string) {
  const { hostname, protocol } = new URL(origin);
  return {
    "http.request.method": method,
    "url.scheme": protocol.replace(":", ""),
    // The host of a stranger's request is any text.
    ...(site === null ? {} : { "server.address": hostname }),
    // The id under which the log has this request.
    "fabel.request_id": requestId,
  };
}
