import { createMiddleware } from "hono/factory";
import { misdirected, serves } from "~/realms/served-hosts";
import { isForeignWrite } from "~/security/foreign-request.server";
import { Rejection } from "./rejection";
import type { PipelineEnv } from "./request-context";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Folders in the path of a page. Our own have up to six; the framework matches all routes against each folder above a page, so that a
 * path of thousands would occupy the process for seconds.
 */
const deepestPage = 40;

/** Folders in all paths of one request for further routes, which are matched likewise; the links of a long list have about 200. */
const mostDiscovered = 500;

/** Rejects an invalid host, an address of another site, an unknown method and a path that is no page's. */
export const validTarget = createMiddleware<PipelineEnv>(async (c, next) => {
  const { method = "", url = "" } = c.env.incoming;
  if (!c.var.hasHost) throw new Rejection(400, "bad_request", "The Host header names no host", null);
  if (!url.startsWith("/")) throw new Rejection(400, "bad_request", "The address is not one of this site", null);
  if (!methods.includes(method)) {
    c.env.outgoing.setHeader("Allow", methods.join(", "));
    throw new Rejection(405, "method_not_allowed", "There is no such method", null);
  }
  const { path } = c.req;
  if (!isDecodable(path)) throw new Rejection(400, "bad_request", "The address cannot be read", "address");
  // The framework would take the first folder after two slashes for a host.
  const isDeep = !path.startsWith("/services/") && path.split("/").length > deepestPage;
  const discovered = path.endsWith("/__manifest") ? url.split(/\/|%2f/i).length : 0;
  if (discovered > mostDiscovered) throw new Rejection(400, "bad_request", "Too many addresses at once", null);
  if (path.startsWith("//") || isDeep) throw new Rejection(404, "not_found", "There is no such page", "address");
  await next();
});

/**
 * Serves our own hosts only: other names of a realm's site, and plain http where the site is on https, are redirected with path and query,
 * but writes over plain http are refused; any other host is misdirected (421). docs/security.md, line 34.
 */
export const servedHost = createMiddleware<PipelineEnv>(async (c, next) => {
  const { site, isPlainHttp } = c.var;
  const isRead = ["GET", "HEAD"].includes(c.req.method);
  if (site?.kind === "redirect" && (isRead || site.always)) {
    return c.redirect(site.origin + c.env.incoming.url, site.status);
  }
  if (!site || !serves(site, c.req.path)) throw new Rejection(421, "misdirected_request", misdirected, "address");
  if (isPlainHttp && site.origin.startsWith("https:")) {
    if (isRead) return c.redirect(site.origin + c.env.incoming.url, 308);
    // What it says has been readable on the way: carrying it out would hide the mistake.
    throw new Rejection(403, "forbidden", "A change may only be asked for over https", "insecure");
  }
  await next();
});

/** Rejects cross-site write requests of browsers. Programs send no Origin and pass. docs/security.md, line 3. */
export const csrf = createMiddleware<PipelineEnv>(async (c, next) => {
  if (isForeignWrite(c.req.raw, c.var.origin)) {
    throw new Rejection(403, "forbidden", "A change may only be asked for by this site itself", "foreign");
  }
  await next();
});

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
