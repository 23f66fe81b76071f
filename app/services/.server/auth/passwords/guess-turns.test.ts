import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { testDatabases } from "#tests/support/database";
import type { Databases } from "~/db/.server/connect";
import { lastingTurns, takeTurn } from "./guess-turns";

const rule = { longestWait: 20_000, lastingWait: 60_000, memory: 3_600_000 };

let databases: Databases;
let start = Date.parse("2026-03-02T08:00:00Z");

beforeAll(async () => {
  databases = await testDatabases();
});

afterEach(() => vi.useRealTimers());

/** An account of its own, at which `ask` guesses at a second after the start. */
function attack() {
  start += 24 * 3_600_000;
  const account = `turns:${crypto.randomUUID()}`;
  return async (second: number, address: string) => {
    vi.useFakeTimers({ toFake: ["Date"], now: start + second * 1000 });
    return (await takeTurn(databases.eu, { account, address: `${account} ${address}` }, rule)) / 1000;
  };
}

describe("turns of an account", () => {
  test("are 1, 2, 4 … s apart, at most as far as the longest wait", async () => {
    const ask = attack();
    const turns: number[] = [];
    let second = 0;
    for (let guess = 0; guess < 8; guess += 1) {
      second += await ask(second, "a");
      turns.push(second);
      expect(await ask(second, "a")).toBe(0);
    }
    expect(turns.map((turn, nth) => turn - (turns[nth - 1] ?? 0))).toEqual([1, 2, 4, 8, 16, 20, 20, 20]);
  });

  test("are kept for the address to which they were given, which can use each once", async () => {
    const ask = attack();
    expect(await ask(0, "a")).toBe(1);
    expect(await ask(0.5, "a")).toBe(0.5);
    expect(await ask(5, "b")).toBe(0);
    expect(await ask(5, "b")).toBeGreaterThan(0);
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(60, "a")));
    // The one that was kept, and the account's next one.
    expect(asked.filter((wait) => wait === 0)).toHaveLength(2);
  });

  test("reach a person who waits while an attacker uses each turn and asks for the next at once", async () => {
    const ask = attack();
    let second = 0;
    for (let guess = 0; guess < 7; guess += 1) {
      second += await ask(second, "attacker");
      expect(await ask(second, "attacker")).toBe(0);
    }
    const next = second + (await ask(second, "attacker"));
    const person = second + 3 + (await ask(second + 3, "person"));
    expect(await ask(next, "attacker")).toBe(0);
    await ask(next, "attacker");
    expect(person).toBe(next + 20);
    expect(await ask(person, "person")).toBe(0);
  });

  test("are given at most two longest waits ahead; then the next is open to whoever comes first", async () => {
    const ask = attack();
    const waits: number[] = [];
    for (let nth = 0; nth < 30; nth += 1) waits.push(await ask(0, `attacker ${nth}`));
    const last = waits.at(-1) ?? 0;
    expect(waits.slice(0, 6)).toEqual([1, 3, 7, 15, 31, 51]);
    expect(new Set(waits.slice(5))).toEqual(new Set([51]));
    expect(await ask(last, "person")).toBe(0);
    expect(await ask(last, "another")).toBe(20);
  });

  test("are further apart once the attack has lasted for hours", async () => {
    const ask = attack();
    for (let nth = 0; nth < 4; nth += 1) await ask(0, `attacker ${nth}`);
    await databases.eu.execute(sql`update auth.rate_limits set points = ${lastingTurns} where points = 4`);
    expect(await ask(100, "a")).toBe(0);
    expect(await ask(100, "b")).toBe(60);
    expect(await ask(100, "c")).toBe(120);
    expect(await ask(100, "d")).toBe(180);
    expect(await ask(280, "d")).toBe(0);
  });

  test("begin 1 s apart again after an hour without one", async () => {
    const ask = attack();
    for (let nth = 0; nth < 30; nth += 1) await ask(0, `attacker ${nth}`);
    expect(await ask(3700, "person")).toBe(1);
  });
});
