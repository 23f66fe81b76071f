import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BrowserOutbox, createBrowserOutbox } from "./browser-outbox";
import type { DeliveryOutcome, DeliverySender, RunExclusively } from "./delivery-lane";
import { createIndexedDbEntries } from "./indexed-db-entries.client";
import { createMemoryEntries } from "./memory-entries";
import type { EntryStore, OutboxEntry, OutboxKind } from "./outbox-entry";

const owner = { uid: "ada", profileId: null };
const always: RunExclusively = async (_name, work) => {
  await work();
  return true;
};
let ids = 0;

function outboxOf(
  store: EntryStore,
  senders: Partial<Record<OutboxKind, DeliverySender>>,
  { who = owner, oneAtATime = always }: { who?: typeof owner; oneAtATime?: RunExclusively } = {},
): BrowserOutbox {
  return createBrowserOutbox(who, {
    store,
    senders,
    oneAtATime,
    now: () => 1_700_000_000_000,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
  });
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const rules = { threshold: 1, pause: 1000, maxFailures: 10, batch: 3 };

/** A server that accepts each id once and follows the planned outcomes in order. */
function serverDouble() {
  const taken: unknown[] = [];
  const known = new Set<string>();
  const calls: number[] = [];
  let answers: Array<DeliveryOutcome | "ok" | "drop" | "lose-answer" | "hang" | "hang-after"> = [];
  const send = async (entries: readonly OutboxEntry[]): Promise<DeliveryOutcome> => {
    calls.push(entries.length);
    const how = answers.shift() ?? "ok";
    if (how === "drop") throw new TypeError("Failed to fetch");
    if (how === "hang") return new Promise(() => {});
    if (how === "later" || how === "signed_out" || how === "refused") return how;
    for (const { id, payload } of entries) {
      if (!known.has(id)) taken.push(payload);
      known.add(id);
    }
    if (how === "hang-after") return new Promise(() => {});
    if (how === "lose-answer") throw new TypeError("Failed to fetch");
    return "taken";
  };
  const plan = (next: typeof answers) => {
    answers = [...next];
  };
  return { taken, calls, send, plan };
}

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([
  ["IndexedDB", createIndexedDbEntries],
  ["memory", createMemoryEntries],
])("entries in %s", (_name, createStore) => {
  const entry = (id: string, key: string | null = null, kind: OutboxKind = "log", who = owner) => ({
    id,
    lane: { owner: who, kind },
    key,
    payload: { text: id },
    recordedAt: 1,
  });

  test("given entries of two users, then each lane holds only its entries, in the order they were added", async () => {
    const store = createStore();
    for (const id of ["a", "b", "c"]) await store.add(entry(id));
    await store.add(entry("d", null, "event"));
    await store.add(entry("e", null, "log", { uid: "bo", profileId: null }));
    const lane = { owner, kind: "log" as const };
    expect((await store.first(lane, 2)).map(({ id }) => id)).toEqual(["a", "b"]);
    await store.remove(await store.first(lane, 1));
    expect(await store.count(lane)).toBe(2);
    expect((await store.first({ owner: { uid: "bo", profileId: null }, kind: "log" }, 9)).map(({ id }) => id)).toEqual([
      "e",
    ]);
  });

  test("given a second entry with the same key, then only the latest is queued, after entries added between", async () => {
    const store = createStore();
    await store.add(entry("1", "book", "mark"));
    await store.add(entry("2", "other", "mark"));
    await store.add(entry("3", "book", "mark"));
    const lane = { owner, kind: "mark" as const };
    expect((await store.first(lane, 9)).map(({ id }) => id)).toEqual(["2", "3"]);
  });
});

test("given entries left by a closed page, when its owner opens another, then they are sent once in order", async () => {
  const server = serverDouble();
  const first = outboxOf(createIndexedDbEntries(), { log: { rules, send: async () => "later" } });
  for (const name of ["a", "b", "c", "d"]) await first.add("log", name);
  await first.flush();
  first.stop();

  const second = outboxOf(createIndexedDbEntries(), { log: { rules, send: server.send } });
  await second.flush();
  expect(server.taken).toEqual(["a", "b", "c", "d"]);
  expect(await second.count()).toBe(0);
});

test("given the outcome signed_out, then nothing more is sent until the owner has signed in again", async () => {
  const server = serverDouble();
  server.plan(["signed_out"]);
  const outbox = outboxOf(createMemoryEntries(), { log: { rules, send: server.send } });
  await outbox.add("log", "a");
  await outbox.flush();
  await outbox.add("log", "b");
  await outbox.flush();
  expect(server.calls).toEqual([1]);
  outbox.resume();
  await vi.waitFor(async () => expect(await outbox.count()).toBe(0));
  expect(server.taken).toEqual(["a", "b"]);
});

test("given a batch with one refused entry, then the other entries are delivered", async () => {
  const sent: unknown[] = [];
  const send = async (entries: readonly OutboxEntry[]): Promise<DeliveryOutcome> => {
    if (entries.some(({ payload }) => payload === "bad")) return "refused";
    sent.push(...entries.map(({ payload }) => payload));
    return "taken";
  };
  const store = createMemoryEntries();
  const waiting = outboxOf(store, {});
  for (const name of ["a", "bad", "b"]) await waiting.add("log", name);
  const outbox = outboxOf(store, { log: { rules, send } });
  await outbox.flush();
  expect(sent).toEqual(["a", "b"]);
  expect(await outbox.count()).toBe(0);
});

test("given a full disk, then entries are still sent while the page is open", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const server = serverDouble();
  const full: EntryStore = {
    ...createMemoryEntries(),
    add: () => Promise.reject(new DOMException("", "QuotaExceededError")),
  };
  server.plan(["drop"]);
  const outbox = outboxOf(full, { log: { rules, send: server.send } });
  await outbox.add("log", "a");
  await outbox.flush();
  await outbox.add("log", "b");
  await outbox.flush();
  expect(server.taken).toEqual(["a", "b"]);
});

