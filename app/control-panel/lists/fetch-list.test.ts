import { describe, expect, it } from "vitest";
import { createDisplayCache } from "~/caching/display-cache";
import { type CacheableList, cacheableLists, listCacheDuration } from "~/services/contracts/cacheable-lists";
import { currentUser } from "~/session/current-user";
import { cachedOrFetched } from "./fetch-list.server";

const person = (uid: string, roles: Array<"employee" | "admin"> = ["employee"]) => ({
  realm: "se" as const,
  user: currentUser({
    ...{ realm: "se", uid, name: uid, preferredName: null, username: uid, email: null, sharedAccount: false },
    ...{ roles, scopes: [] },
    ...{ subscriptions: [], amr: ["pwd"], acr: null, authTime: 0, actor: null },
  }),
});

function scene(isOn = true) {
  let time = 1;
  let fetches = 0;
  const displayCache = createDisplayCache({ now: () => time });
  type Options = {
    list?: CacheableList;
    by?: ReturnType<typeof person>;
    key?: unknown[];
    isForced?: boolean;
    seesEverybody?: boolean;
  };
  const ask = ({
    list = "schoolUser",
    by = person("anna"),
    key = ["school"],
    isForced = false,
    seesEverybody = true,
  }: Options = {}) =>
    cachedOrFetched(displayCache, { ...cacheableLists[list], isOn }, by, isForced, {
      list,
      key,
      fetch: async () => [++fetches],
      count: (rows) => rows.length,
      seesEverybody,
    });
  return {
    ask,
    displayCache,
    pass: (milliseconds: number) => (time += milliseconds),
  };
}

describe("the cacheable lists", () => {
  it("there are eleven, each cached for three minutes", () => {
    expect(Object.keys(cacheableLists)).toHaveLength(11);
    expect(listCacheDuration).toBe(180_000);
    for (const setting of Object.values(cacheableLists)) expect(setting).toEqual({ duration: 180_000, isOn: true });
  });

  it.each(Object.keys(cacheableLists) as CacheableList[])("%s is cached for three minutes", async (list) => {
    const { ask, pass } = scene();
    expect(await ask({ list })).toEqual([1]);
    pass(listCacheDuration);
    expect(await ask({ list })).toEqual([1]);
    pass(1);
    expect(await ask({ list })).toEqual([2]);
  });

  it("given a list with caching turned off, then it is fetched each time", async () => {
    const { ask } = scene(false);
    expect([await ask(), await ask()]).toEqual([[1], [2]]);
  });

  it("given a user who sees only their own classes, then the list is fetched each time", async () => {
    const { ask } = scene();
    const teacher = { by: person("anna", ["employee", "admin"]), seesEverybody: false };
    expect([await ask(teacher), await ask(teacher)]).toEqual([[1], [2]]);
  });

  it("the list is fetched again when that is forced and after the user's own write", async () => {
    const { ask, displayCache } = scene();
    await ask();
    expect(await ask({ isForced: true })).toEqual([2]);
    expect(await ask()).toEqual([2]);
    displayCache.drop("anna");
    expect(await ask()).toEqual([3]);
  });

  it("rows are cached separately by user, roles, query and list", async () => {
    const { ask } = scene();
    await ask();
    expect(await ask({ by: person("bo") })).toEqual([2]);
    expect(await ask({ by: person("anna", ["employee", "admin"]) })).toEqual([3]);
    expect(await ask({ key: ["school", { q: "a" }] })).toEqual([4]);
    expect(await ask({ list: "schoolGroup" })).toEqual([5]);
    expect(await ask()).toEqual([1]);
  });

  it("an empty list is not cached", async () => {
    const { displayCache } = scene();
    const rows: string[][] = [[], ["bo"], ["eva"]];
    const query = {
      list: "user" as const,
      key: [],
      fetch: async () => rows.shift() ?? [],
      count: (all: string[]) => all.length,
      seesEverybody: true,
    };
    const ask = () => cachedOrFetched(displayCache, cacheableLists.user, person("anna"), false, query);
    expect([await ask(), await ask(), await ask()]).toEqual([[], ["bo"], ["bo"]]);
  });

  it("a failed fetch is not cached", async () => {
    const { displayCache } = scene();
    const query = { list: "user" as const, key: [], count: (all: string[]) => all.length, seesEverybody: true };
    const failing = { ...query, fetch: () => Promise.reject(new Error("down")) };
    await expect(cachedOrFetched(displayCache, cacheableLists.user, person("anna"), false, failing)).rejects.toThrow(
      "down",
    );
    const working = { ...query, fetch: async () => ["bo"] };
    expect(await cachedOrFetched(displayCache, cacheableLists.user, person("anna"), false, working)).toEqual(["bo"]);
  });
});
