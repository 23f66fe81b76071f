import { decodeJwt } from "jose";
import type { Transport } from "./client";
import type { FreshCache } from "./fresh-cache";

/** After every call that may change something, what is shown of the caller and of the person named in its path is dropped. */
export function droppingWrites(shown: Pick<FreshCache, "drop">, transport: Transport): Transport {
  return async (call, credentials, options) => {
    if (call.contract.method === "GET") return transport(call, credentials, options);
    try {
      return await transport(call, credentials, options);
    } finally {
      if (credentials.accessToken) shown.drop(String(decodeJwt(credentials.accessToken).sub));
      for (const id of Object.values((call.input.params ?? {}) as Record<string, unknown>)) shown.drop(String(id));
    }
  };
}
