import { expect, test, vi } from "vitest";
import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkWire, createBookmarkStore, retryPause } from "./bookmark-store";

const mark = (id: string): Bookmark => ({
  id,
  name: id,
  position: { ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset: 0 },
});
const ids = (list: readonly Bookmark[] | null) => list?.map(({ id }) => id).join("");

/** A server with optimistic locking, to which several devices save. */
function server(letters = "") {
  let bookmarks = [...letters].map(mark);
  let version = 0;
  let isDown = false;
  const wire: BookmarkWire = {
    async load() {
      if (isDown) throw new TypeError("Failed to fetch");
      return { bookmarks, version: String(version) };
    },
    async save(list, read) {
      if (isDown) throw new TypeError("Failed to fetch");
      if (read !== String(version)) return null;
      bookmarks = list;
      version += 1;
      return { version: String(version) };
    },
  };
  return {
    wire,
    stored: () => ids(bookmarks),
    goDown(down: boolean) {
      isDown = down;
    },
  };
}

test("a change is shown at once and saved afterwards", async () => {
  const { wire, stored } = server("a");
  const store = createBookmarkStore(wire);
  expect(store.state().list).toBeNull();
  await store.load();
  store.add(mark("b"));
  store.remove("a");
  expect(ids(store.state().list)).toBe("b");
  await vi.waitFor(() => expect(stored()).toBe("b"));
});

test("the changes of two devices are merged", async () => {
  const { wire, stored } = server("a");
  const [phone, tablet] = [createBookmarkStore(wire), createBookmarkStore(wire)];
  await Promise.all([phone.load(), tablet.load()]);
  phone.add(mark("p"));
  await vi.waitFor(() => expect(stored()).toBe("ap"));
  tablet.remove("a");
  tablet.add(mark("t"));
  await vi.waitFor(() => expect(stored()).toBe("pt"));
  expect(ids(tablet.state().list)).toBe("pt");
});

test("a change that could not be saved is shown, and saved on retry", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { wire, stored, goDown } = server("a");
  const store = createBookmarkStore(wire);
  await store.load();
  goDown(true);
  expect(await store.add(mark("b"))).toBe(false);
  expect(warn).toHaveBeenCalled();
  expect([ids(store.state().list), store.state().failed, stored()]).toEqual(["ab", "save", "a"]);
  goDown(false);
  store.retry();
  await vi.waitFor(() => expect(store.state().failed).toBeNull());
  expect(stored()).toBe("ab");
});

test("a bookmark added before the list is loaded is merged into it", async () => {
  const { wire, stored } = server("a");
  const store = createBookmarkStore(wire);
  store.add(mark("b"));
  await vi.waitFor(() => expect(stored()).toBe("ab"));
});

test("a change that could not be saved is sent again automatically after a pause", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { wire, stored, goDown } = server("a");
  const store = createBookmarkStore(wire);
  await store.load();
  goDown(true);
  await store.add(mark("b"));
  goDown(false);
  await vi.advanceTimersByTimeAsync(retryPause);
  vi.useRealTimers();
  expect([stored(), store.state().failed]).toEqual(["ab", null]);
});

test('a list that could not be loaded has the error "load" until it is loaded', async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { wire, goDown } = server("a");
  const store = createBookmarkStore(wire);
  goDown(true);
  await store.load();
  expect(store.state()).toEqual({ list: null, failed: "load" });
  goDown(false);
  store.retry();
  await vi.waitFor(() => expect(ids(store.state().list)).toBe("a"));
  expect(store.state().failed).toBeNull();
});

test("a bookmark of the same page and name is saved once, from two devices too", async () => {
  const { wire, stored } = server();
  const [phone, tablet] = [createBookmarkStore(wire), createBookmarkStore(wire)];
  await Promise.all([phone.load(), tablet.load()]);
  const named = (id: string) => ({ ...mark(id), name: "The storm" });
  expect(await phone.add(named("p"))).toBe(true);
  expect(await phone.add(named("q"))).toBe(true);
  expect(await tablet.add(named("t"))).toBe(true);
  expect(stored()).toBe("p");
});
