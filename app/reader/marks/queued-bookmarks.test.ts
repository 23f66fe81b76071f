import { expect, it } from "vitest";
import type { Bookmark } from "~/services/contracts/library";
import { createBookmarkStore } from "./bookmark-store";
import { mergeBookmarks } from "./bookmarks";
import { type QueuedBookmarks, queuedOnFailure } from "./queued-bookmarks";

/** Lists that could not be saved. docs/product/reader.md#offline. */

const bookmark = (name: string): Bookmark => ({
  id: name,
  name,
  position: { ncxRef: name, URI: name, timeOffset: "0.0", charOffset: 0 },
});
const [a, b, c] = ["a", "b", "c"].map(bookmark) as [Bookmark, Bookmark, Bookmark];

/** A server with its list, and a device whose queue outlives the page. */
function scene() {
  const server = { list: [a], version: 1, isDown: false };
  const device: { queued: QueuedBookmarks | undefined } = { queued: undefined };
  const queue = {
    waiting: async () => device.queued,
    put: async (queued: QueuedBookmarks) => {
      device.queued = queued;
    },
  };
  const available = () => {
    if (server.isDown) throw new Error("The server is down");
  };
  const page = () =>
    queuedOnFailure(
      {
        async load() {
          available();
          return { bookmarks: server.list, version: String(server.version) };
        },
        async save(bookmarks, version) {
          available();
          if (version !== String(server.version)) return null;
          server.list = bookmarks;
          server.version += 1;
          return { version: String(server.version) };
        },
      },
      queue,
    );
  /** As the outbox sends what waits. */
  const send = () => {
    if (!device.queued) return;
    server.list = mergeBookmarks(device.queued.base, device.queued.mine, server.list);
    server.version += 1;
    device.queued = undefined;
  };
  return { server, device, page, send };
}

it("given a save that failed, a page that is opened later shows the bookmark, and it is sent", async () => {
  const { server, device, page, send } = scene();
  const first = page();
  const { version } = await first.load();
  server.isDown = true;
  await expect(first.save([a, b], version)).rejects.toThrow("down");
  server.isDown = false;
  expect((await page().load()).bookmarks).toEqual([a, b]);
  send();
  expect(server.list).toEqual([a, b]);
  expect(device.queued).toBeUndefined();
});

it("given a list that waits, a later change joins it, and neither overwrites the other", async () => {
  const { server, device, page, send } = scene();
  const wire = page();
  const { version } = await wire.load();
  server.isDown = true;
  await expect(wire.save([a, b], version)).rejects.toThrow();
  server.isDown = false;
  // The first is removed again before it was sent.
  await expect(wire.save([a, c], version)).rejects.toThrow("not been sent");
  expect(device.queued).toEqual({ base: [a], mine: [a, c] });
  send();
  expect(server.list).toEqual([a, c]);
  // From then on the page saves as before.
  expect(await wire.save([a], version)).toBeNull();
  const now = await wire.load();
  expect(await wire.save([a], now.version)).not.toBeNull();
  expect(server.list).toEqual([a]);
});

it("given saves that succeed, nothing waits", async () => {
  const { device, page } = scene();
  const wire = page();
  const { version } = await wire.load();
  expect(await wire.save([a, b], version)).toEqual({ version: "2" });
  expect(device.queued).toBeUndefined();
});

it("given a server that is down from the start, a bookmark waits, and joins the list that it never saw", async () => {
  const { server, page, send } = scene();
  server.isDown = true;
  const store = createBookmarkStore(page());
  await store.load();
  expect(await store.add(b)).toBe(false);
  store.stop();
  server.isDown = false;
  send();
  expect(server.list).toEqual([a, b]);
});
