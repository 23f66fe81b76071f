import type { Credentials } from "../clients/client";
import { getWiring } from "../clients/wiring.server";
import { type Realm, realmOfHost } from "../realms/realm";

/** A request as the session sees it: from which host and realm, by whom our own server says. */
export type Visit = {
  request: Request;
  origin: string;
  realm: Realm;
  requestId: string;
  ipAddress: string | null;
};

/** Headers by which our own server tells the pages what it knows; it drops those that a browser sends. */
export const requestIdHeader = "x-request-id";

const visits = new WeakMap<Request, Visit>();

export function visitOf(request: Request): Visit {
  const known = visits.get(request);
  if (known) return known;
  const url = new URL(request.url);
  const visit: Visit = {
    request,
    origin: url.origin,
    realm: realmOfHost(url.host, getWiring().hosts),
    requestId: request.headers.get(requestIdHeader) ?? crypto.randomUUID(),
    ipAddress: request.headers.get("x-client-address"),
  };
  visits.set(request, visit);
  return visit;
}

/** Calls on nobody's behalf. */
export function visitorCredentials({ realm, requestId, ipAddress, origin }: Visit): Credentials {
  return { accessToken: null, realm, requestId, ipAddress, origin };
}
