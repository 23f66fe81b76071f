import { createDeliveryLane, type DeliveryLane, type DeliverySender, type RunExclusively } from "./delivery-lane";
import { createMemoryEntries } from "./memory-entries";
import { type EntryStore, type OutboxEntry, type OutboxKind, type OutboxOwner, outboxKinds } from "./outbox-entry";

/**
 * Outbox of this browser for one user (and profile): positions, entries of the reading log, events, drafts of answers.
 * Entries are stored until the server has accepted them: offline, through a reload, a crash of the tab and the end of a
 * session. They are sent once and in order, kind by kind, by one tab at a time. docs/product/reader.md#offline.
 *
 * A feature adds entries and need not wait; the owner's pages send them, including entries of earlier pages:
 * ```
 * const outbox = browserOutbox({ uid, profileId }); // one per page and owner: open-outbox.client.ts
 * await outbox.add("answer", { submissionId, answers }, { key: submissionId }); // resolves once it is stored
 * await outbox.flush("answer"); // sends now; resolves when no request is running
 * const unsent = await outbox.entries("answer"); // e.g. to show a draft again after a reload
 * ```
 * The senders of each kind are in senders.client.ts: a `Sender` gets the oldest entries and returns the outcome.
 */
export type BrowserOutbox = {
  readonly owner: OutboxOwner;
  /**
   * Queues an entry, and sends it by its kind's rules.
   * @param payload JSON for the kind's sender
   * @param key names a state of which only the latest is sent: an unsent entry of the same kind and key is replaced
   * @returns the entry once it is stored; if the disk refuses it, it is queued in memory and sent while the page exists
   */
  add(kind: OutboxKind, payload: unknown, options?: { key?: string }): Promise<OutboxEntry>;
  /** Entries that the server has not accepted, oldest first. */
  entries(kind: OutboxKind): Promise<OutboxEntry[]>;
  /** Number of queued entries of all kinds. */
  count(): Promise<number>;
  /** Sends all entries now, of one kind or of all. Resolves when no request is running, whether or not they were accepted. */
  flush(kind?: OutboxKind): Promise<void>;
  /** Called when the network is available again. */
  retry(): void;
  /** Called when the owner has signed in again. */
  resume(): void;
  /** Called when the page is being hidden: its unaccepted entries are sent without waiting for a response. */
  leave(): void;
  /** Called after each request, when counts may have changed. @returns function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Stops sending; queued entries remain stored. */
  stop(): void;
};

type OutboxParts = {
  store: EntryStore;
  /** Entries of a kind without a sender remain stored. */
  senders: Partial<Record<OutboxKind, DeliverySender>>;
  oneAtATime: RunExclusively;
  now(): number;
  newId(): string;
};

/** Maximum number of entries of one kind that are listed. */
const most = 10_000;

export function createBrowserOutbox(owner: OutboxOwner, parts: OutboxParts): BrowserOutbox {
  const { senders, oneAtATime, now, newId } = parts;
  const store = withMemory(parts.store);
  const listeners = new Set<() => void>();
  /** Entries added by this page, for pagehide, when the database cannot be read. */
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
      // Before storing, because the page may be closed at this moment.
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

/** Entries that the store refuses, because the disk is full or the browser forbids it, are queued in memory after the stored ones. */
function withMemory(store: EntryStore): EntryStore {
  const memory = createMemoryEntries();
  return {
    async add(entry) {
      try {
        return await store.add(entry);
      } catch (error) {
        console.warn("An entry could not be stored on the device", error);
        // Negative, so that it never equals the order of a stored entry.
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
