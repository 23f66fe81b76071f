import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type AuthScene, authScene, scenePassword as password } from "#tests/support/auth-scene";
import { deviceField, deviceHeader } from "~/services/contracts/known-device";
import { createLimits, guessLimits, type Limits, tokenLimit } from "./limits";

/** Rate limits that lock no other user out, and responses that reveal nothing; the numbers in the titles are lines of docs/security.md. */

let scene: AuthScene;
let limits: Limits;

beforeAll(async () => {
  scene = await authScene();
  limits = createLimits(scene.databases);
});

describe("29: password guesses", () => {
  const guess = (username: string, ipAddress: string, secret = "wrong password") =>
    scene.authorize({ form: { username, password: secret }, ipAddress });

  it("given too many guesses, then 429 with Retry-After applies to this account and address only", async () => {
    const victim = await scene.newPerson();
    const other = await scene.newPerson();
    const responses = await Promise.all(
      Array.from({ length: guessLimits.pair.points + 3 }, () => guess(victim.username, "198.51.100.7")),
    );
    const late = responses.filter((response) => response.status === 429);
    expect(late).toHaveLength(3);
    expect(Number(late[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await guess(victim.username, "198.51.100.7", password)).status).toBe(429);
    expect((await guess(other.username, "198.51.100.7", password)).status).toBe(302);
    expect((await guess(victim.username, "198.51.100.8", password)).status).toBe(302);
  });

  it("given other spellings of one username, then they share the account's counters", async () => {
    const victim = await scene.newPerson("se", { username: "zoë.ek" });
    const spellings = [
      "ZOË.EK",
      "zoe\u0308.ek",
      "zoë\u200B.ek",
      ...[1, 2, 3].map((length) => `${"\u00AD".repeat(length * 100)}zoë.ek${" ".repeat(300)}`),
    ];
    const guesses = Array.from(
      { length: guessLimits.pair.points },
      (_, turn) => spellings[turn % spellings.length] ?? "",
    );
    for (const username of guesses) expect((await guess(username, "198.51.100.31")).status).toBe(401);
    expect((await guess(victim.username, "198.51.100.31", password)).status).toBe(429);
  });

  describe("of one account from many addresses", () => {
    afterEach(() => vi.useRealTimers());

    /** Stops the clock, which tests can then set. */
    function stopClock() {
      let now = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now });
      return (seconds: number) => {
        now += seconds * 1000;
        vi.setSystemTime(now);
      };
    }
    const waitOf = (response: Response) => Number(response.headers.get("retry-after"));

    it("given 60 wrong passwords from 60 addresses, then the last ten wait less than a minute, and the user signs in where they are known", async () => {
      const victim = await scene.newPerson();
      const [home, away] = ["203.0.113.90", "203.0.113.91"];
      const known = await guess(victim.username, home, password);
      const note = String(known.headers.get(deviceHeader));
      const responses = [];
      stopClock();
      for (let turn = 0; turn < 60; turn += 1) {
        responses.push(await guess(victim.username, `198.51.100.${100 + turn}`));
      }
      const statuses = responses.map(({ status }) => status);
      expect(statuses).toEqual([...Array(50).fill(401), ...Array(10).fill(429)]);
      expect(responses.slice(50).map(waitOf)).toEqual([1, 3, 7, 15, 31, 51, 51, 51, 51, 51]);
      expect((await guess(victim.username, away, password)).status).toBe(429);
      expect((await guess(victim.username, home, password)).status).toBe(302);
      const form = { username: victim.username, password, [deviceField]: note };
      expect((await scene.authorize({ form, ipAddress: away })).status).toBe(302);
    });

    it("given an attacker who uses every turn, then a user at a new address signs in after the wait they were told", async () => {
      const victim = await scene.newPerson();
      const pass = stopClock();
      const attack = async (nth: number) => guess(victim.username, `198.51.100.${nth}`);
      for (let nth = 0; nth < 50; nth += 1) await attack(nth);
      for (let nth = 50; nth < 60; nth += 1) {
        pass(waitOf(await attack(nth)));
        expect((await attack(nth)).status).toBe(401);
      }
      const next = waitOf(await attack(60));
      const refused = await guess(victim.username, "192.0.2.61", password);
      expect(refused.status).toBe(429);
      pass(next);
      expect((await attack(60)).status).toBe(401);
      await attack(61);
      pass(waitOf(refused) - next);
      expect((await attack(62)).status).toBe(429);
      expect((await guess(victim.username, "192.0.2.61", password)).status).toBe(302);
    });

    it("given an attack of two hours from ever new addresses, then the account is guessed at 180 times an hour at most", async () => {
      const victim = await scene.newPerson();
      const pass = stopClock();
      let checked = 0;
      let address = 0;
      for (let seconds = 0; seconds < 2 * 3600; seconds += 10) {
        for (let nth = 0; nth < 2; nth += 1) {
          // The counters alone, since hashing two hours of guesses takes too long.
          address += 1;
          const attempt = { realm: "se" as const, account: victim.username, isKnownHere: false };
          const counted = limits.countGuess({ ...attempt, ipAddress: `10.0.${address >> 8}.${address & 255}` });
          checked += await counted.then(
            () => 1,
            () => 0,
          );
        }
        pass(10);
      }
      expect(checked).toBeLessThanOrEqual(50 + 6 + 2 * 180);
    });
  });

  it("given exhausted limits of account and address, then a user still signs in from a known address", async () => {
    const pupil = await scene.newPerson();
    const address = "203.0.113.5";
    expect((await guess(pupil.username, address, password)).status).toBe(302);
    // Other users have exhausted the limits of the school's address and of the student's account.
    const exhaust = (what: "account" | "address") =>
      scene.databases.eu.execute(sql`
        update auth.rate_limits set points = ${guessLimits[what].points + 1000} where key like ${`${what}:%`}`);
    await guess("someone-else", address);
    await guess(pupil.username, "198.51.100.99");
    await exhaust("address");
    await exhaust("account");
    expect((await guess("someone-new", address)).status).toBe(429);
    expect((await guess(pupil.username, "192.0.2.77", password)).status).toBe(429);
    expect((await guess(pupil.username, address, password)).status).toBe(302);
  });
});

