import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type AttackScene, attackScene } from "#tests/support/attack-scene";
import { scenePassword as password, type TokenResponse } from "#tests/support/auth-scene";

/** Attacks on passwords, each expected to be rejected; the numbers in the titles are lines of docs/security.md. */

let scene: AttackScene;

beforeAll(async () => {
  scene = await attackScene();
});

async function countSessions(): Promise<number> {
  const { rows } = await scene.databases.eu.execute(sql`select count(*) as count from auth.sessions`);
  return Number(rows[0]?.count);
}

describe("17: password change", () => {
  const change = async (tokens: TokenResponse, body: Record<string, string>) =>
    scene.send("/services/auth/v1/password", {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("requires the current password and ends the other sessions", async () => {
    const { person, tokens } = await scene.signedIn();
    const other = await scene.signIn(person.username, password);
    const wrong = await change(tokens, { currentPassword: "not this one", password: "helt nytt losen" });
    expect(await wrong.json()).toMatchObject({
      error: "ValidationError",
      details: [{ attribute: "currentPassword", reason: "Your current password is incorrect" }],
    });
    expect(await scene.statusWith(other.access_token)).toBe(200);
    expect((await change(tokens, { currentPassword: password, password: "helt nytt losen" })).status).toBe(204);
    expect(await scene.statusWith(other.access_token)).toBe(401);
    expect(await scene.statusWith(tokens.access_token)).toBe(200);
    await expect(scene.signIn(person.username, password)).rejects.toThrow("No code received");
    await scene.signIn(person.username, "helt nytt losen");
  });

  it.each(["short", "a".repeat(256), "password1", "Passw0rd!", "qwertyuiop", "12345678", "aaaaaaaa", "hejhejhej"])(
    "rejects a password that is common, too short or too long (23): %s",
    async (fresh) => {
      const { tokens } = await scene.signedIn();
      const response = await change(tokens, { currentPassword: password, password: fresh });
      expect(response.status).toBe(400);
    },
  );

  it.each(["Anna.svensson1", "svensson2015", "a.svensson@x.example"])(
    "rejects a password that is just the user's own name or address (23): %s",
    async (fresh) => {
      const own = { name: "Anna Svensson", email: "a.svensson@x.example" };
      const person = await scene.newPerson("se", own);
      const tokens = await scene.signIn(person.username, password);
      const response = await change(tokens, { currentPassword: password, password: fresh });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { details: [{ attribute: "password", reason: "Too close to your own name" }] },
      ]);
      await scene.auth.credentials.setPassword("se", person.uid, "first given 4", { temporary: true });
      const form = { username: person.username, password: "first given 4", new_password: fresh };
      expect((await scene.authorize({ form })).status).toBe(400);
      expect((await scene.authorize({ form: { ...form, new_password: "mitt eget losen" } })).status).toBe(302);
    },
  );

  it("given a password set by staff, then it accepts 8 and 255 characters and rejects 7 and 256 (23)", async () => {
    const { person } = await scene.signedIn();
    for (const [fresh, reason] of [
      [`${"långt ".repeat(42)}slut`, "Up to 255 characters"],
      ["kort på", "At least 8 characters"],
    ] as const) {
      const set = scene.auth.credentials.setPassword("se", person.uid, fresh, { temporary: true });
      await expect(set).rejects.toMatchObject({ details: [{ attribute: "password", reason }] });
    }
    for (const fresh of [`${"långt ".repeat(42)}så!`, "kort på8"]) {
      await scene.auth.credentials.setPassword("se", person.uid, fresh, { temporary: false });
      await scene.signIn(person.username, fresh);
    }
  });

  it("stores passwords as argon2id with at least 19 MiB and two passes (23)", async () => {
    const { person } = await scene.signedIn();
    const { rows } = await scene.databases.eu.execute(sql`select hash from auth.passwords where uid = ${person.uid}`);
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(String(rows[0]?.hash)) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  });

  it("checks a long password to its last character (23)", async () => {
    const { person, tokens } = await scene.signedIn();
    const long = `${"långt ".repeat(40)}slut`;
    expect((await change(tokens, { currentPassword: password, password: long })).status).toBe(204);
    await scene.signIn(person.username, long);
    await expect(scene.signIn(person.username, long.slice(0, -1))).rejects.toThrow("No code received");
  });
});

describe("22: first passwords", () => {
  it("given two people with one slip at the same moment, then the first one's own password stays", async () => {
    const person = await scene.newPerson();
    await scene.auth.credentials.setPassword("se", person.uid, "first given 4", { temporary: true });
    const form = { username: person.username, password: "first given 4" };
    const own = ["mitt eget losen", "ditt eget losen", "hans eget losen"];
    const responses = await Promise.all(
      own.map((fresh) => scene.authorize({ form: { ...form, new_password: fresh } })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 401, 401]);
    const chosen = own[responses.findIndex(({ status }) => status === 302)] ?? "";
    await scene.signIn(person.username, chosen);
  });

  it("must be changed at the first sign-in, to another password, and expire", async () => {
    const person = await scene.newPerson();
    await scene.auth.credentials.setPassword("se", person.uid, "first given 4", { temporary: true });
    const form = { username: person.username, password: "first given 4" };
    const before = await countSessions();
    const response = await scene.authorize({ form });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: "password_change_required" });
    expect((await scene.authorize({ form: { ...form, new_password: form.password } })).status).toBe(400);
    expect(await countSessions()).toBe(before);
    expect((await scene.authorize({ form: { ...form, new_password: "mitt eget losen" } })).status).toBe(302);
    await scene.signIn(person.username, "mitt eget losen");

    await scene.auth.credentials.setPassword("se", person.uid, "second given 5", { temporary: true });
    await scene.databases.eu.execute(sql`
      update auth.passwords set expires_at = now() - interval '1 second' where uid = ${person.uid}`);
    const late = await scene.authorize({
      form: { username: person.username, password: "second given 5", new_password: "ett annat losen" },
    });
    expect(late.status).toBe(401);
  });
});
