import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild } from "#tests/support/family-scene";
import { callWith, tokensOf } from "#tests/support/joined-device";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { mostWrongPins } from "~/services/contracts/parent-pin";

/** A parent's PIN, beside the password, while a child reads in the parents' browser. Decision 90. */

const origin = "https://se.localhost";
let databases: Databases;
let pages: PageServer;
let uid: string;
let child: string;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
  uid = await uidOf(databases.eu, "family.se");
  child = await addChild(databases.eu, uid, "Alma");
});
beforeEach(async () => {
  await databases.eu.execute(sql`delete from auth.parent_pins`);
});

const pin = "2468";
const placeOf = (response: Response) => {
  const url = new URL(response.headers.get("location") ?? "", origin);
  return url.pathname + (url.pathname === "/login" ? "" : url.search);
};

async function setPin(browser: Browser, form: Record<string, string> = {}): Promise<Response> {
  return pages.post(browser, "/profile", { intent: "set-parent-pin", pin, currentPassword: demoPassword, ...form });
}

/** A browser of the family in which the child reads. */
async function childsBrowser(): Promise<Browser> {
  const browser = await signedInBrowser(origin, "family.se");
  browser.take(await pages.post(browser, "/who-is-reading", { profile: child }));
  return browser;
}

const door = "/who-is-reading/parent?redirect=%2Fprofile";
const enter = (browser: Browser, typed: string) => pages.post(browser, door, { pin: typed });

describe("a parent's PIN", () => {
  it("is set, changed and removed on the profile with the password, and only its hash is stored", async () => {
    const parent = await signedInBrowser(origin, "family.se");
    expect((await setPin(parent)).status).toBe(302);
    const hash = async () => {
      const { rows } = await databases.eu.execute<{ hash: string }>(
        sql`select * from auth.parent_pins where uid = ${uid}::uuid`,
      );
      expect(JSON.stringify(rows)).not.toContain(pin);
      return rows[0]?.hash;
    };
    const first = await hash();
    expect(first).toMatch(/^\$argon2id\$/);
    expect((await setPin(parent, { pin: "135790" })).status).toBe(302);
    expect(await hash()).not.toBe(first);
    const removal = { intent: "remove-parent-pin", currentPassword: demoPassword };
    expect((await pages.post(parent, "/profile", { ...removal, currentPassword: "wrong" })).status).toBe(400);
    expect(await hash()).toBeDefined();
    expect((await pages.post(parent, "/profile", removal)).status).toBe(302);
    expect(await hash()).toBeUndefined();
  });

  it.each([
    ["three digits", { pin: "123" }],
    ["seven digits", { pin: "1234567" }],
    ["letters", { pin: "12ab" }],
    ["nothing", { pin: "" }],
    ["a wrong password", { currentPassword: "wrong" }],
    ["no password", { currentPassword: "" }],
  ])("is refused with %s", async (_, form) => {
    const parent = await signedInBrowser(origin, "family.se");
    expect((await setPin(parent, form)).status).toBe(400);
    const { rows } = await databases.eu.execute(sql`select 1 from auth.parent_pins`);
    expect(rows).toEqual([]);
  });

  it("is offered to families alone", async () => {
    const guardian = await signedInBrowser(origin, "guardian.se");
    expect(await (await pages.get(guardian, "/profile")).text()).not.toContain("PIN-kod för föräldrar");
    expect((await setPin(guardian)).status).toBe(404);
  });

  it("opens the wanted page where a child reads, and 'For me'", async () => {
    await setPin(await signedInBrowser(origin, "family.se"));
    const browser = await childsBrowser();
    for (const path of ["/profile", "/subscription", "/signup/payment", "/profile/export"]) {
      expect(placeOf(await pages.get(browser, path)), path).toBe(
        `/who-is-reading/parent?${new URLSearchParams({ redirect: path })}`,
      );
    }
    expect((await pages.get(browser, door)).status).toBe(200);
    expect(placeOf(await enter(browser, pin))).toBe("/profile");
    expect((await pages.get(browser, "/profile")).status).toBe(200);
    browser.take(await pages.post(browser, "/who-is-reading", { profile: child }));
    expect(placeOf(await pages.post(browser, "/who-is-reading", { profile: "me" }))).toBe(
      "/who-is-reading/parent?redirect=%2Fbookshelf",
    );
    // The address would stay in the browser's history, so the session names it.
    const asked = await (await pages.get(browser, door)).text();
    expect(asked).toContain("problem=parent");
    expect(asked).not.toContain("username=");
    const login = await (
      await pages.get(browser, "/login?reauthenticate=true&problem=parent&redirect=%2Fprofile")
    ).text();
    expect(login).toContain('value="family.se"');
    // No child reads: nothing to ask.
    expect(placeOf(await pages.get(await signedInBrowser(origin, "family.se"), door))).toBe("/profile");
  });

  it("leads to no other site", async () => {
    await setPin(await signedInBrowser(origin, "family.se"));
    const path = `/who-is-reading/parent?${new URLSearchParams({ redirect: "//elsewhere.example" })}`;
    expect(placeOf(await pages.post(await childsBrowser(), path, { pin }))).toBe("/");
  });

  it("given too many wrong ones, over several devices, then only the password helps, which clears the count", async () => {
    await setPin(await signedInBrowser(origin, "family.se"));
    // Each log-in with the password clears the count, so all browsers are made first.
    const browsers = [await childsBrowser(), await childsBrowser()] as const;
    const typed = Array.from({ length: mostWrongPins - 1 }, (_, index) =>
      enter(browsers[(index % 2) as 0 | 1], "0000"),
    );
    expect(new Set((await Promise.all(typed)).map(({ status }) => status))).toEqual(new Set([400]));
    expect(placeOf(await enter(browsers[0], "0000"))).toBe("/login");
    for (const browser of browsers) {
      expect(placeOf(await enter(browser, pin))).toBe("/login");
      expect(placeOf(await pages.get(browser, "/profile"))).toBe("/login");
      expect(placeOf(await pages.get(browser, door))).toBe("/login");
    }
    await signedInBrowser(origin, "family.se");
    expect(placeOf(await enter(browsers[1], pin))).toBe("/profile");
  });

  it("forgets wrong ones after a right one, and parallel attempts gain nothing", async () => {
    await setPin(await signedInBrowser(origin, "family.se"));
    const browser = await childsBrowser();
    const { accessToken } = await tokensOf(browser);
    const check = (typed: string) =>
      callWith(accessToken, origin, "/auth/v1/parent-pin/check", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ pin: typed }),
      });
    for (let count = 1; count < mostWrongPins; count += 1) expect((await check("0000")).status).toBe(400);
    expect((await check(pin)).status).toBe(204);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => check("0000")));
    expect(outcomes.filter(({ status }) => status === 400)).toHaveLength(mostWrongPins - 1);
    expect((await check(pin)).status).toBe(403);
    const { rows } = await databases.eu.execute<{ count: number }>(sql`
      select count(*)::int as count from auth.events where kind = 'parent_pin_refused' and uid = ${uid}::uuid`);
    expect(rows[0]?.count).toBeGreaterThan(mostWrongPins);
  });
});
