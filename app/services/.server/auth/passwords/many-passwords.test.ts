import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { testDatabases } from "#tests/support/database";
import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { passwordHasher } from "./password-hash";
import { createPasswords, hashPasswords } from "./passwords";

/** First passwords of many people at once. docs/security.md, lines 22 and 23. */

let databases: Databases;

beforeAll(async () => {
  databases = await testDatabases();
});

it("given many hashed passwords, then each user gets their own as a first password, replacing the old one", async () => {
  const passwords = createPasswords(databases);
  const uids = Array.from({ length: 12 }, () => randomUUID());
  const texts = uids.map((_, place) => `lantern-otter-${place}`);
  await passwords.set("se", uids[3] ?? "", "another-otter-3", { temporary: false });
  const hashes = await hashPasswords(texts);
  const people = uids.map((uid, place) => {
    const hash = hashes[place];
    if (!hash || !("hash" in hash)) throw new Error("it was not hashed");
    return { uid, hash: hash.hash, life: { temporary: true } };
  });
  await inTransaction(databases.eu, (within) => passwords.setHashed("se", people, within));
  const checks = await Promise.all(uids.map((uid, place) => passwords.check("se", uid, texts[place] ?? "")));
  expect(new Set(checks)).toEqual(new Set(["temporary"]));
  expect(await passwords.check("se", uids[0] ?? "", "lantern-otter-1")).toBe("wrong");
  expect(await passwords.check("se", uids[3] ?? "", "another-otter-3")).toBe("wrong");
});

it("tells when passwords were last set, without people who have none", async () => {
  const passwords = createPasswords(databases);
  const [uid = "", without = ""] = [randomUUID(), randomUUID()];
  const start = Date.now();
  await passwords.set("se", uid, "lantern-otter-1", { temporary: true });
  const first = (await passwords.timesOf("se", [uid, without])).get(uid);
  expect(first?.getTime()).toBeGreaterThanOrEqual(start);
  await passwords.set("se", uid, "lantern-otter-2", { temporary: false });
  const times = await passwords.timesOf("se", [uid, without]);
  expect([...times.keys()]).toEqual([uid]);
  expect(times.get(uid)?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Number.POSITIVE_INFINITY);
});

it("given invalid passwords among valid ones, then each has its reason and the others are hashed", async () => {
  const found = await hashPasswords(["short", "lantern-otter-7", "password123", "x".repeat(256)]);
  expect(found.map((each) => ("reason" in each ? each.reason : "hashed"))).toEqual([
    "At least 8 characters",
    "hashed",
    "Too common",
    "Up to 255 characters",
  ]);
});

it("given a sign-in while many passwords are hashed, then it does not wait for all of them", async () => {
  const hasher = passwordHasher();
  const own = await hasher.hash("lantern-otter-7");
  let isThrough = false;
  const many = hashPasswords(Array.from({ length: hasher.threads * 10 }, (_, place) => `lantern-otter-${place}`)).then(
    () => {
      isThrough = true;
    },
  );
  expect(await hasher.verify(own, "lantern-otter-7")).toBe(true);
  expect(isThrough).toBe(false);
  await many;
});
