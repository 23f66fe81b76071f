import { createMiddleware } from "hono/factory";
import type { Environment } from "~/environment.server";
import { frenchAddress } from "~/realms/realm";
import { isForeignWrite } from "~/security/foreign-request.server";
import { Rejection } from "./rejection";
import type { PipelineEnv } from "./request-context";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Rejects an invalid host, an address of another site, an unknown method and a path that cannot be decoded. */
export const validTarget = createMiddleware<PipelineEnv>(async (c, next) => {
  const { method = "", url = "" } = c.env.incoming;
  if (!isOrigin(c.var.origin)) throw new Rejection(400, "bad_request", "The Host header names no host", null);
  if (!url.startsWith("/")) throw new Rejection(400, "bad_request", "The address is not one of this site", null);
  if (!methods.includes(method)) {
    c.env.outgoing.setHeader("Allow", methods.join(", "));
    throw new Rejection(405, "method_not_allowed", "There is no such method", null);
  }
  if (!isDecodable(c.req.path)) throw new Rejection(400, "bad_request", "The address cannot be read", "address");
  await next();
});

/** Redirects from the other French domain to the French one, with the same path and method. */
export function frenchRedirect({ franceOtherDomain, domains }: Pick<Environment, "franceOtherDomain" | "domains">) {
  return createMiddleware<PipelineEnv>(async (c, next) => {
    const address = frenchAddress(c.var.origin + c.env.incoming.url, franceOtherDomain, domains);
    if (address === null) return next();
    return c.redirect(address, ["GET", "HEAD"].includes(c.req.method) ? 301 : 308);
  });
}

/** Rejects cross-site write requests of browsers. Programs send no Origin and pass. docs/security.md, line 3. */
export const csrf = createMiddleware<PipelineEnv>(async (c, next) => {
  if (isForeignWrite(c.req.raw)) {
    throw new Rejection(403, "forbidden", "A change may only be asked for by this site itself", "foreign");
  }
  await next();
});

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text.toLowerCase().replace(/:(80|443)$/, "");
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
