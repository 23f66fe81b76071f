import { describe, expect, it } from "vitest";
import { createDisplayCache, displayTtl } from "./display-cache";

function scene(size?: number) {
  let time = 1_000;
  let loads = 0;
  const cache = createDisplayCache({ now: () => time, ...(size ? { limit: size } : {}) });
  const find = (key = "session", owner = "anna") => cache.find(key, owner, async () => ++loads);
  return { cache, find, pass: (milliseconds: number) => (time += milliseconds) };
}

describe("display cache", () => {
  it("returns a cached entry for five minutes, not longer", async () => {
    const { find, pass } = scene();
    expect(displayTtl).toBe(5 * 60 * 1000);
    expect(await find()).toBe(1);
    pass(displayTtl);
    expect(await find()).toBe(1);
    pass(1);
    expect(await find()).toBe(2);
  });

  it("loads an entry once for concurrent calls, and separately for each session", async () => {
    const { find } = scene();
    expect(await Promise.all([find(), find(), find()])).toEqual([1, 1, 1]);
    expect(await find("other session")).toBe(2);
  });

  it("loads an entry separately for each owner, even under the same key", async () => {
    const { find } = scene();
    await find("session", "anna");
    expect(await find("session", "bo")).toBe(2);
  });

  it("drops an owner's entries in all sessions and keeps those of other owners", async () => {
    const { cache, find } = scene();
    await find("one", "anna");
    await find("two", "anna");
    await find("three", "bo");
    cache.drop("anna");
    expect([await find("one"), await find("two"), await find("three", "bo")]).toEqual([4, 5, 3]);
  });

  it("does not cache an entry that was dropped while it was loading", async () => {
    const { cache } = scene();
    let finish: (value: string) => void = () => undefined;
    const old = cache.find("session", "anna", () => new Promise<string>((resolve) => (finish = resolve)));
    cache.drop("anna");
    finish("from before");
    expect(await old).toBe("from before");
    expect(await cache.find("session", "anna", async () => "from after")).toBe("from after");
  });

  it("loads again after a failed load", async () => {
    const { cache, find } = scene();
    await expect(cache.find("session", "anna", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect(await find()).toBe(1);
  });

  it("evicts the least recently used entry above the limit", async () => {
    const { find } = scene(2);
    await find("one");
    await find("two");
    await find("three");
    expect(await find("three")).toBe(3);
    expect(await find("two")).toBe(2);
    expect(await find("one")).toBe(4);
  });

  it("loads again when isForced is set, and caches the result", async () => {
    const { cache, find } = scene();
    await find();
    expect(await cache.find("session", "anna", async () => "forced", { isForced: true })).toBe("forced");
    expect(await find()).toBe("forced");
  });

  it("does not cache an empty result, and keeps an entry for the given time to live", async () => {
    const { cache, pass } = scene();
    const isEmpty = (rows: string[]) => rows.length === 0;
    expect(await cache.find("list", "anna", async () => [] as string[], { isEmpty })).toEqual([]);
    expect(await cache.find("list", "anna", async () => ["bo"], { isEmpty, ttl: 1000 })).toEqual(["bo"]);
    pass(1000);
    expect(await cache.find("list", "anna", async () => [])).toEqual(["bo"]);
    pass(1);
    expect(await cache.find("list", "anna", async () => ["eva"])).toEqual(["eva"]);
  });

  it("counts an entry with its given size", async () => {
    const { cache, find } = scene(10);
    await find("one");
    await find("two");
    await cache.find("long list", "anna", async () => "rows", { sizeOf: () => 9 });
    expect(await find("two")).toBe(2);
    expect(await find("one")).toBe(3);
  });
});
