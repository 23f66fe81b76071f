import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { type AuthScene, authScene, codeOf, fixedPkce, type TokenResponse } from "#tests/support/auth-scene";
import { testDatabase } from "#tests/support/database";
import { inTransaction } from "~/db/.server/transaction";
import { tokenDigest } from "~/security/secret-box.server";
import { badgeLimit } from "~/services/.server/auth/passwords/limits";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { badgeAddress, readBadge } from "~/services/contracts/badge";

/** QR badges; docs/security.md, line 28. */

let scene: AuthScene;
let pupil: IdentifiedPerson;

beforeAll(async () => {
  scene = await authScene();
});

beforeEach(() => {
  pupil = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["student"] });
  scene.identity.allowBadge(pupil.uid, true);
});

const issueAll = (uids: string[]) =>
  inTransaction(scene.databases.eu, (within) => scene.auth.credentials.issueBadges("se", uids, within));

async function issue(...uids: string[]): Promise<string> {
  const [badge] = await issueAll(uids);
  if (!badge) throw new Error("No badge");
  return badge.token;
}

const show = (
  badge: string,
  options: { realm?: "se" | "fr"; ipAddress?: string; query?: Record<string, string> } = {},
) => scene.authorize({ form: { badge }, ...options });

async function tokensBy(badge: string): Promise<TokenResponse> {
  const code = String(codeOf(await show(badge)));
  return (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
}

describe("a badge", () => {
  it("signs its student in, also as an address in lower case, and sets amr to qr", async () => {
    const badge = await issue(pupil.uid);
    const tokens = await tokensBy(badge);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: pupil.uid, amr: ["qr"], acr: "basic" });
    expect((await show(badgeAddress("http://se.localhost:3000", badge.toLowerCase()))).status).toBe(302);
  });

  it("has at least 128 bits, and only its digest and a salt are stored, also after its use", async () => {
    const badge = await issue(pupil.uid);
    expect(badge.length * 5).toBeGreaterThanOrEqual(128);
    expect(readBadge(badge)).toBe(badge);
    expect((await show(badge)).status).toBe(302);
    const { rows } = await scene.databases.eu.execute(sql`select * from auth.badges where uid = ${pupil.uid}`);
    expect(rows).toEqual([
      {
        realm: "se",
        uid: pupil.uid,
        token_hash: tokenDigest(badge),
        salt: expect.stringMatching(/^[\w-]{22}$/),
        issued_at: expect.anything(),
      },
    ]);
    const { rows: events } = await scene.databases.eu.execute(sql`select * from auth.events where uid = ${pupil.uid}`);
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, events]).toUpperCase()).not.toContain(badge);
  });

  it("can be reprinted, unless its salt does not match or the student may not have a badge", async () => {
    const read = (uid: string) =>
      inTransaction(scene.databases.eu, (within) => scene.auth.credentials.readBadges("se", [uid], within));
    expect(await read(pupil.uid)).toEqual(new Map());
    const badge = await issue(pupil.uid);
    expect(await read(pupil.uid)).toEqual(new Map([[pupil.uid, badge]]));
    expect((await show(badge)).status).toBe(302);
    await scene.databases.eu.execute(sql`update auth.badges set salt = 'another' where uid = ${pupil.uid}`);
    expect(await read(pupil.uid)).toEqual(new Map([[pupil.uid, null]]));
    await scene.databases.eu.execute(sql`update auth.badges set salt = null where uid = ${pupil.uid}`);
    expect(await read(pupil.uid)).toEqual(new Map([[pupil.uid, null]]));
    scene.identity.allowBadge(pupil.uid, false);
    expect(await read(pupil.uid)).toEqual(new Map());
  });

  it("is rejected once replaced, voided or no longer allowed, and so are its sessions", async () => {
    const first = await issue(pupil.uid);
    const tokens = await tokensBy(first);
    const who = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    expect((await scene.send("/services/auth/v1/userinfo", who)).status).toBe(200);
    const second = await issue(pupil.uid);
    expect((await show(first)).status).toBe(401);
    expect((await scene.send("/services/auth/v1/userinfo", who)).status).toBe(401);
    expect((await show(second)).status).toBe(302);
    const opened = { headers: { authorization: `Bearer ${(await tokensBy(second)).access_token}` } };
    expect((await scene.send("/services/auth/v1/userinfo", opened)).status).toBe(200);
    scene.identity.allowBadge(pupil.uid, false);
    for (const off of [await show(second), await scene.send("/services/auth/v1/userinfo", opened)]) {
      expect([off.status, await off.json()]).toEqual([401, expect.objectContaining({ error: "badges_off" })]);
    }
    scene.identity.allowBadge(pupil.uid, true);
    const again = { headers: { authorization: `Bearer ${(await tokensBy(second)).access_token}` } };
    expect((await scene.send("/services/auth/v1/userinfo", again)).status).toBe(200);
    await inTransaction(scene.databases.eu, (within) => scene.auth.credentials.voidBadges("se", [pupil.uid], within));
    scene.identity.allowBadge(pupil.uid, false);
    const gone = await show(second);
    expect([gone.status, await gone.json()]).toEqual([401, expect.objectContaining({ error: "invalid_badge" })]);
    expect((await scene.send("/services/auth/v1/userinfo", again)).status).toBe(401);
  });

  it("is rejected in another realm, for a disabled student and for a secure login", async () => {
    const badge = await issue(pupil.uid);
    expect((await show(badge, { realm: "fr" })).status).toBe(401);
    expect((await show(badge, { query: { acr_values: "secure" } })).status).toBe(403);
    scene.identity.change(pupil.uid, { status: "inactive" });
    expect((await show(badge)).status).toBe(401);
  });

  it("is issued only to students who may have one, in the order of the request", async () => {
    const teacher = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["employee"] });
    const other = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["student"] });
    scene.identity.allowBadge(teacher.uid, true);
    scene.identity.allowBadge(other.uid, true);
    const made = await issueAll([other.uid, teacher.uid, pupil.uid, other.uid]);
    expect(made.map(({ uid }) => uid)).toEqual([other.uid, pupil.uid]);
    expect(new Set(made.map(({ token }) => token)).size).toBe(2);
  });

  it("given too many wrong badges from an address, then it returns 429 but a valid badge signs in", async () => {
    const badge = await issue(pupil.uid);
    const ipAddress = "198.51.100.7";
    const responses = await Promise.all(
      Array.from({ length: badgeLimit.points }, () => show("0".repeat(26), { ipAddress })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
    const late = await show("0".repeat(26), { ipAddress });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await show(badge, { ipAddress })).status).toBe(302);
    const { rows } = await scene.databases.eu.execute(sql`
      select count(*)::int as count from auth.events
      where kind = 'sign_in_refused' and details ->> 'method' = 'qr' and ip_address = ${ipAddress}`);
    expect(rows[0]?.count).toBe(badgeLimit.points);
  });
});

describe("badge holders in the directory", () => {
  it("are active students of an organisation that enables QR login", async () => {
    const { database } = await testDatabase();
    await seedRealm(database, "se");
    const directory = createIdentityDirectory({ eu: database, us: database });
    const { rows } = await database.execute<{ uid: string; username: string }>(
      sql`select uid, username from directory.users where username in ('student.se', 'teacher.se', 'guardian.se')`,
    );
    const uids = rows.map(({ uid }) => uid);
    const student = String(rows.find(({ username }) => username === "student.se")?.uid);
    expect(await directory.badgeHolders("se", [...uids, "nonsense"])).toEqual(new Set([student]));
    expect(await directory.badgeHolders("fr", uids)).toEqual(new Set());
    const become = (status: string) =>
      database.execute(sql`update directory.users set status = ${status} where uid = ${student}`);
    await become("inactive");
    expect(await directory.badgeHolders("se", uids)).toEqual(new Set());
    await become("active");
    await database.execute(sql`update directory.organizations set qr_code_login_enabled = false`);
    expect(await directory.badgeHolders("se", uids)).toEqual(new Set());
  });
});
