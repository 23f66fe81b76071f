import type { CallContext } from "~/clients/client";
import { currentPeer } from "~/clients/peer.server";
import { getWiring } from "~/clients/wiring.server";
import { type Realm, realmOfHost } from "~/realms/realm";

/** A request as the session sees it: from which host and realm, by whom our own server says. */
export type Visit = {
  request: Request;
  origin: string;
  realm: Realm;
  requestId: string;
  ipAddress: string | null;
};

const visits = new WeakMap<Request, Visit>();

export function visitOf(request: Request): Visit {
  const known = visits.get(request);
  if (known) return known;
  const url = new URL(request.url);
  const visit: Visit = {
    request,
    origin: url.origin,
    realm: realmOfHost(url.host, getWiring().hosts),
    ...(currentPeer() ?? { requestId: crypto.randomUUID(), ipAddress: null }),
  };
  visits.set(request, visit);
  return visit;
}

/** Calls on nobody's behalf. */
export function visitorCredentials({ realm, requestId, ipAddress, origin }: Visit): CallContext {
  return { accessToken: null, realm, requestId, ipAddress, origin };
}
