import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DeviceHolder, OfflineBook, OfflineBookReader } from "./offline-book";

/** `profileId` is empty without a profile, because an index cannot contain null. */
type OwnerKey = [uid: string, profileId: string];

interface OfflineBooksDatabase extends DBSchema {
  books: { key: string; value: OfflineBook & { ownerKey: OwnerKey }; indexes: { owner: OwnerKey } };
  device: { key: "holder"; value: DeviceHolder };
}

let database: Promise<IDBPDatabase<OfflineBooksDatabase>> | null = null;

const reset = () => {
  database = null;
};

function opened(): Promise<IDBPDatabase<OfflineBooksDatabase>> {
  database ??= openDB<OfflineBooksDatabase>("fabel-kept-books", 2, {
    upgrade(created) {
      // Version 1 used another key; its books are downloaded again.
      for (const store of created.objectStoreNames) created.deleteObjectStore(store);
      created.createObjectStore("books", { keyPath: "offlineId" }).createIndex("owner", "ownerKey");
      created.createObjectStore("device");
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      reset();
    },
    terminated: reset,
  });
  database.catch(reset);
  return database;
}

const keyOf = ({ uid, profileId }: OfflineBookReader): OwnerKey => [uid, profileId ?? ""];

/**
 * The offline books of a device, for pages and the service worker. Users and book ids are stored here only; URLs and
 * cache names contain only `offlineId`.
 */
export const offlineBooks = {
  async save(book: OfflineBook): Promise<void> {
    await (await opened()).put("books", { ...book, ownerKey: keyOf(book) });
  },
  async find(offlineId: string): Promise<OfflineBook | undefined> {
    return (await opened()).get("books", offlineId);
  },
  async of(holder: OfflineBookReader): Promise<OfflineBook[]> {
    return (await opened()).getAllFromIndex("books", "owner", keyOf(holder));
  },
  async all(): Promise<OfflineBook[]> {
    return (await opened()).getAll("books");
  },
  /** Changes a book if it still exists, in one transaction. */
  async change(
    offlineId: string,
    change: Partial<Omit<OfflineBook, "offlineId" | "uid" | "profileId">>,
  ): Promise<void> {
    const transaction = (await opened()).transaction("books", "readwrite");
    const book = await transaction.store.get(offlineId);
    if (book) await transaction.store.put({ ...book, ...change });
    await transaction.done;
  },
  async remove(offlineId: string): Promise<void> {
    await (await opened()).delete("books", offlineId);
  },
  async clear(): Promise<void> {
    const transaction = (await opened()).transaction(["books", "device"], "readwrite");
    await transaction.objectStore("books").clear();
    await transaction.objectStore("device").clear();
    await transaction.done;
  },
  async holder(): Promise<DeviceHolder | null> {
    return (await (await opened()).get("device", "holder")) ?? null;
  },
  /** Sets the user whose books can be opened from now on; null: none. */
  async setHolder(holder: DeviceHolder | null): Promise<void> {
    const device = await opened();
    if (holder) await device.put("device", holder, "holder");
    else await device.delete("device", "holder");
  },
};
