import type { Database, Databases } from "~/db/.server/connect";
import { type Region, regions } from "~/realms/realm";
import { newSigningKey, type SigningKey } from "./signing";
import { currentSigningKey, findSigningKey } from "./store";

/** The keys of all regions, read once; a signature names its key. */
export type SigningKeys = {
  current(region: Region): Promise<SigningKey>;
  /** The public key of that id, in PEM; null for one that is not ours. */
  publicKey(id: string): Promise<string | null>;
};

export function signingKeysOf(databases: Databases): SigningKeys {
  const current = new Map<Region, Promise<SigningKey>>();
  const known = new Map<string, string>();
  return {
    current(region) {
      const found = current.get(region) ?? currentSigningKey(databases[region], newSigningKey);
      current.set(region, found);
      found.catch(() => current.delete(region));
      return found;
    },
    async publicKey(id) {
      const cached = known.get(id);
      if (cached || !/^K[0-9A-F]{13}$/.test(id)) return cached ?? null;
      for (const database of distinct(regions.map((region) => databases[region]))) {
        const key = await findSigningKey(database, id);
        if (key) known.set(id, key.publicKey);
      }
      return known.get(id) ?? null;
    },
  };
}

function distinct(databases: Database[]): Database[] {
  return [...new Set(databases)];
}
