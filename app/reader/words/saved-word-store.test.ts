import { beforeEach, expect, it, vi } from "vitest";
import { savedWordLimit } from "~/services/contracts/word-values";
import type { SavedWord, SavedWordChange } from "~/services/contracts/words";
import { SavedWordStore } from "./saved-word-store";

let queued: SavedWordChange[];
let server: SavedWord[];
let isOnline: boolean;
let device: readonly SavedWord[];

const word = (text: string, created = "2026-01-01T00:00:00.000Z"): SavedWord => ({
  ...{
    language: "sv",
    word: text,
    sentence: "",
    bookId: "b",
    bookTitle: "B",
    meaning: null,
    translation: null,
    created,
  },
});

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  [queued, server, isOnline, device] = [[], [], true, []];
});

function makeStore() {
  return new SavedWordStore(
    {
      async load() {
        if (!isOnline) throw new Error("no network");
        return server;
      },
      async saveOnDevice(words) {
        device = words;
      },
    },
    {
      waiting: async () => queued,
      async put(change) {
        queued = [...queued.filter(({ key }) => key !== change.key), change];
      },
      async send() {
        if (isOnline) queued = [];
      },
    },
  );
}

it("shows a word at once, newest first, and finds it in any case", async () => {
  server = [word("hund")];
  const store = makeStore();
  await store.load();
  store.add(word("Katt", "2026-01-02T00:00:00.000Z"));
  expect(store.state().list?.map((each) => each.word)).toEqual(["Katt", "hund"]);
  expect(store.find("sv", "KATT")?.word).toBe("Katt");
  expect(store.find("nb", "katt")).toBeNull();
  await vi.waitFor(() => expect(device).toHaveLength(2));
});

it("without network keeps changes, says so, and shows them with those of the server later", async () => {
  isOnline = false;
  const store = makeStore();
  await store.load();
  store.add(word("katt"));
  await vi.waitFor(() => expect(queued).toHaveLength(1));
  expect(store.state()).toMatchObject({ list: [{ word: "katt" }], failed: "load" });
  isOnline = true;
  server = [word("hund")];
  await store.load();
  expect(
    store
      .state()
      .list?.map((each) => each.word)
      .sort(),
  ).toEqual(["hund", "katt"]);
  expect(store.state().failed).toBeNull();
});

it("removes a word and puts it back", async () => {
  server = [word("katt")];
  const store = makeStore();
  await store.load();
  store.remove(word("katt"));
  expect(store.state().list).toEqual([]);
  store.add(word("katt"));
  expect(store.state().list).toHaveLength(1);
  await vi.waitFor(() => expect(queued).toEqual([]));
});

it("saves none above the limit, and says so", async () => {
  server = Array.from({ length: savedWordLimit }, (_, index) => word(`w${String.fromCodePoint(0x4e00 + index)}`));
  const store = makeStore();
  await store.load();
  expect(store.add(word("katt"))).toBe(false);
  expect(store.state().failed).toBe("full");
});
