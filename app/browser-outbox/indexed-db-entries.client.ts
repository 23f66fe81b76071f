import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { EntryStore, Lane, NewEntry, OutboxEntry } from "./outbox-entry";

/** `profileId` is empty without a profile, because an index cannot contain null. */
type LaneKey = [uid: string, profileId: string, kind: string];

type StoredEntry = NewEntry & { order?: number; laneKey: LaneKey; stateKey?: [...LaneKey, string] };

interface OutboxDatabase extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { lane: LaneKey; state: [...LaneKey, string] } };
}

const databaseName = "fabel-outbox";

/** Entries in IndexedDB. Each call is one transaction, so that a crash stores an entry completely or not at all. */
export function createIndexedDbEntries(): EntryStore {
  let database: Promise<IDBPDatabase<OutboxDatabase>> | null = null;
  const opened = () => {
    database ??= open(() => {
      database = null;
    });
    database.catch(() => {
      database = null;
    });
    return database;
  };
  return {
    async add(entry) {
      const laneKey = keyOf(entry.lane);
      const stateKey: [...LaneKey, string] | null = entry.key === null ? null : [...laneKey, entry.key];
      const transaction = (await opened()).transaction("entries", "readwrite");
      const entries = transaction.store;
      if (stateKey) for (const order of await entries.index("state").getAllKeys(stateKey)) await entries.delete(order);
      const order = await entries.add({ ...entry, laneKey, ...(stateKey && { stateKey }) });
      await transaction.done;
      return { ...entry, order };
    },
    async first(lane, limit) {
      const stored = await (await opened()).getAllFromIndex("entries", "lane", keyOf(lane), limit);
      return stored.map(entryOf);
    },
    async remove(removed) {
      const transaction = (await opened()).transaction("entries", "readwrite");
      for (const { order } of removed) await transaction.store.delete(order);
      await transaction.done;
    },
    async count(lane) {
      return (await opened()).countFromIndex("entries", "lane", keyOf(lane));
    },
  };
}

function open(closed: () => void): Promise<IDBPDatabase<OutboxDatabase>> {
  return openDB<OutboxDatabase>(databaseName, 1, {
    upgrade(created) {
      const entries = created.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
      entries.createIndex("lane", "laneKey");
      entries.createIndex("state", "stateKey");
    },
    // Closes the database, so that another tab can upgrade it to a newer version.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      closed();
    },
    terminated: closed,
  });
}

function keyOf({ owner, kind }: Lane): LaneKey {
  return [owner.uid, owner.profileId ?? "", kind];
}

function entryOf({ laneKey: _lane, stateKey: _state, order, ...entry }: StoredEntry): OutboxEntry {
  if (order === undefined) throw new Error("A stored entry has no place in its queue");
  return { ...entry, order };
}
