import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild, addFamily } from "#tests/support/family-scene";
import { pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { maxProfiles } from "~/services/contracts/family-profiles";
import { ServiceError } from "~/services/contracts/service-error";

/** The pages on which parents manage their children, over the real page server. docs/product/choices.md#who-and-where. */

const origin = "https://se.localhost";
const databases: Databases = await sessionScene(["se"]);
const pages = await pageServer();
let browser: Browser;
let family: string;

beforeAll(async () => {
  family = await uidOf(databases.eu, "family.se");
  browser = await signedInBrowser(origin, "family.se");
});

const pathOf = (response: Response) => new URL(response.headers.get("location") ?? "", origin).pathname;
const alma = { name: "Alma", avatar: "fox", ageLimit: "9" };

async function children(): Promise<Array<{ id: string; name: string; version: number }>> {
  const { rows } = await databases.eu.execute<{ id: string; name: string; version: number }>(
    sql`select id, name, version from directory.family_profiles where owner_uid = ${family}::uuid order by created_at`,
  );
  return rows;
}

async function childCalled(name: string): Promise<string> {
  const found = (await children()).find((child) => child.name === name);
  return found?.id ?? (await addChild(databases.eu, family, name));
}

describe("the children's pages for a parent", () => {
  it("add a child once when the form is sent twice with the same key", async () => {
    const key = crypto.randomUUID();
    for (const _time of [1, 2]) {
      expect(pathOf(await pages.post(browser, "/profile/children/new", { ...alma, key }))).toBe("/profile");
    }
    expect((await children()).map(({ name }) => name)).toEqual(["Alma"]);
  });

  it.each([
    ["no name", { ...alma, name: " " }],
    ["the name of another child", { ...alma, name: "ALMA" }],
    ["a name of 41 characters", { ...alma, name: "a".repeat(41) }],
    ["a picture that is not offered", { ...alma, name: "Bo", avatar: "https://elsewhere.example/a.png" }],
    ["an age above the limit", { ...alma, name: "Bo", ageLimit: "99" }],
  ])("return 400 for %s", async (_what, form) => {
    expect((await pages.post(browser, "/profile/children/new", form)).status).toBe(400);
  });

  it("return 400 for one child more than maxProfiles", async () => {
    const added: string[] = [];
    for (let count = (await children()).length; count < maxProfiles; count += 1) {
      added.push(await addChild(databases.eu, family, `Child ${count}`));
    }
    expect((await pages.post(browser, "/profile/children/new", { ...alma, name: "Ninth" })).status).toBe(400);
    for (const id of added) await pages.post(browser, `/profile/children/${id}/remove`, {});
    expect((await children()).map(({ name }) => name)).toEqual(["Alma"]);
  });

  it("rename a child, and show both values (412) for a form with an old version", async () => {
    const id = await childCalled("Ida");
    const path = `/profile/children/${id}`;
    expect(pathOf(await pages.post(browser, path, { ...alma, name: "Iris", version: "1" }))).toBe("/profile");
    const read = JSON.stringify({ name: "Ida", avatar: "fox", ageLimit: "" });
    const stale = await pages.post(browser, path, { ...alma, name: "Ines", ageLimit: "", version: "1", read });
    const html = await stale.text();
    const field = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
    expect([stale.status, field("name"), field("version")]).toEqual([412, "Ines", "2"]);
    // A field that this form did not change has the stored value.
    expect(html).toContain('<option value="9" selected="">');
    expect(html).toContain("<strong>Iris</strong>");
    expect((await children()).find((child) => child.id === id)).toMatchObject({ name: "Iris", version: 2 });
    expect(pathOf(await pages.post(browser, path, { ...alma, name: "Ines", version: "2" }))).toBe("/profile");
  });

  it("show a service error (502), not a conflict, while the account service is unreachable", async () => {
    const id = await childCalled("Alma");
    // A remote account service can be unreachable.
    const call = vi
      .spyOn(processBackend().clients.account, "changeProfile")
      .mockRejectedValue(new ServiceError(503, "unreachable", "The service could not be reached"));
    const response = await pages.post(browser, `/profile/children/${id}`, { ...alma, version: "1" });
    call.mockRestore();
    const html = await response.text();
    expect(response.status).toBe(502);
    expect(html).toContain("Det gick inte att spara just nu.");
    expect(html).not.toContain("under tiden");
  });

  it("remove a child with its settings, events and session, and keep those of a sibling", async () => {
    const [gone, stays] = [await childCalled("Otto"), await childCalled("Alma")];
    for (const id of [gone, stays]) {
      await databases.eu.execute(
        sql`insert into account.settings (realm, uid, profile_id) values ('se', ${family}::uuid, ${id}::uuid)`,
      );
    }
    for (const id of [gone, stays]) {
      await databases.eu.execute(sql`
        insert into activity.events (realm, id, received_at, uid, profile_id, origin, source_application, version, event)
        values ('se', gen_random_uuid(), now(), ${family}::uuid, ${id}::uuid, 'test', 'test', 1, '{}')`);
    }
    const reading = await signedInBrowser(origin, "family.se");
    reading.take(await pages.post(reading, "/who-is-reading", { profile: gone }));
    expect(pathOf(await pages.post(browser, `/profile/children/${gone}/remove`, {}))).toBe("/profile");
    const { rows } = await databases.eu.execute(
      sql`select profile_id from account.settings where uid = ${family}::uuid`,
    );
    expect(rows).toEqual([{ profile_id: stays }]);
    const events = await databases.eu.execute(sql`select profile_id from activity.events where uid = ${family}::uuid`);
    expect(events.rows).toEqual([{ profile_id: stays }]);
    // The session in which the child read ends; it must not become the parents' session.
    expect(pathOf(await pages.get(reading, "/profile"))).toBe("/login");
    expect((await pages.get(browser, "/profile")).status).toBe(200);
  });

  it("return 404 for a child of another family", async () => {
    const foreign = await addChild(databases.eu, await addFamily(databases.eu, "other@example.com"), "Other");
    for (const path of [`/profile/children/${foreign}`, `/profile/children/${foreign}/remove`]) {
      expect((await pages.get(browser, path)).status).toBe(404);
      expect((await pages.post(browser, path, { ...alma, version: "1" })).status).toBe(404);
    }
    expect((await pages.post(browser, "/who-is-reading", { profile: foreign })).status).toBe(404);
  });
});

describe("given a session in which a child reads", () => {
  it("then the children are requested once for two pages, and a new name is on the next page", async () => {
    const shared = await signedInBrowser(origin, "family.se");
    const id = await childCalled("Alma");
    shared.take(await pages.post(shared, "/who-is-reading", { profile: id }));
    const getProfiles = vi.spyOn(processBackend().clients.account, "getProfiles");
    for (const _page of [1, 2]) expect(await (await pages.get(shared, "/bookshelf")).text()).toContain("Alma");
    expect(getProfiles).toHaveBeenCalledTimes(1);
    getProfiles.mockRestore();
    const version = String((await children()).find((child) => child.id === id)?.version);
    for (const [name, of] of [
      ["Almeda", version],
      ["Alma", String(Number(version) + 1)],
    ] as const) {
      const response = await pages.post(browser, `/profile/children/${id}`, { ...alma, name, version: of });
      expect(response.status).toBe(302);
      expect(await (await pages.get(shared, "/bookshelf")).text()).toContain(name);
    }
  });

  const parental = [
    ...[
      "/profile",
      "/profile/export",
      "/profile/children/new",
      "/settings",
      "/subscription",
      "/signup/payment",
      "/withdraw",
    ],
  ];

  it("then parental pages, their forms and switching to the parent redirect to the login page", async () => {
    const shared = await signedInBrowser(origin, "family.se");
    shared.take(await pages.post(shared, "/who-is-reading", { profile: await childCalled("Alma") }));
    expect((await pages.get(shared, "/bookshelf")).status).toBe(200);
    for (const path of parental) {
      const response = await pages.get(shared, path);
      expect(pathOf(response), path).toBe("/login");
      expect(new URL(response.headers.get("location") ?? "", origin).searchParams.get("redirect")).toBe(path);
    }
    for (const path of [
      "/profile",
      "/profile/children/new",
      "/settings",
      "/subscription",
      "/signup/payment",
      "/withdraw",
    ]) {
      expect(pathOf(await pages.post(shared, path, { ...alma, name: "Sly" })), path).toBe("/login");
    }
    expect(pathOf(await pages.post(shared, "/who-is-reading", { profile: "me" }))).toBe("/login");
    expect(pathOf(await pages.get(shared, "/profile"))).toBe("/login");
    expect((await children()).some(({ name }) => name === "Sly")).toBe(false);
  });

  it("then switching to another child needs no password", async () => {
    const shared = await signedInBrowser(origin, "family.se");
    for (const name of ["Alma", "Iris"]) {
      const response = await pages.post(shared, "/who-is-reading", { profile: await childCalled(name) });
      expect(pathOf(response)).toBe("/bookshelf");
    }
  });
});

describe("a family's pages", () => {
  it("speak of no school: neither the profile nor a page that is refused", async () => {
    const refused = await pages.get(browser, "/controlpanel/students");
    expect(refused.status).toBe(403);
    const html = await refused.text();
    expect(html).toContain("Den här sidan hör inte till ditt konto.");
    const profile = await (await pages.get(browser, "/profile")).text();
    expect(profile).toContain("Ladda ner det vi har sparat om dig och dina barn");
    for (const page of [html, profile])
      expect(page.slice(page.indexOf("<main"), page.indexOf("</main>"))).not.toMatch(/skola/i);
    const pupil = await signedInBrowser(origin, "student.se");
    expect(await (await pages.get(pupil, "/controlpanel/students")).text()).toContain("Fråga skolans administratör");
  });
});
