import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type AuthScene, authScene, codeOf, fixedPkce, type TokenResponse } from "#tests/support/auth-scene";
import { inTransaction } from "~/db/.server/transaction";
import { pictureLimits } from "~/services/.server/auth/passwords/limits";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { codePictures, pictureCodeLength, pictureSecret } from "~/services/contracts/picture-code";

/** Picture codes; docs/security.md, line 23, and decision 54. */

let scene: AuthScene;
let pupil: IdentifiedPerson;

beforeAll(async () => {
  scene = await authScene();
});

beforeEach(() => {
  pupil = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["student"] });
  scene.identity.allowPictures(pupil.uid, true);
});

afterEach(() => vi.useRealTimers());

const issue = (uid = pupil.uid) =>
  inTransaction(scene.databases.eu, (within) => scene.auth.credentials.issuePictureCode("se", uid, within));
const show = (pictures: readonly string[], options: { username?: string; ipAddress?: string } = {}) => {
  const { username = pupil.username, ...rest } = options;
  return scene.authorize({ form: { username, password: pictureSecret(pictures) }, ...rest });
};
const wrong = (pictures: readonly string[]) => {
  const [first = "", ...rest] = pictures;
  return [codePictures.find((name) => name !== first) ?? "", ...rest];
};

describe("a picture code", () => {
  it("signs its student in through the password field and sets amr to pictures", async () => {
    const pictures = (await issue()) ?? [];
    expect(pictures).toHaveLength(pictureCodeLength);
    const code = String(codeOf(await show(pictures)));
    const tokens = (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: pupil.uid, amr: ["pictures"], acr: "basic" });
  });

  it("neither needs nor sets a password, and signs in beside a password that must be changed", async () => {
    const passwordsOf = async (uid: string) => {
      const { rows } = await scene.databases.eu.execute(sql`select * from auth.passwords where uid = ${uid}`);
      return rows;
    };
    const pictures = (await issue()) ?? [];
    expect((await show(pictures)).status).toBe(302);
    expect(await passwordsOf(pupil.uid)).toEqual([]);
    await scene.auth.credentials.setPassword("se", pupil.uid, "first given 4", { temporary: true });
    const stored = await passwordsOf(pupil.uid);
    expect(stored).toHaveLength(1);
    expect((await show(pictures)).status).toBe(302);
    expect(await passwordsOf(pupil.uid)).toEqual(stored);
    const form = { username: pupil.username, password: "first given 4" };
    expect((await scene.authorize({ form })).status).toBe(403);
  });

  it("is one of at least a million and is stored as a hash", async () => {
    expect(codePictures.length ** pictureCodeLength).toBeGreaterThanOrEqual(1_000_000);
    const pictures = (await issue()) ?? [];
    const { rows } = await scene.databases.eu.execute(
      sql`select hash from auth.picture_codes where uid = ${pupil.uid}`,
    );
    expect(String(rows[0]?.hash)).toMatch(/^\$argon2id/);
    expect(String(rows[0]?.hash)).not.toContain(pictures.join("-"));
  });

  it("given picture login disabled, then no code is issued and existing codes and sessions are rejected", async () => {
    const pictures = (await issue()) ?? [];
    const code = String(codeOf(await show(pictures)));
    const tokens = (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
    const who = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    expect((await scene.send("/services/auth/v1/userinfo", who)).status).toBe(200);
    scene.identity.allowPictures(pupil.uid, false);
    expect(await issue()).toBeNull();
    expect((await show(pictures)).status).toBe(401);
    expect((await scene.send("/services/auth/v1/userinfo", who)).status).toBe(401);
  });

  it("returns 403 for the account's sessions and second factor", async () => {
    const code = String(codeOf(await show((await issue()) ?? [])));
    const tokens = (await (await scene.exchange(code, fixedPkce.verifier)).json()) as TokenResponse;
    const headers = { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" };
    for (const path of ["/services/auth/v1/sessions", "/services/auth/v1/second-factor"]) {
      expect((await scene.send(path, { headers })).status, path).toBe(403);
    }
  });

  it("is rejected once it is replaced or voided", async () => {
    const first = (await issue()) ?? [];
    let second = (await issue()) ?? [];
    // Codes are drawn at random, so the same one may be drawn again.
    while (second.join() === first.join()) second = (await issue()) ?? [];
    expect((await show(first)).status).toBe(401);
    expect((await show(second)).status).toBe(302);
    await inTransaction(scene.databases.eu, (within) =>
      scene.auth.credentials.voidPictureCode("se", pupil.uid, within),
    );
    expect((await show(second)).status).toBe(401);
  });

  it("returns the same 401 for a wrong code, no code, an unknown user and an incomplete code", async () => {
    const pictures = (await issue()) ?? [];
    const other = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["student"] });
    const refused = [
      await show(wrong(pictures)),
      await show(pictures, { username: other.username }),
      await show(pictures, { username: "nobody.at.all" }),
      await show(pictures.slice(1)),
    ];
    const bodies = await Promise.all(refused.map((response) => response.text()));
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(bodies).size).toBe(1);
  });

  it("given too many wrong codes, then the account waits at all addresses, known ones included", async () => {
    const pictures = (await issue()) ?? [];
    expect((await show(pictures, { ipAddress: "10.1.0.0" })).status).toBe(302);
    for (let guess = 0; guess < pictureLimits.account.points; guess += 1) {
      const ipAddress = guess % 4 === 0 ? "10.1.0.0" : `10.1.1.${guess}`;
      expect((await show(wrong(pictures), { ipAddress })).status).toBe(401);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const late = await show(pictures, { ipAddress: "10.1.0.0" });
    expect([late.status, late.headers.get("retry-after")]).toEqual([429, "1"]);
    expect((await show(pictures, { ipAddress: "10.9.9.9" })).status).toBe(429);
    vi.setSystemTime(Date.now() + 1000);
    expect((await show(pictures, { ipAddress: "10.1.0.0" })).status).toBe(302);
  });
});
