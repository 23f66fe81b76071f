import type { CallContext } from "~/clients/client";
import { currentClientInfo } from "~/clients/client-info.server";
import { getWiring } from "~/clients/wiring.server";
import { type Realm, realmOfHost } from "~/realms/realm";

/** Request data used by the session code: origin, realm, and the request id and client address set by the pipeline. */
export type RequestContext = {
  request: Request;
  origin: string;
  realm: Realm;
  requestId: string;
  ipAddress: string | null;
};

const contexts = new WeakMap<Request, RequestContext>();

export function requestContextOf(request: Request): RequestContext {
  const known = contexts.get(request);
  if (known) return known;
  const url = new URL(request.url);
  const context: RequestContext = {
    request,
    origin: url.origin,
    realm: realmOfHost(url.host, getWiring().hosts),
    ...(currentClientInfo() ?? { requestId: crypto.randomUUID(), ipAddress: null }),
  };
  contexts.set(request, context);
  return context;
}

/** The context of calls without a token. */
export function guestCallContext({ realm, requestId, ipAddress, origin }: RequestContext): CallContext {
  return { accessToken: null, realm, requestId, ipAddress, origin };
}