test("given a page that closes, then its undelivered entry is sent without waiting and stays stored", async () => {
  const server = serverDouble();
  const leaving: unknown[] = [];
  const sendLeaving = (entries: readonly OutboxEntry[]) => void leaving.push(...entries.map(({ payload }) => payload));
  const outbox = outboxOf(createMemoryEntries(), {
    event: { rules: { ...rules, threshold: 25 }, send: server.send, sendLeaving },
  });
  await outbox.add("event", "a");
  await outbox.flush();
  await outbox.add("event", "b");
  outbox.leave();
  expect(leaving).toEqual(["b"]);
  expect(await outbox.count()).toBe(1);
});

test("given another tab that is sending, then this tab sends nothing and keeps its entry", async () => {
  const server = serverDouble();
  const busy: RunExclusively = async () => false;
  const outbox = outboxOf(createMemoryEntries(), { log: { rules, send: server.send } }, { oneAtATime: busy });
  await outbox.add("log", "a");
  await outbox.flush();
  expect(server.calls).toEqual([]);
  expect(await outbox.count()).toBe(1);
});

test("given dropped calls, lost responses and crashed pages, then each entry arrives once and in order", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant("add" as const) },
    { weight: 2, arbitrary: fc.constant("flush" as const) },
    { weight: 1, arbitrary: fc.constant("crash" as const) },
  );
  const answer = fc.constantFrom(
    ...(["ok", "drop", "lose-answer", "later", "signed_out", "hang", "hang-after"] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.array(answer, { maxLength: 30 }), async (steps, answers) => {
      vi.stubGlobal("indexedDB", new IDBFactory());
      const server = serverDouble();
      server.plan(answers);
      const open = () => outboxOf(createIndexedDbEntries(), { log: { rules, send: server.send } });
      let outbox = open();
      const added: number[] = [];
      for (const each of steps) {
        if (each === "add") {
          added.push(added.length);
          await outbox.add("log", added.length - 1);
        }
        // A hanging call must still be in flight when the page crashes, so the flush is not awaited to its end.
        if (each === "flush") await Promise.race([outbox.flush(), sleep(5)]);
        if (each === "crash") {
          outbox.stop();
          outbox = open();
        }
      }
      server.plan([]);
      outbox.stop();
      outbox = open();
      await outbox.flush();
      expect(server.taken).toEqual(added);
      expect(await outbox.count()).toBe(0);
    }),
    { numRuns: 60 },
  );
});
