import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mergeBookmarks } from "~/browser-outbox/merge-bookmarks";
import type { Bookmark } from "~/services/contracts/library";
import { createBookmarkStore } from "./bookmark-store";
import { type QueuedBookmarks, queuedWire } from "./queued-bookmarks";

/** Bookmark lists that could not be saved. docs/product/reader.md#offline. */

const bookmark = (name: string): Bookmark => ({
  id: name,
  name,
  position: { ncxRef: name, URI: name, timeOffset: "0.0", charOffset: 0 },
});
const [a, b, c] = ["a", "b", "c"].map(bookmark) as [Bookmark, Bookmark, Bookmark];

/** A server with its list, and a device whose queue outlives the page. */
function scene() {
  const server = { list: [a], isDown: false, refuses: false };
  const device: { queued: QueuedBookmarks | undefined } = { queued: undefined };
  const stored: (QueuedBookmarks | undefined)[] = [];
  /** Sends the queued list, as the outbox does. */
  const send = async () => {
    stored.push(device.queued);
    if (!device.queued || server.isDown) return;
    if (!server.refuses) server.list = mergeBookmarks(device.queued.base, device.queued.mine, server.list);
    device.queued = undefined;
  };
  const queue = {
    waiting: async () => device.queued,
    put: async (queued: QueuedBookmarks) => {
      device.queued = queued;
    },
    send,
  };
  const page = () =>
    queuedWire(async () => {
      if (server.isDown) throw new Error("The server is down");
      return { bookmarks: server.list, version: "" };
    }, queue);
  return { server, device, stored, queue, page, send };
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("given a change, then it is queued on the device before it is sent", async () => {
  const { device, stored, page } = scene();
  const wire = page();
  await wire.load();
  await wire.save([a, b], "");
  expect(stored).toEqual([{ base: [a], mine: [a, b] }]);
  expect(device.queued).toBeUndefined();
});

it("given a failed save, then a page opened later shows the bookmark and sends it", async () => {
  const { server, device, page, send } = scene();
  const first = page();
  await first.load();
  server.isDown = true;
  await expect(first.save([a, b], "")).rejects.toThrow("waits");
  server.isDown = false;
  expect((await page().load()).bookmarks).toEqual([a, b]);
  await send();
  expect(server.list).toEqual([a, b]);
  expect(device.queued).toBeUndefined();
});

it("given a queued list, then a later change replaces it and is saved", async () => {
  const { server, device, page } = scene();
  const wire = page();
  await wire.load();
  server.isDown = true;
  await expect(wire.save([a, b], "")).rejects.toThrow("waits");
  // b is removed before it was sent.
  await expect(wire.save([a, c], "")).rejects.toThrow("waits");
  expect(device.queued).toEqual({ base: [a], mine: [a, c] });
  server.isDown = false;
  await wire.save([a, c], "");
  expect(server.list).toEqual([a, c]);
  await wire.save([a], "");
  expect(server.list).toEqual([a]);
});

it("given a server that rejects the change, then the save has failed, and a retry saves it", async () => {
  const { server, page } = scene();
  const store = createBookmarkStore(page());
  await store.load();
  server.refuses = true;
  expect(await store.add(b)).toBe(false);
  expect(store.state().failed).toBe("save");
  server.refuses = false;
  store.retry();
  await vi.waitFor(() => expect(store.state().failed).toBeNull());
  expect(server.list).toEqual([a, b]);
});

it("given a bookmark that the list already has, then it is listed once and counts as saved", async () => {
  const { server, page } = scene();
  const store = createBookmarkStore(page());
  expect(await store.add({ ...a, id: "again" })).toBe(true);
  await store.load();
  expect(store.state()).toEqual({ list: [a], failed: null });
  expect(server.list).toEqual([a]);
});

it("given a list that is still loading, then a bookmark is queued on the device without waiting for it", async () => {
  const { server, device, queue } = scene();
  let come = () => {};
  const isCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  const wire = queuedWire(async () => {
    await isCome;
    return { bookmarks: server.list, version: "" };
  }, queue);
  const store = createBookmarkStore(wire);
  const loaded = store.load();
  server.isDown = true;
  void store.add(b);
  await vi.waitFor(() => expect(device.queued).toEqual({ base: [], mine: [b] }));
  server.isDown = false;
  store.retry();
  come();
  await loaded;
  await vi.waitFor(() => expect(server.list).toEqual([a, b]));
  await store.load();
  expect(store.state().list).toEqual([a, b]);
});

it("given a server that is down from the start, then a bookmark is queued and merged into the list later", async () => {
  const { server, page, send } = scene();
  server.isDown = true;
  const store = createBookmarkStore(page());
  await store.load();
  expect(await store.add(b)).toBe(false);
  store.stop();
  server.isDown = false;
  await send();
  expect(server.list).toEqual([a, b]);
});

it("given a queued list and a server still down, then a new page shows it and adds a later bookmark", async () => {
  const { server, page } = scene();
  const earlier = createBookmarkStore(page());
  await earlier.load();
  server.isDown = true;
  await earlier.add(b);
  earlier.stop();
  const store = createBookmarkStore(page());
  await store.load();
  expect(store.state()).toEqual({ list: [a, b], failed: "load" });
  expect(await store.add(c)).toBe(false);
  expect(store.state()).toEqual({ list: [a, b, c], failed: "save" });
  server.isDown = false;
  store.retry();
  await vi.waitFor(() => expect(store.state()).toEqual({ list: [a, b, c], failed: null }));
  expect(server.list).toEqual([a, b, c]);
  store.stop();
});

it("given two tabs offline, then both of their bookmarks are saved, and a removed bookmark is deleted", async () => {
  const { server, page, send } = scene();
  const [one, other] = [page(), page()];
  await one.load();
  await other.load();
  server.isDown = true;
  await expect(one.save([a, b], "")).rejects.toThrow();
  await expect(other.save([c], "")).rejects.toThrow();
  server.isDown = false;
  await send();
  expect(server.list).toEqual([b, c]);
});

it("given a queued list, then a bookmark of another device can be removed", async () => {
  const { server, page } = scene();
  const wire = page();
  await wire.load();
  server.isDown = true;
  await expect(wire.save([a, b], "")).rejects.toThrow();
  server.isDown = false;
  server.list = [a, c];
  expect((await wire.load()).bookmarks).toEqual([a, c, b]);
  await wire.save([a, b], "");
  expect(server.list).toEqual([a, b]);
});
