import { readEnvironment } from "~/environment.server";
import type { Realm } from "~/realms/realm";
import { createServedHosts, misdirected, type ServedHosts } from "~/realms/served-hosts";
import type { CallContext } from "./client";
import { currentClientInfo } from "./client-info.server";

/** Request data used by the session code: origin, realm, and the request id and client address set by the pipeline. */
export type RequestContext = {
  request: Request;
  origin: string;
  realm: Realm;
  requestId: string;
  ipAddress: string | null;
  /** The address of this machine that the connection came in on; null where the process does not know it. */
  localAddress: string | null;
};

const contexts = new WeakMap<Request, RequestContext>();

let servedHosts: ServedHosts | undefined;

/** The hosts that the environment of this process names, with the public origin of each realm. */
export function hostsOfProcess(): ServedHosts {
  servedHosts ??= createServedHosts(readEnvironment());
  return servedHosts;
}

/** @throws Response 421 for a host that serves no pages: in our own process the pipeline has rejected it before. docs/security.md, line 34. */
export function requestContextOf(request: Request): RequestContext {
  const known = contexts.get(request);
  if (known) return known;
  const { protocol, host } = new URL(request.url);
  const { requestId = crypto.randomUUID(), ipAddress = null, localAddress = null } = currentClientInfo() ?? {};
  const scheme = protocol === "https:" ? "https" : "http";
  const site = hostsOfProcess().find({ protocol: scheme, host, localAddress });
  if (site?.kind !== "pages") throw new Response(misdirected, { status: 421 });
  const context: RequestContext = {
    request,
    origin: site.origin,
    realm: site.realm,
    requestId,
    ipAddress,
    localAddress,
  };
  contexts.set(request, context);
  return context;
}

/** The context of calls without a token. */
export function guestCallContext({ realm, requestId, ipAddress, origin }: RequestContext): CallContext {
  return { accessToken: null, realm, requestId, ipAddress, origin };
}
