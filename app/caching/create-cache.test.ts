import { expect, test } from "vitest";
import { cacheUses, createCache } from "./create-cache";

const useOf = (name: string) => cacheUses().find((use) => use.name === name);

test("evicts the least recently used entry", () => {
  const cache = createCache<string>({ name: "three", limit: 3 });
  for (const key of ["a", "b", "c"]) cache.set(key, key);
  cache.get("a");
  cache.set("d", "d");
  expect(["a", "b", "c", "d"].filter((key) => cache.has(key))).toEqual(["a", "c", "d"]);
});

test("limits the sum of sizes: a replaced entry counts once, and an entry above the limit is cached alone", () => {
  const cache = createCache<string>({ name: "sizes", limit: 10, sizeOf: (value) => value.length });
  cache.set("a", "12345");
  for (let time = 0; time < 5; time += 1) cache.set("b", "12345");
  expect(cache.get("a")).toBe("12345");
  cache.set("c", "far more than ten characters");
  expect(["a", "b", "c"].filter((key) => cache.has(key))).toEqual(["c"]);
  expect(useOf("sizes")).toMatchObject({ size: 10, limit: 10 });
});

test("expires entries after the entry's time to live, or else after the cache's", () => {
  let time = 1;
  const cache = createCache<string>({ name: "ttl", limit: 3, ttl: 1000, now: () => time });
  cache.set("own", "x", 100);
  cache.set("cache's", "x");
  time += 101;
  expect(["own", "cache's"].map((key) => cache.has(key))).toEqual([false, true]);
  time += 900;
  expect(cache.has("cache's")).toBe(false);
});

test("computes a missing value once for concurrent callers, and again after a rejection", async () => {
  const cache = createCache<Promise<number>>({ name: "made", limit: 3 });
  let calls = 0;
  const ask = () => cache.getOrMake("key", async () => ++calls);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  cache.delete("key");
  await expect(cache.getOrMake("key", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await ask()).toBe(2);
});

test("deletes one entry, the entries that match, or all entries", () => {
  const cache = createCache<number>({ name: "deleting", limit: 10 });
  for (const value of [1, 2, 3, 4]) cache.set(String(value), value);
  cache.delete("1");
  cache.deleteWhere((value) => value % 2 === 0);
  expect(["1", "2", "3", "4"].filter((key) => cache.has(key))).toEqual(["3"]);
  cache.clear();
  expect(cache.has("3")).toBe(false);
});

test("reports hits, misses and size by name", () => {
  const cache = createCache<string>({ name: "reported", limit: 5 });
  cache.set("a", "x");
  cache.get("a");
  cache.get("b");
  cache.has("a");
  expect(useOf("reported")).toEqual({ name: "reported", hits: 2, misses: 1, size: 1, limit: 5 });
});
