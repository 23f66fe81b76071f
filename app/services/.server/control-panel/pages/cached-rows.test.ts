import { describe, expect, it } from "vitest";
import { createDisplayCache } from "~/caching/display-cache";
import type { Access } from "~/services/.server/directory/access";
import { type CacheableList, cacheableLists, listCacheDuration } from "~/services/contracts/cacheable-lists";
import { cachedRows } from "./cached-rows";

const anna = { uid: "anna", realm: "se", isSecure: false, actorUid: null, ownGroups: [1], requestId: "r-1" } as Access;

function scene(isOn = true) {
  let time = 1;
  let reads = 0;
  const displayCache = createDisplayCache({ now: () => time });
  type Options = { list?: CacheableList; by?: Partial<Access>; key?: unknown[]; isFresh?: boolean; isSeen?: boolean };
  const ask = ({ list = "schoolUser", by = {}, key = ["school"], isFresh = false, isSeen = true }: Options = {}) =>
    cachedRows(
      displayCache,
      { ...anna, ...by },
      { list, key, read: async () => [++reads], count: (rows) => rows.length, seesEverybody: isSeen, isFresh },
      { ...cacheableLists[list], isOn },
    );
  return { ask, displayCache, pass: (milliseconds: number) => (time += milliseconds) };
}

describe("cachedRows", () => {
  it("keeps rows for three minutes", async () => {
    const { ask, pass } = scene();
    expect(await ask()).toEqual([1]);
    pass(listCacheDuration);
    expect(await ask({ by: { requestId: "r-2" } })).toEqual([1]);
    pass(1);
    expect(await ask()).toEqual([2]);
  });

  it.each<[string, Parameters<ReturnType<typeof scene>["ask"]>[0]]>([
    ["another caller", { by: { uid: "bo" } }],
    ["another realm", { by: { realm: "no" } }],
    ["a caller who has lost a class", { by: { ownGroups: [] } }],
    ["a caller who has proved a second factor", { by: { isSecure: true } }],
    ["somebody who acts as the caller", { by: { actorUid: "super" } }],
    ["another query", { key: ["school", { q: "a" }] }],
    ["another list", { list: "schoolGroup" }],
    ["a fetch that is forced", { isFresh: true }],
    ["a caller who sees only their own classes", { isSeen: false }],
  ])("reads anew for %s", async (_name, other) => {
    const { ask } = scene();
    expect([await ask(), await ask(other)]).toEqual([[1], [2]]);
  });

  it("reads anew after a write of the caller, and for a list that is not cached", async () => {
    const { ask, displayCache } = scene();
    await ask();
    displayCache.drop("anna");
    expect(await ask()).toEqual([2]);
    const uncached = scene(false);
    expect([await uncached.ask(), await uncached.ask()]).toEqual([[1], [2]]);
  });
});
