import { createDeliveryLane, type DeliveryLane, type OneAtATime, type Sender } from "./delivery-lane";
import { createMemoryEntries } from "./memory-entries";
import { type EntryStore, type OutboxEntry, type OutboxKind, type OutboxOwner, outboxKinds } from "./outbox-entry";

/**
 * What this browser has to send for one person (and profile): marks, entries of the reading log, events, drafts of answers.
 * Entries wait in the store until the server has accepted them: without network, through a reload, a crash of the tab and an
 * ended sign-in. They are sent once and in order, kind by kind, by one tab at a time. docs/product/reader.md#offline.
 * A feature adds entries and need not wait; pages of the owner send them, also ones that were added by an earlier page:
 * const outbox = browserOutbox({ uid, profileId });          // one a page and owner; open-outbox.client.ts await
 * outbox.add("answer", { submissionId, answers }, { key: submissionId });   // fulfilled once it is stored await
 * outbox.flush("answer");                              // sends now; fulfilled when nothing is under way const unsent = await
 * outbox.entries("answer");             // e.g. to show a draft again after a reload
 * Who sends a kind stands in senders.client.ts: a `Sender` gets the oldest entries and says what became of them.
 */
export type BrowserOutbox = {
  readonly owner: OutboxOwner;
  /**
   * Queues an entry, and sends it by its kind's rules.
   * @param payload JSON, as the kind's sender takes it
   * @param key names a state of which only the latest is sent: an unsent entry of the same kind and key is replaced
   * @returns the entry once it is stored; where the disk takes nothing it waits in memory, and goes out while the page lives
   */
  add(kind: OutboxKind, payload: unknown, options?: { key?: string }): Promise<OutboxEntry>;
  /** What has not been taken by the server, oldest first. */
  entries(kind: OutboxKind): Promise<OutboxEntry[]>;
  /** How many entries of all kinds wait. */
  count(): Promise<number>;
  /** Sends now what there is, of one kind or of all. Fulfilled when nothing is under way, whether or not it was taken. */
  flush(kind?: OutboxKind): Promise<void>;
  /** The network is back. */
  retry(): void;
  /** The owner is signed in again. */
  resume(): void;
  /** The page is being hidden: entries that it added and that were not accepted are sent without waiting for a response. */
  leave(): void;
  /** Called after each call, when counts may have changed. @returns the way to stop it */
  subscribe(listener: () => void): () => void;
  /** Sends no more by itself; what waits stays stored. */
  stop(): void;
};

export type OutboxParts = {
  store: EntryStore;
  /** Entries of a kind without a sender stay stored. */
  senders: Partial<Record<OutboxKind, Sender>>;
  oneAtATime: OneAtATime;
  now(): number;
  newId(): string;
};

/** As many entries of one kind as are shown or counted at once. */
const most = 10_000;

export function createBrowserOutbox(owner: OutboxOwner, parts: OutboxParts): BrowserOutbox {
  const { senders, oneAtATime, now, newId } = parts;
  const store = withMemory(parts.store);
  const listeners = new Set<() => void>();
  /** Entries that this page added, for pagehide, when it cannot read the database. */
  const added = new Map<string, OutboxEntry>();

  const settled = () => {
    for (const listener of listeners) listener();
  };
  const lanes = new Map<OutboxKind, DeliveryLane>();
  for (const kind of outboxKinds) {
    const sender = senders[kind];
    if (!sender) continue;
    const send = async (entries: readonly OutboxEntry[]) => {
      const outcome = await sender.send(entries);
      if (outcome === "taken" || outcome === "refused") for (const { id } of entries) added.delete(id);
      return outcome;
    };
    lanes.set(kind, createDeliveryLane({ owner, kind }, { rules: sender.rules, send }, { store, oneAtATime, settled }));
  }

  return {
    owner,
    async add(kind, payload, { key } = {}) {
      const lane = { owner, kind };
      const made = { id: newId(), lane, key: key ?? null, payload, recordedAt: now() };
      if (key !== undefined)
        for (const other of added.values()) if (other.lane.kind === kind && other.key === key) added.delete(other.id);
      // Before it is stored: the page may be closed at this moment.
      added.set(made.id, { ...made, order: 0 });
      const entry = await store.add(made);
      lanes.get(kind)?.added();
      return entry;
    },
    entries: (kind) => store.first({ owner, kind }, most),
    async count() {
      const counts = await Promise.all(outboxKinds.map((kind) => store.count({ owner, kind })));
      return counts.reduce((sum, each) => sum + each, 0);
    },
    async flush(kind) {
      await Promise.all((kind ? [kind] : outboxKinds).map((each) => lanes.get(each)?.flush()));
    },
    retry: () => {
      for (const lane of lanes.values()) void lane.flush();
    },
    resume: () => {
      for (const lane of lanes.values()) lane.resume();
    },
    leave() {
      for (const kind of lanes.keys()) {
        const sender = senders[kind];
        const waiting = [...added.values()].filter((entry) => entry.lane.kind === kind).slice(0, sender?.rules.batch);
        if (waiting.length > 0) sender?.sendLeaving?.(waiting);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      for (const lane of lanes.values()) lane.stop();
    },
  };
}

/** Entries that the store does not take, since the disk is full or the browser forbids it, wait in memory behind the stored ones. */
function withMemory(store: EntryStore): EntryStore {
  const memory = createMemoryEntries();
  return {
    async add(entry) {
      try {
        return await store.add(entry);
      } catch (error) {
        console.warn("An entry could not be stored on the device", error);
        // Below zero: no entry of the store has this place.
        const added = await memory.add(entry);
        return { ...added, order: -added.order };
      }
    },
    async first(lane, limit) {
      const stored = await store.first(lane, limit).catch(() => []);
      const inMemory = await memory.first(lane, limit - stored.length);
      return [...stored, ...inMemory.map((entry) => ({ ...entry, order: -entry.order }))];
    },
    async remove(entries) {
      await memory.remove(entries.filter(({ order }) => order < 0).map((entry) => ({ ...entry, order: -entry.order })));
      const stored = entries.filter(({ order }) => order > 0);
      if (stored.length > 0) await store.remove(stored);
    },
    count: async (lane) => (await store.count(lane).catch(() => 0)) + (await memory.count(lane)),
  };
}
