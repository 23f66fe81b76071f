/**
 * Which lists are known to hold more than are counted. A count that stops at a thousand costs as much as all the rest of a page,
 * and a list of so many hardly ever falls below: who says 'more than 1,000' need not count again for a while.
 */
export type ManyKnown = { has(key: string): boolean; note(key: string): void; forget(key: string): void };

export function createManyKnown(options: { size?: number; milliseconds?: number; now?: () => number } = {}): ManyKnown {
  const { size = 2000, milliseconds = 600_000, now = Date.now } = options;
  const known = new Map<string, number>();
  return {
    has(key) {
      const until = known.get(key);
      if (until === undefined) return false;
      if (until > now()) return true;
      known.delete(key);
      return false;
    },
    note(key) {
      known.set(key, now() + milliseconds);
      // A Map keeps the order of insertion: the oldest goes first.
      const oldest = known.size > size ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
    },
    forget(key) {
      known.delete(key);
    },
  };
}
