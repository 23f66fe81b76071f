import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DeviceHolder, Holder, KeptBook } from "./kept-book";

/** No profile: an index holds no null. */
type OwnerKey = [uid: string, profileId: string];

interface KeptBooksDatabase extends DBSchema {
  books: { key: string; value: KeptBook & { ownerKey: OwnerKey }; indexes: { owner: OwnerKey } };
  device: { key: "holder"; value: DeviceHolder };
}

let database: Promise<IDBPDatabase<KeptBooksDatabase>> | null = null;

const forget = () => {
  database = null;
};

function opened(): Promise<IDBPDatabase<KeptBooksDatabase>> {
  database ??= openDB<KeptBooksDatabase>("fabel-kept-books", 1, {
    upgrade(created) {
      created.createObjectStore("books", { keyPath: "keptId" }).createIndex("owner", "ownerKey");
      created.createObjectStore("device");
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  database.catch(forget);
  return database;
}

const keyOf = ({ uid, profileId }: Holder): OwnerKey => [uid, profileId ?? ""];

/** What the device keeps, for pages and the service worker alike. Of whom and what stands here alone; addresses and caches name only `keptId`. */
export const keptBooks = {
  async save(book: KeptBook): Promise<void> {
    await (await opened()).put("books", { ...book, ownerKey: keyOf(book) });
  },
  async find(keptId: string): Promise<KeptBook | undefined> {
    return (await opened()).get("books", keptId);
  },
  async of(holder: Holder): Promise<KeptBook[]> {
    return (await opened()).getAllFromIndex("books", "owner", keyOf(holder));
  },
  async all(): Promise<KeptBook[]> {
    return (await opened()).getAll("books");
  },
  /** Changes what is still there, in one transaction. */
  async change(keptId: string, change: Partial<Omit<KeptBook, "keptId" | "uid" | "profileId">>): Promise<void> {
    const transaction = (await opened()).transaction("books", "readwrite");
    const book = await transaction.store.get(keptId);
    if (book) await transaction.store.put({ ...book, ...change });
    await transaction.done;
  },
  async remove(keptId: string): Promise<void> {
    await (await opened()).delete("books", keptId);
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
  /** Whose books open here from now on; null: nobody's. */
  async setHolder(holder: DeviceHolder | null): Promise<void> {
    const device = await opened();
    if (holder) await device.put("device", holder, "holder");
    else await device.delete("device", "holder");
  },
};
