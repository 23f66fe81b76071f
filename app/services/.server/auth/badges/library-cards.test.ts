import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuthScene, authorizeQuery, authScene, codeOf, fixedPkce } from "#tests/support/auth-scene";
import type { Realm } from "~/realms/realm";
import { cardLimits } from "~/services/.server/auth/passwords/limits";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";

/** Library cards; docs/security.md, lines 29, 33. */

let scene: AuthScene;
let reader: IdentifiedPerson;
let number: string;
const pin = "4711";
let lastCard = 1000;

beforeAll(async () => {
  scene = await authScene();
});

beforeEach(async () => {
  lastCard += 1;
  number = `2000 ${lastCard}`;
  reader = scene.identity.add({ realm: "se", username: crypto.randomUUID(), roles: ["student"] });
  await scene.auth.credentials.addLibraryCard("se", { uid: reader.uid, number, pin });
});

const show = (form: { card: string; pin: string }, options: { realm?: Realm; ipAddress?: string } = {}) =>
  scene.authorize({ form, query: { amr_hint: "ak-bibliotheken" }, ...options });

describe("a library card", () => {
  it("signs in with its PIN, ignoring spaces and hyphens, and sets amr to ak-bibliotheken", async () => {
    const response = await show({ card: number.replace(" ", "-"), pin: ` ${pin}` });
    const tokens = await (await scene.exchange(String(codeOf(response)), fixedPkce.verifier)).json();
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: reader.uid, amr: ["ak-bibliotheken"], acr: "basic" });
  });

  it("given its amr_hint, then it redirects to the login page for library cards", async () => {
    const query = authorizeQuery("se", { amr_hint: "ak-bibliotheken" });
    const response = await scene.send(`/services/auth/v1/authorize?${query}`);
    expect(new URL(String(response.headers.get("location"))).pathname).toBe("/login/ak-bibliotheken");
  });

  it("is rejected with a wrong PIN or number, in another realm, for a guardian and for a disabled user", async () => {
    const refusal = { error: "invalid_card", message: "Wrong card or PIN" };
    const wrongPin = await show({ card: number, pin: "0000" });
    const wrongCard = await show({ card: "9999 9999", pin });
    expect([wrongPin.status, wrongCard.status]).toEqual([401, 401]);
    expect(await wrongPin.json()).toEqual(refusal);
    expect(await wrongCard.json()).toEqual(refusal);
    expect((await show({ card: number, pin }, { realm: "fr" })).status).toBe(401);
    scene.identity.change(reader.uid, { roles: ["guardian"] });
    expect((await show({ card: number, pin })).status).toBe(401);
    scene.identity.change(reader.uid, { roles: ["student"], status: "inactive" });
    expect((await show({ card: number, pin })).status).toBe(401);
  });

  it("given a refused card, then the event log records its owner, if any, and no user input", async () => {
    await show({ card: number, pin: "0815" }, { ipAddress: "192.0.2.77" });
    await show({ card: "9999 9999", pin }, { ipAddress: "192.0.2.77" });
    const { rows } = await scene.databases.eu.execute(
      sql`select kind, uid, realm, details from auth.events where ip_address = '192.0.2.77' order by id`,
    );
    const line = { kind: "sign_in_refused", realm: "se", details: { method: "ak-bibliotheken", reason: "wrong" } };
    expect(rows).toEqual([
      { ...line, uid: reader.uid },
      { ...line, uid: null },
    ]);
  });

  it("is not stored in plain text, and its number cannot be assigned to another user", async () => {
    const { rows } = await scene.databases.eu.execute(sql`select * from auth.library_cards where uid = ${reader.uid}`);
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(rows)).not.toContain(number.replace(" ", ""));
    const other = scene.identity.add({ realm: "se", username: crypto.randomUUID() });
    await scene.auth.credentials.addLibraryCard("se", { uid: other.uid, number, pin: "1234" });
    expect((await show({ card: number, pin: "1234" })).status).toBe(401);
    expect((await show({ card: number, pin })).status).toBe(302);
  });

  it("given too many wrong PINs, then it returns 429 except at the owner's known address", async () => {
    expect((await show({ card: number, pin }, { ipAddress: "192.0.2.50" })).status).toBe(302);
    for (let guess = 0; guess < cardLimits.account.points; guess += 1) {
      const ipAddress = `198.51.100.${Math.floor(guess / 3)}`;
      expect((await show({ card: number, pin: "0000" }, { ipAddress })).status).toBe(401);
    }
    const late = await show({ card: number, pin }, { ipAddress: "198.51.100.99" });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await show({ card: number, pin }, { ipAddress: "192.0.2.50" })).status).toBe(302);
  });

  it.each([
    { card: "", pin },
    { card: "!!", pin },
    { card: "2000 1", pin: "12" },
    { card: "2000 1", pin: "abcd" },
  ])("returns 400 for a malformed number or PIN: %j", async (form) => {
    expect((await show(form)).status).toBe(400);
  });
});
