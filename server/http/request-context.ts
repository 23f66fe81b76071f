import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { createMiddleware } from "hono/factory";
import { createClientAddressReader } from "./client-address";

/** Request data for every middleware. `c.req.path` is the path as sent, without the query. */
export type RequestContext = {
  requestId: string;
  ipAddress: string | null;
  /** Public origin, e.g. `https://se.example`. */
  origin: string;
  /** Whether the request came over https. */
  isSecure: boolean;
};

/** Node's own messages (`c.env.incoming`, `c.env.outgoing`) and the request's context (`c.var`). */
export type PipelineEnv = { Bindings: HttpBindings; Variables: RequestContext };

/** A request's path as sent: still encoded, without the query. The adapter has already resolved dots and backslashes in its URL. */
export function pathOf({ url }: Pick<Request, "url">): string {
  return url.slice(url.indexOf("/", "https://".length)).split(/[?#]/, 1)[0] ?? "/";
}

const wellFormedId = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Assigns the request id and determines the client. Uses the id of a trusted proxy; removes X-Forwarded-* headers from other clients.
 */
export function requestContext(trustedProxies: string[] | number) {
  const clientAddressOf = createClientAddressReader(trustedProxies);
  return createMiddleware<PipelineEnv>(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const { headers } = incoming;
    const { isTrusted, ipAddress, protocol, host } = clientAddressOf(incoming);
    if (!isTrusted) for (const name of Object.keys(headers)) if (name.startsWith("x-forwarded-")) delete headers[name];
    const given = headers["x-request-id"];
    const keepsGiven = isTrusted && typeof given === "string" && wellFormedId.test(given);
    const requestId = keepsGiven ? given : randomUUID();
    c.set("requestId", requestId);
    c.set("ipAddress", ipAddress);
    c.set("origin", `${protocol}://${host ?? ""}`);
    c.set("isSecure", protocol === "https");
    outgoing.setHeader("X-Request-Id", requestId);
    await next();
  });
}