describe("29: password guesses behind a school's shared IP address", () => {
  const address = "203.0.113.77";
  const attempt = (username: string, secret: string, note?: string) =>
    scene.authorize({
      form: { username, password: secret, ...(note ? { [deviceField]: note } : {}) },
      ipAddress: address,
    });
  const noteOf = (response: Response) => String(response.headers.get(deviceHeader));
  const guessAt = (username: string, note?: string) =>
    Promise.all(Array.from({ length: guessLimits.pair.points + 1 }, () => attempt(username, "wrong password", note)));

  it("given too many guesses, then a user still signs in from a known device, shared or not", async () => {
    const [teacher, pupil] = [await scene.newPerson(), await scene.newPerson()];
    const own = noteOf(await attempt(teacher.username, password));
    const shared = noteOf(await attempt(pupil.username, password, own));
    const pupils = noteOf(await attempt(pupil.username, password));
    await guessAt(teacher.username, pupils);
    expect((await attempt(teacher.username, password)).status).toBe(429);
    expect((await attempt(teacher.username, password, pupils)).status).toBe(429);
    for (const note of [own, shared]) expect((await attempt(teacher.username, password, note)).status).toBe(302);
  });

  it("given too many guesses on a known device, then 429 applies to that device only", async () => {
    const teacher = await scene.newPerson();
    const own = noteOf(await attempt(teacher.username, password));
    expect((await guessAt(teacher.username, own)).map(({ status }) => status)).toContain(429);
    expect((await attempt(teacher.username, password, own)).status).toBe(429);
    expect((await attempt(teacher.username, password)).status).toBe(302);
  });

  it("given a forged device token, then 429 still applies; a token does not reveal the user's id", async () => {
    const teacher = await scene.newPerson();
    const own = noteOf(await attempt(teacher.username, password));
    expect(Buffer.from(own, "base64url").toString("latin1")).not.toContain(teacher.uid);
    expect((await attempt(teacher.username, "wrong password", own)).headers.has(deviceHeader)).toBe(false);
    await guessAt(teacher.username);
    for (const note of ["A".repeat(80), `${own.slice(0, -4)}AAAA`]) {
      expect((await attempt(teacher.username, password, note)).status).toBe(429);
    }
  });
});

