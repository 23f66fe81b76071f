import type { DisplayCache } from "~/caching/display-cache";
import type { Caller } from "~/services/.server/directory/caller";
import type { AnyEndpoint, AnyService } from "./endpoint";

/** Wraps a service so that every call that is no GET invalidates the display cache of the caller and of the people named in its path. */
export function invalidatingService<Wrapped extends AnyService>(
  service: Wrapped,
  displayCache: Pick<DisplayCache, "drop">,
): Wrapped {
  const endpoints = Object.entries(service.endpoints).map(([name, endpoint]) => [
    name,
    endpoint.contract.method === "GET" ? endpoint : invalidating(endpoint, displayCache),
  ]);
  return { ...service, endpoints: Object.fromEntries(endpoints) };
}

function invalidating(endpoint: AnyEndpoint, displayCache: Pick<DisplayCache, "drop">): AnyEndpoint {
  return {
    ...endpoint,
    async authorise(input: { params?: Record<string, unknown> }, caller: Caller) {
      const handle = await endpoint.authorise(input as never, caller);
      return async () => {
        try {
          return await handle();
        } finally {
          if (caller.user) displayCache.drop(caller.user.uid);
          for (const id of Object.values(input.params ?? {})) displayCache.drop(String(id));
        }
      };
    },
  };
}
