import { createCache } from "./create-cache";

/**
 * Caches responses for display; services check permissions on every request. Me, organisations and groups are cached for 5 minutes, lists
 * for 3. docs/product/shell.md, docs/product/control-panel.md.
 */
export type DisplayCache = {
  /**
   * The cached value, else the result of `load`. Concurrent callers share one load; a failed one is not cached.
   * @param owner uid of the person to whom the data belongs: their writes invalidate it
   */
  find<Value>(
    key: string,
    owner: string,
    load: () => Promise<Value>,
    options?: CacheFindOptions<Value>,
  ): Promise<Value>;
  /** Invalidates all entries of an owner. The result of a load in progress is not cached either. */
  drop(owner: string): void;
};

export type CacheFindOptions<Value> = {
  /** Milliseconds; `displayTtl` by default. */
  ttl?: number;
  /** Loads even if a value is cached. */
  isForced?: boolean;
  /** Empty values are not cached, so that the next caller loads again. */
  isEmpty?: (value: Value) => boolean;
  /** Size of the loaded value; 1 by default. */
  sizeOf?: (value: Value) => number;
};

type Entry = { owner: string; value: Promise<unknown>; size: number };

/** Milliseconds for which a response is cached. */
export const displayTtl = 300_000;

/** @param limit sum of the values' sizes */
export function createDisplayCache({ limit = 5000, now }: { limit?: number; now?: () => number } = {}): DisplayCache {
  const entries = createCache<Entry>({
    name: "display",
    limit,
    ttl: displayTtl,
    sizeOf: ({ size }) => size,
    ...(now ? { now } : {}),
  });

  return {
    async find<Value>(
      key: string,
      owner: string,
      load: () => Promise<Value>,
      { ttl, isForced = false, isEmpty, sizeOf }: CacheFindOptions<Value> = {},
    ): Promise<Value> {
      const ownKey = `${owner} ${key}`;
      const cached = isForced ? undefined : entries.get(ownKey);
      if (cached) return cached.value as Promise<Value>;
      const entry: Entry = { owner, value: load(), size: 1 };
      entries.set(ownKey, entry, ttl);
      const isCurrent = () => entries.peek(ownKey) === entry;
      try {
        const value = (await entry.value) as Value;
        if (isCurrent() && isEmpty?.(value)) entries.delete(ownKey);
        else if (isCurrent() && sizeOf) entries.set(ownKey, { ...entry, size: sizeOf(value) }, ttl);
        return value;
      } catch (error) {
        if (isCurrent()) entries.delete(ownKey);
        throw error;
      }
    },

    drop: (owner) => entries.deleteWhere((entry) => entry.owner === owner),
  };
}
