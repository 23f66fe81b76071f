import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type AttackScene, attackScene } from "#tests/support/attack-scene";
import { originOf, scenePassword as password } from "#tests/support/auth-scene";

/** Attacks on sessions and what is logged of them, each expected to be rejected; the numbers in the titles are lines of docs/security.md. */

let scene: AttackScene;

beforeAll(async () => {
  scene = await attackScene();
});

describe("14: logging out", () => {
  it("ends the session on the server and rejects its tokens", async () => {
    const { tokens } = await scene.signedIn();
    const query = new URLSearchParams({
      post_logout_redirect_uri: `${originOf("se")}/`,
      id_token_hint: tokens.id_token,
    });
    expect((await scene.send(`/services/auth/logout?${query}`)).status).toBe(302);
    expect(await scene.statusWith(tokens.access_token)).toBe(401);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
  });
});

describe("15, 21: the user's status, sessions and roles", () => {
  const countActive = async (uid: string) => {
    const { rows } = await scene.databases.eu.execute(
      sql`select count(*) as count from auth.sessions where uid = ${uid} and ended_at is null and expires_at > now()`,
    );
    return Number(rows[0]?.count);
  };

  it.each(["inactive", "deleted"] as const)(
    "given a user who is %s, then every token is rejected although the session has not ended",
    async (status) => {
      const { person, tokens } = await scene.signedIn();
      scene.identity.change(person.uid, { status });
      expect(await scene.statusWith(tokens.access_token)).toBe(401);
      // This endpoint requires only a signed-in user.
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      expect((await scene.send("/services/auth/v1/sessions", { headers })).status).toBe(401);
      expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
      expect(await countActive(person.uid)).toBe(1);
    },
  );

  it("given an active user whose sessions were ended, then every token is rejected", async () => {
    const { person, tokens } = await scene.signedIn();
    await scene.auth.credentials.endSessions("se", person.uid);
    expect(await scene.identity.findByUid("se", person.uid)).toMatchObject({ status: "active" });
    expect(await countActive(person.uid)).toBe(0);
    expect(await scene.statusWith(tokens.access_token)).toBe(401);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(400);
  });

  it("returns the user's current roles and scopes, not those in the token", async () => {
    const { person, tokens } = await scene.signedIn();
    scene.identity.change(person.uid, { roles: ["employee"], scopes: ["ilt.user.se.write"] });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await (await scene.send("/services/auth/v1/userinfo", { headers })).json();
    expect(info).toMatchObject({ roles: ["employee"], scopes: ["ilt.user.se.write"] });
  });
});

describe("25: responses", () => {
  it("with personal data or an authorization code have Cache-Control: no-store", async () => {
    const { person, tokens } = await scene.signedIn();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const info = await scene.send("/services/auth/v1/userinfo", { headers });
    expect(info.headers.get("cache-control")).toBe("no-store");
    const code = await scene.authorize({ form: { username: person.username, password } });
    expect(code.headers.get("cache-control")).toBe("no-store");
  });
});

describe("26: the event log", () => {
  it("records sign-ins and refusals without the password, and cannot be altered", async () => {
    const { person } = await scene.signedIn();
    await scene.authorize({ form: { username: person.username, password: "wrong password" } });
    const { rows } = await scene.databases.eu.execute<{ kind: string; details: unknown }>(
      sql`select kind, details from auth.events where uid = ${person.uid} order by id`,
    );
    expect(rows.map((row) => row.kind)).toEqual(["signed_in", "sign_in_refused"]);
    expect(JSON.stringify(rows)).not.toContain("wrong password");
    await expect(scene.databases.eu.execute(sql`delete from auth.events`)).rejects.toThrow();
    await expect(scene.databases.eu.execute(sql`update auth.events set kind = 'x'`)).rejects.toThrow();
    await expect(scene.databases.eu.execute(sql`truncate auth.events`)).rejects.toThrow();
  });
});
