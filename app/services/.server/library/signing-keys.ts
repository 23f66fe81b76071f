import { createCache } from "~/caching/create-cache";
import type { Database, Databases } from "~/db/.server/connect";
import { type Region, regions } from "~/realms/realm";
import { newSigningKey, type SigningKey } from "./signing";
import { currentSigningKey, findSigningKey } from "./store";

/** The signing keys of all regions, cached; a signature names its key. */
export type SigningKeys = {
  current(region: Region): Promise<SigningKey>;
  /** The public key with that id, in PEM; null if it is not ours. */
  publicKey(id: string): Promise<string | null>;
};

export function signingKeysOf(databases: Databases): SigningKeys {
  const current = createCache<Promise<SigningKey>>({ name: "content-signing-keys", limit: regions.length });
  const publicKeys = createCache<string>({ name: "content-public-keys", limit: 100 });
  return {
    current: (region) => current.getOrMake(region, () => currentSigningKey(databases[region], newSigningKey)),
    async publicKey(id) {
      const cached = publicKeys.get(id);
      if (cached || !/^K[0-9A-F]{13}$/.test(id)) return cached ?? null;
      for (const database of distinct(regions.map((region) => databases[region]))) {
        const key = await findSigningKey(database, id);
        if (key) publicKeys.set(id, key.publicKey);
      }
      return publicKeys.get(id) ?? null;
    },
  };
}

function distinct(databases: Database[]): Database[] {
  return [...new Set(databases)];
}
