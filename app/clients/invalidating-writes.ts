import { decodeJwt } from "jose";
import type { DisplayCache } from "~/caching/display-cache";
import type { Transport } from "./client";

/** After every non-GET call, invalidates the display cache of the caller and of the people named in its path. */
export function invalidatingWrites(displayCache: Pick<DisplayCache, "drop">, transport: Transport): Transport {
  return async (call, credentials, options) => {
    if (call.contract.method === "GET") return transport(call, credentials, options);
    try {
      return await transport(call, credentials, options);
    } finally {
      if (credentials.accessToken) displayCache.drop(String(decodeJwt(credentials.accessToken).sub));
      for (const id of Object.values((call.input.params ?? {}) as Record<string, unknown>))
        displayCache.drop(String(id));
    }
  };
}
