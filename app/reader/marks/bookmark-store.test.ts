import { expect, test, vi } from "vitest";
import type { Bookmark } from "~/services/contracts/library";
import { type BookmarkWire, createBookmarkStore } from "./bookmark-store";

const mark = (id: string): Bookmark => ({
  id,
  name: id,
  position: { ncxRef: "", URI: "a.xhtml", timeOffset: "0.0", charOffset: 0 },
});
const ids = (list: readonly Bookmark[] | null) => list?.map(({ id }) => id).join("");

/** A server that several devices write to. */
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

test("a change is shown at once and saved behind", async () => {
  const { wire, stored } = server("a");
  const kept = createBookmarkStore(wire);
  expect(kept.list()).toBeNull();
  await kept.load();
  kept.add(mark("b"));
  kept.remove("a");
  expect(ids(kept.list())).toBe("b");
  await vi.waitFor(() => expect(stored()).toBe("b"));
});

test("two devices lose nothing of each other's", async () => {
  const { wire, stored } = server("a");
  const [phone, tablet] = [createBookmarkStore(wire), createBookmarkStore(wire)];
  await Promise.all([phone.load(), tablet.load()]);
  phone.add(mark("p"));
  await vi.waitFor(() => expect(stored()).toBe("ap"));
  tablet.remove("a");
  tablet.add(mark("t"));
  await vi.waitFor(() => expect(stored()).toBe("pt"));
  expect(ids(tablet.list())).toBe("pt");
});

test("what could not be saved goes when the network is back", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { wire, stored, goDown } = server("a");
  const kept = createBookmarkStore(wire);
  await kept.load();
  goDown(true);
  kept.add(mark("b"));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect([ids(kept.list()), stored()]).toEqual(["ab", "a"]);
  goDown(false);
  kept.retry();
  await vi.waitFor(() => expect(stored()).toBe("ab"));
});

test("a bookmark made before the list was there joins it", async () => {
  const { wire, stored } = server("a");
  const kept = createBookmarkStore(wire);
  kept.add(mark("b"));
  await vi.waitFor(() => expect(stored()).toBe("ab"));
});