describe("29: the token endpoint", () => {
  it("given too many invalid tokens from an address, then it returns 429 but accepts valid ones", async () => {
    // The previous tests have exhausted the address's limit.
    await scene.databases.eu.execute(sql`delete from auth.rate_limits`);
    const person = await scene.newPerson();
    const tokens = await scene.signIn(person.username, password);
    expect((await scene.refresh("rubbish")).status).toBe(400);
    await scene.databases.eu.execute(sql`
      update auth.rate_limits set points = ${tokenLimit.points + 1} where key like 'token:%'`);
    const late = await scene.refresh("rubbish");
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await scene.refresh(tokens.refresh_token)).status).toBe(200);
    await scene.signIn(person.username, password);
  });
});

describe("29: the current password at a password change", () => {
  it("given too many wrong passwords, then 429 with Retry-After applies to this user only", async () => {
    const change = async (currentPassword: string, { access_token }: { access_token: string }) =>
      scene.send("/services/auth/v1/password", {
        method: "POST",
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        body: JSON.stringify({ currentPassword, password: "helt nytt losen" }),
      });
    const [person, other] = [await scene.newPerson(), await scene.newPerson()];
    const tokens = await scene.signIn(person.username, password);
    for (let round = 0; round < guessLimits.pair.points; round += 1) {
      expect((await change("wrong password", tokens)).status).toBe(400);
    }
    const late = await change(password, tokens);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await change(password, await scene.signIn(other.username, password))).status).toBe(204);
  });
});

describe("29: a second factor", () => {
  it("given too many wrong codes, then 429 with Retry-After applies to this user only", async () => {
    const [teacher, other] = await Promise.all(
      [1, 2].map(async () => {
        const person = await scene.newPerson("se", { roles: ["employee"] });
        scene.identity.setSmsNumber(person.uid, "+46700000001");
        return { username: person.username, password };
      }),
    );
    const guess = (form: Record<string, string> = {}) =>
      scene.authorize({ form: { ...form, sms_code: "000000" }, query: { acr_values: "secure" } });
    for (let round = 0; round < guessLimits.pair.points; round += 1) expect((await guess(teacher)).status).toBe(401);
    const late = await guess(teacher);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await guess(other)).status).toBe(401);
  });
});

describe("33: unknown and disabled users", () => {
  it("get 401 after about the same time as a wrong password", async () => {
    const times = { wrong: [] as number[], unknown: [] as number[], disabled: [] as number[] };
    for (let round = 0; round < 15; round += 1) {
      const [person, disabled] = [await scene.newPerson(), await scene.newPerson()];
      scene.identity.change(disabled.uid, { status: "inactive" });
      for (const [kind, username] of [
        ["wrong", person.username],
        ["unknown", `nobody${round}`],
        ["disabled", disabled.username],
      ] as const) {
        const start = performance.now();
        const ipAddress = `192.0.2.${100 + round}`;
        expect((await scene.authorize({ form: { username, password: "wrong password" }, ipAddress })).status).toBe(401);
        times[kind].push(performance.now() - start);
      }
    }
    // Compares the fastest request of each kind: other load can only make some of them slower.
    for (const kind of ["unknown", "disabled"] as const) {
      const ratio = Math.min(...times[kind]) / Math.min(...times.wrong);
      expect(ratio, kind).toBeGreaterThan(0.6);
      expect(ratio, kind).toBeLessThan(1.7);
    }
  });
});
