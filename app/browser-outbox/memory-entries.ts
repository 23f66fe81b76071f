import { type EntryStore, isSameOwner, type Lane, type OutboxEntry } from "./outbox-entry";

/** Entries in memory: for browsers that refuse IndexedDB, and for tests. They are lost with the page. */
export function createMemoryEntries(): EntryStore {
  let entries: OutboxEntry[] = [];
  let order = 0;
  const inLane = (lane: Lane) => (entry: OutboxEntry) =>
    entry.lane.kind === lane.kind && isSameOwner(entry.lane.owner, lane.owner);
  return {
    async add(entry) {
      order += 1;
      const added = { ...entry, order };
      const isReplaced = (other: OutboxEntry) => other.key === entry.key && inLane(entry.lane)(other);
      if (entry.key !== null) entries = entries.filter((other) => !isReplaced(other));
      entries.push(added);
      return added;
    },
    first: async (lane, limit) => entries.filter(inLane(lane)).slice(0, limit),
    async remove(removed) {
      const orders = new Set(removed.map((entry) => entry.order));
      entries = entries.filter((entry) => !orders.has(entry.order));
    },
    count: async (lane) => entries.filter(inLane(lane)).length,
  };
}
