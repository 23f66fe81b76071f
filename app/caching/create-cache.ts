import { LRUCache } from "lru-cache";

/** In-process LRU caches. Authorisation never reads one. Decision 15. */

type CacheOptions<Value> = {
  /** Label of the metrics. Of several caches with the same name, the metrics show the one created last. */
  name: string;
  /** Maximum number of entries or, with `sizeOf`, maximum sum of their sizes. */
  limit: number;
  /** Size of an entry in the unit of `limit`. A larger value counts as `limit`, so that it is cached alone. */
  sizeOf?: (value: Value) => number;
  /** Milliseconds from `set` until an entry expires; entries without it do not expire. */
  ttl?: number;
  /** Milliseconds of a monotonic clock; above 0. */
  now?: () => number;
};

export type Cache<Value> = {
  get(key: string): Value | undefined;
  /** As `get`, but does not count as a use. */
  peek(key: string): Value | undefined;
  has(key: string): boolean;
  /** @param ttl milliseconds, overrides the cache's own */
  set(key: string, value: Value, ttl?: number): void;
  /** The cached value, else the result of `make`. A promise that rejects is removed. */
  getOrMake(key: string, make: () => Value): Value;
  delete(key: string): void;
  /** Iterates over all entries. */
  deleteWhere(matches: (value: Value) => boolean): void;
  clear(): void;
};

/** `size` is the number of entries, or the sum of their sizes if the limit is one of sizes. */
export type CacheUse = { name: string; hits: number; misses: number; size: number; limit: number };

const uses = new Map<string, () => CacheUse>();

/** Metrics of each cache in this process, by name. */
export function cacheUses(): CacheUse[] {
  return [...uses.values()].map((use) => use());
}

export function createCache<Value extends NonNullable<unknown>>(options: CacheOptions<Value>): Cache<Value> {
  const { name, limit, sizeOf, ttl, now } = options;
  const entries = new LRUCache<string, Value>({
    ...(sizeOf
      ? {
          maxSize: limit,
          sizeCalculation: (value: Value) => Math.min(limit, Math.max(1, Math.ceil(sizeOf(value)))),
        }
      : { max: limit }),
    ...(ttl === undefined ? {} : { ttl }),
    ttlResolution: 0,
    ...(now ? { perf: { now } } : {}),
  });
  let hits = 0;
  let misses = 0;
  uses.set(name, () => ({ name, hits, misses, limit, size: sizeOf ? entries.calculatedSize : entries.size }));

  function get(key: string): Value | undefined {
    const value = entries.get(key);
    if (value === undefined) misses += 1;
    else hits += 1;
    return value;
  }

  return {
    get,
    peek: (key) => entries.peek(key),
    has: (key) => get(key) !== undefined,
    set: (key, value, ownTtl) => void entries.set(key, value, ownTtl === undefined ? {} : { ttl: ownTtl }),
    getOrMake(key, make) {
      const cached = get(key);
      if (cached !== undefined) return cached;
      const value = make();
      entries.set(key, value);
      if (value instanceof Promise) {
        value.catch(() => {
          if (entries.peek(key) === value) entries.delete(key);
        });
      }
      return value;
    },
    delete: (key) => void entries.delete(key),
    deleteWhere(matches) {
      for (const [key, value] of [...entries.entries()]) if (matches(value)) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}
