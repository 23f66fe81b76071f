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
])("looks for %s by the beginnings of its words", (q, near) => {
  expect(prefixQuery(q)).toBe(near);
});

describe("a search", () => {
  let admin: Browser;
  beforeAll(async () => {
    await sessionScene(["se"]);
    admin = await signedInBrowser("https://www.fabelskolan.se", "admin.se");
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => getWiring().close());

  const search = (q: string) => loadSearch(admin.request(`/controlpanel/search?${new URLSearchParams({ q })}`));
  const calls = () => getWiring().clients.controlPanel;

  test.each(["", "a", " å "])("given %j, asks for nothing", async (q) => {
    const people = vi.spyOn(calls(), "getOrganizationUsers");
    expect(await search(q)).toMatchObject({ isTooShort: true, people: [], groups: [], organizations: [] });
    expect(people).not.toHaveBeenCalled();
  });

  test.each([403, 404])(
    "given an organisation that answers %d since the frame was read, shows the rest",
    async (status) => {
      expect((await search("ek")).organizations).not.toEqual([]);
      // why: the service's edge; the right was lost within the frame's five minutes.
      vi.spyOn(calls(), "getOrganizationUsers").mockRejectedValue(new ServiceError(status, "forbidden", "Gone"));
      const { people, organizations } = await search("ek");
      expect(people).toEqual([]);
      expect(organizations).not.toEqual([]);
    },
  );

  test("given a service that is away, fails as before", async () => {
    vi.spyOn(calls(), "getOrganizationUsers").mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    await expect(search("ek")).rejects.toMatchObject({ status: 503 });
  });
});
