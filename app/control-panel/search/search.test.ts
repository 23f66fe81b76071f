import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
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
  let databases: Awaited<ReturnType<typeof sessionScene>>;
  beforeAll(async () => {
    databases = await sessionScene(["se"]);
    admin = await signedInBrowser("https://se.localhost", "admin.se");
  });
  afterEach(() => vi.restoreAllMocks());

  const search = (q: string) =>
    loadSearch(processBackend(), admin.request(`/controlpanel/search?${new URLSearchParams({ q })}`));
  const calls = () => processBackend().clients.controlPanel;

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

  test("given somebody's id in another system, then they are found, and nobody by a part of it", async () => {
    const { rows } = await databases.eu.execute<{ uid: string; name: string }>(sql`
      update directory.users set external_id = 'Roster-77 B' where uid = (
        select u.uid from directory.users u join directory.associations a on a.user_id = u.id
        join directory.organizations o on o.id = a.organization_id
        where o.school_unit_code = 'se-1001' and u.type = 'student' and u.status = 'active' order by u.id limit 1)
      returning uid, name`);
    const found = await search("Roster-77 B");
    expect(found).toMatchObject({ isNear: false, people: [{ id: rows[0]?.uid, externalId: "Roster-77 B" }] });
    expect((await search("Roster-77")).people).toEqual([]);
    expect((await search(rows[0]?.name ?? "")).people).toContainEqual(
      expect.objectContaining({ id: rows[0]?.uid, externalId: null }),
    );
  });

  test("given a user who may not see that id, then nobody is found by it", async () => {
    const hidden = await calls().getOrganizationUsers.bind(calls());
    vi.spyOn(calls(), "getOrganizationUsers").mockImplementation(async (...input) => {
      const response = await hidden(...input);
      const data = response.body.data.map((person) => ({
        ...person,
        attributes: { ...person.attributes, externalId: { value: null, viewable: 0, editable: 0 } },
      }));
      return { ...response, body: { ...response.body, data } } as never;
    });
    expect((await search("Roster-77 B")).people).toEqual([]);
  });

  test("given an unavailable service, then the search fails with 503", async () => {
    vi.spyOn(calls(), "getOrganizationUsers").mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    await expect(search("ek")).rejects.toMatchObject({ status: 503 });
  });
});
