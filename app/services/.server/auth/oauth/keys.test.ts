import { jwtVerify, SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { sessionSecret } from "#tests/support/auth-secrets";
import { testDatabases } from "#tests/support/database";
import type { Databases } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { algorithm } from "~/services/.server/dispatch/caller";
import { createKeys, type OauthKeys } from "./keys";

/** Signing keys rotate so that a client that caches our JWKS for some hours never meets an unknown key. */

const hour = 3_600_000;
const day = 24 * hour;
const begin = Date.parse("2026-03-01T12:00:00Z");

let databases: Databases;
let now: number;
let keys: OauthKeys;

beforeEach(async () => {
  databases = await testDatabases();
  now = begin;
  keys = newProcess();
});

function newProcess(secret = sessionSecret): OauthKeys {
  return createKeys(databases, secretBox(secret, "signing keys"), () => now);
}

const published = async (of = keys) => (await of.publicJwks("eu")).keys.map(({ kid }) => String(kid));
const signing = async (of = keys) => (await of.signingKey("eu")).kid;

async function signed(): Promise<{ token: string; kid: string }> {
  const { kid, key } = await keys.signingKey("eu");
  return { kid, token: await new SignJWT({}).setProtectedHeader({ alg: algorithm, kid }).sign(key) };
}

async function isBelieved({ token, kid }: { token: string; kid: string }): Promise<boolean> {
  const key = await keys.publicKey("se", kid);
  if (!key) return false;
  await jwtVerify(token, key);
  return true;
}

describe("a signing key", () => {
  it("signs for 30 days, is published a day earlier and is accepted for a day afterwards", async () => {
    const old = await signed();
    expect(await published()).toEqual([old.kid]);

    now = begin + 29 * day + hour;
    const both = await published();
    expect(both).toHaveLength(2);
    expect(await signing()).toBe(old.kid);

    now = begin + 30 * day + hour;
    const fresh = await signed();
    expect(both).toContain(fresh.kid);
    expect(fresh.kid).not.toBe(old.kid);
    expect(await published()).toEqual(expect.arrayContaining([old.kid, fresh.kid]));
    expect([await isBelieved(old), await isBelieved(fresh)]).toEqual([true, true]);

    now = begin + 31 * day + hour;
    expect([await isBelieved(old), await isBelieved(fresh)]).toEqual([false, true]);
    expect(await published()).toEqual([fresh.kid]);
  });

  it("given 90 days without use, then a new key signs at once and the old one is rejected", async () => {
    const old = await signed();
    now = begin + 90 * day;
    const fresh = await signed();
    expect([await isBelieved(old), await isBelieved(fresh)]).toEqual([false, true]);
  });

  it("given six processes that create keys at once, then all use and publish the same ones", async () => {
    const processes = Array.from({ length: 6 }, () => newProcess());
    expect(new Set(await Promise.all(processes.map((each) => signing(each)))).size).toBe(1);
    now = begin + 29 * day + hour;
    const seen = await Promise.all(processes.map((each) => published(each)));
    expect(new Set(seen.map((kids) => kids.join())).size).toBe(1);
    expect(seen[0]).toHaveLength(2);
  });

  it("is unknown in another region and unreadable with another secret", async () => {
    const { kid } = await signed();
    expect(await keys.publicKey("us", kid)).toBeNull();
    const stranger = newProcess("another secret, also 32 characters long");
    await expect(stranger.signingKey("eu")).rejects.toThrow("SESSION_SECRET");
  });
});
