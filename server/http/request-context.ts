import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { createMiddleware } from "hono/factory";
import type { Environment } from "~/environment.server";
import { isHost, type ServedHosts, type Site } from "~/realms/served-hosts";
import { createClientAddressReader } from "./client-address";

/** Request data for every middleware. `c.req.path` is the path as sent, without the query. */
export type HttpRequestContext = {
  requestId: string;
  /** When the head of the request had arrived. */
  arrivedAt: Date;
  /** When the response before it had been sent on the same connection; null for the first request, and for a proxy's connection. */
  previousResponseAt: Date | null;
  ipAddress: string | null;
  /** What the requested host serves; null for a host that is not ours. */
  site: Site | null;
  /** Whether Host, or X-Forwarded-Host of a trusted proxy, has the form of a host. */
  hasHost: boolean;
  /** Origin of the site, e.g. `https://se.example`; a made-up one for a host that is not ours. */
  origin: string;
  /** Whether the browser is on https. */
  isSecure: boolean;
  /** Whether a trusted proxy says that the browser is on plain http. */
  isPlainHttp: boolean;
  /** Whether the peer, trusted or not, says that it asks for somebody else. */
  isForwarded: boolean;
  /** The address of this machine that the connection came in on. */
  localAddress: string | null;
};

/** Node's own messages (`c.env.incoming`, `c.env.outgoing`) and the request's context (`c.var`). */
export type PipelineEnv = { Bindings: HttpBindings; Variables: HttpRequestContext };

/** A request's path as sent: still encoded, without the query. The adapter has already resolved dots and backslashes in its URL. */
export function requestPathOf({ url }: Pick<Request, "url">): string {
  return url.slice(url.indexOf("/", "https://".length)).split(/[?#]/, 1)[0] ?? "/";
}

/** Headers that only a trusted proxy may send, but for X-Request-Id. */
const proxyHeaders = /^(x-forwarded-.*|traceparent|tracestate|baggage)$/;

const wellFormedId = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Assigns the request id and determines the client. Uses the id of a trusted proxy; removes X-Forwarded-* headers and the context of a
 * trace from other clients.
 */
export function requestContext(hosts: ServedHosts, trusted: Environment["trustedProxies"]) {
  const clientAddressOf = createClientAddressReader({ trusted, isConfigured: hosts.isConfigured });
  const lastResponses = new WeakMap<Socket, Date>();
  return createMiddleware<PipelineEnv>(async (c, next) => {
    c.set("arrivedAt", new Date());
    const { incoming, outgoing } = c.env;
    const { headers } = incoming;
    const { isTrusted, ipAddress, protocol, host = "", localAddress } = clientAddressOf(incoming);
    const isPlainHttp = isTrusted && headers["x-forwarded-proto"] !== undefined && protocol === "http";
    const site = hosts.find({ protocol, host, localAddress });
    const isForwarded = headers["x-forwarded-for"] !== undefined;
    c.set("isForwarded", isForwarded);
    // A proxy sends requests of different clients on one connection.
    c.set("previousResponseAt", isForwarded ? null : (lastResponses.get(incoming.socket) ?? null));
    outgoing.once("finish", () => lastResponses.set(incoming.socket, new Date()));
    if (!isTrusted) for (const name of Object.keys(headers)) if (proxyHeaders.test(name)) delete headers[name];
    const given = headers["x-request-id"];
    const keepsGiven = isTrusted && typeof given === "string" && wellFormedId.test(given);
    const requestId = keepsGiven ? given : randomUUID();
    c.set("requestId", requestId);
    c.set("ipAddress", ipAddress);
    c.set("site", site);
    c.set("hasHost", isHost(host));
    c.set("origin", site?.origin ?? `${protocol}://host.invalid`);
    c.set("isSecure", (site?.origin ?? protocol).startsWith("https"));
    c.set("isPlainHttp", isPlainHttp);
    c.set("localAddress", localAddress);
    outgoing.setHeader("X-Request-Id", requestId);
    await next();
  });
}
