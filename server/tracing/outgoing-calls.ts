import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { isTraced, noteFailure } from "~/tracing/spans.server";

/**
 * A span for each HTTP request that leaves the process within a trace, whether sent by fetch or by a library over node:http, and for each
 * attempt of a repeated one. Both report their requests on channels of node:diagnostics_channel, in the context of the caller.
 * Only requests to our own services carry the trace's context: no other company learns of it.
 */

/** What fetch publishes. DiagnosticsChannel, in the documentation of undici. */
type FetchRequest = { origin: string | URL; method: string; addHeader(name: string, value: string): void };

type Target = { method: string; url: URL; send(name: string, value: string): void };

const tracer = trace.getTracer("fabel");

/**
 * @param ownOrigins origins of our own services
 * @returns ends the observation
 */
export function traceOutgoingCalls(ownOrigins: ReadonlySet<string>): () => void {
  const spans = new WeakMap<object, Span>();

  function begin(request: object, { method, url, send }: Target): void {
    const isTracedCall = isTraced();
    const span = isTracedCall ? startSpan(method, url) : null;
    if (span) spans.set(request, span);
    if (!ownOrigins.has(url.origin)) return;
    const within = span ? trace.setSpan(context.active(), span) : context.active();
    const carrier: Record<string, string> = {};
    propagation.inject(within, carrier);
    for (const [name, value] of Object.entries(carrier)) send(name, value);
  }

  function noteStatus(request: object, status: number): void {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", status);
    if (status < 400) return;
    span?.setAttribute("error.type", String(status));
    span?.setStatus({ code: SpanStatusCode.ERROR });
  }

  function end(request: object, error?: unknown): void {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (error !== undefined) noteFailure(span, error);
    span.end();
  }

  const listeners: Array<[channel: string, listener: (message: unknown) => void]> = [
    [
      "undici:request:create",
      (message) => {
        const { request } = message as { request: FetchRequest };
        const url = new URL(request.origin);
        begin(request, { method: request.method, url, send: (name, value) => request.addHeader(name, value) });
      },
    ],
    [
      "undici:request:headers",
      (message) => {
        const { request, response } = message as { request: object; response: { statusCode: number } };
        noteStatus(request, response.statusCode);
      },
    ],
    ["undici:request:trailers", (message) => end((message as { request: object }).request)],
    [
      "undici:request:error",
      (message) => {
        const { request, error } = message as { request: object; error: unknown };
        end(request, error);
      },
    ],
    [
      "http.client.request.start",
      (message) => {
        const { request } = message as { request: ClientRequest };
        const address = `${request.protocol}//${request.getHeader("host") ?? request.host}`;
        // An error in a listener would end the process.
        if (!URL.canParse(address)) return;
        const url = new URL(address);
        // The head may be on its way already. Our own services are called by fetch, so nothing is lost.
        begin(request, { method: request.method, url, send: () => undefined });
        request.once("close", () => end(request));
      },
    ],
    [
      "http.client.response.finish",
      (message) => {
        const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
        noteStatus(request, response.statusCode ?? 0);
      },
    ],
    [
      "http.client.request.error",
      (message) => {
        const { request, error } = message as { request: ClientRequest; error: unknown };
        end(request, error);
      },
    ],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}

/** Neither path nor query: they contain ids of people, and tokens. */
function startSpan(method: string, { hostname, port, protocol }: URL): Span {
  return tracer.startSpan(method, {
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": method,
      "server.address": hostname,
      "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
      "url.scheme": protocol.replace(":", ""),
    },
  });
}
