import type { CallContext } from "~/clients/client";
import { currentPeer } from "~/clients/peer.server";
import { getWiring } from "~/clients/wiring.server";
import { type Realm, realmOfHost } from "~/realms/realm";

/** What the session code needs of a request: origin, realm, and the request id and client address set by the pipeline. */
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

/** The context of calls without a token. */
export function visitorCredentials({ realm, requestId, ipAddress, origin }: Visit): CallContext {
  return { accessToken: null, realm, requestId, ipAddress, origin };
}
