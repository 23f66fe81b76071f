/**
 * Keeps answers for a while, for showing and never for deciding: rights are asked anew at every request. docs/product/shell.md#data-caches:
 * me, organisations and groups stay fresh for 5 minutes; docs/product/control-panel.md#limits: lists for 3.
 */

export type FreshCache = {
  /**
   * What is kept under the key, or what `load` finds. Several who ask at once wait for one load; a failed one is not kept.
   * @param owner whose data it is: their writes drop it
   */
  find<Value>(key: string, owner: string, load: () => Promise<Value>, options?: KeepOptions<Value>): Promise<Value>;
  /** Forgets all that is an owner's; what is being loaded at that moment is not kept either. */
  drop(owner: string): void;
};

export type KeepOptions<Value> = {
  /** Milliseconds; `freshFor` where nothing is said. */
  duration?: number;
  /** Loads whatever is kept. */
  isForced?: boolean;
  /** What holds nothing is not kept, so that the next one who asks fetches again. */
  isEmpty?: (value: Value) => boolean;
  /** How much room it takes beside an answer of one; known when it is there. */
  weigh?: (value: Value) => number;
};

type Entry = { owner: string; value: Promise<unknown>; until: number; weight: number };

/** Milliseconds for which an answer stays fresh. docs/product/shell.md#limits. */
export const freshFor = 300_000;

export function createFreshCache({ duration = freshFor, size = 5000, now = Date.now } = {}): FreshCache {
  const entries = new Map<string, Entry>();
  const keysOf = new Map<string, Set<string>>();
  let weightOfAll = 0;

  return {
    async find<Value>(
      key: string,
      owner: string,
      load: () => Promise<Value>,
      options: KeepOptions<Value> = {},
    ): Promise<Value> {
      const kept = entries.get(key);
      if (!options.isForced && kept && kept.owner === owner && kept.until > now()) return kept.value as Promise<Value>;
      const entry: Entry = { owner, value: load(), until: now() + (options.duration ?? duration), weight: 1 };
      remove(key);
      entries.set(key, entry);
      weightOfAll += entry.weight;
      keysOf.set(owner, (keysOf.get(owner) ?? new Set()).add(key));
      makeRoom();
      try {
        const value = (await entry.value) as Value;
        if (entries.get(key) !== entry) return value;
        if (options.isEmpty?.(value)) remove(key);
        else if (options.weigh) weigh(entry, options.weigh(value));
        return value;
      } catch (error) {
        if (entries.get(key) === entry) remove(key);
        throw error;
      }
    },

    drop(owner) {
      for (const key of [...(keysOf.get(owner) ?? [])]) remove(key);
    },
  };

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    weightOfAll -= entry.weight;
    const keys = keysOf.get(entry.owner);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(entry.owner);
  }

  function weigh(entry: Entry, weight: number): void {
    weightOfAll += weight - entry.weight;
    entry.weight = weight;
    makeRoom();
  }

  /** A map keeps the order of entry: the first is the oldest. */
  function makeRoom(): void {
    while (weightOfAll > size) remove(entries.keys().next().value as string);
  }
}
