import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";
import { loadSearch, prefixQuery } from "./search.server";

it.each([
  ["popy patel", "pop pat"],
  ["Begum, Isla", "Beg Isl"],
  ["bo ek", null],
  ["isl", null],
])("prefixQuery shortens the words of %s, or returns null for short queries", (q, near) => {
  expect(prefixQuery(q)).toBe(near);
});

describe("a search", () => {
  let admin: Browser;
  beforeAll(async () => {
    await sessionScene(["se"]);
    admin = await signedInBrowser("https://se.localhost", "admin.se");
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => getWiring().close());

  const search = (q: string) => loadSearch(admin.request(`/controlpanel/search?${new URLSearchParams({ q })}`));
  const calls = () => getWiring().clients.controlPanel;

  test.each(["", "a", " å "])("given the query %j, then the service is not called", async (q) => {
    const people = vi.spyOn(calls(), "getOrganizationUsers");
    expect(await search(q)).toMatchObject({ isTooShort: true, people: [], groups: [], organizations: [] });
    expect(people).not.toHaveBeenCalled();
  });

  test.each([403, 404])(
    "given an organisation that is refused with %d, then the other results are shown",
    async (status) => {
      expect((await search("ek")).organizations).not.toEqual([]);
      // The frame is cached for five minutes, so the user can lose the permission meanwhile.
      vi.spyOn(calls(), "getOrganizationUsers").mockRejectedValue(new ServiceError(status, "forbidden", "Gone"));
      const { people, organizations } = await search("ek");
      expect(people).toEqual([]);
      expect(organizations).not.toEqual([]);
    },
  );

  test("given an unavailable service, then the search fails with 503", async () => {
    vi.spyOn(calls(), "getOrganizationUsers").mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    await expect(search("ek")).rejects.toMatchObject({ status: 503 });
  });
});
