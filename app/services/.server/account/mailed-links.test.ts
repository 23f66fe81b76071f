import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { passwordResetLinks, verificationLinks } from "./link-tables";
import {
  beginLink,
  findLink,
  type LinkTable,
  type MailedLink,
  purgeExpiredLinks,
  requireFewLinks,
  useLink,
} from "./mailed-links";

/** Links in mails: used once, for some time, in one country. docs/security.md, lines 17, 29. */

let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
});

const email = "eva@skola.example";
const tables: [string, LinkTable<MailedLink>, (uid: string) => MailedLink][] = [
  [
    "that confirm an address",
    verificationLinks as unknown as LinkTable<MailedLink>,
    (uid) => ({ ...{ uid, email }, isChange: true }),
  ],
  ["for a new password", passwordResetLinks, (uid) => ({ uid, email })],
];

describe.each(tables)("links %s", (_, table, linkOf) => {
  const mail = async (uid: string = randomUUID()) => {
    const link = linkOf(uid);
    return { uid, link, token: await beginLink(database, table, "se", link) };
  };
  const find = (token: string, realm: Realm = "se") => findLink(database, table, realm, token);
  const use = (token: string, realm: Realm = "se") =>
    inTransaction(database, (within) => useLink(within, table, realm, token));
  /** Moves the times of a person's links into the past. */
  const age = (uid: string, minutes: number) =>
    database.execute(sql`update ${table.name} set created_at = created_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes}) where uid = ${uid}`);

  it("are read any number of times, and used once", async () => {
    const { link, token } = await mail();
    expect([await find(token), await find(token)]).toEqual([link, link]);
    expect(await use(token)).toEqual(link);
    expect([await find(token), await use(token)]).toEqual([null, null]);
  });

  it("are used by one of two calls at once", async () => {
    const { token } = await mail();
    const uses = await Promise.all([use(token), use(token), use(token)]);
    expect(uses.filter(Boolean)).toHaveLength(1);
  });

  it("stay valid when what they were used for fails", async () => {
    const { link, token } = await mail();
    const failing = inTransaction(database, async (within) => {
      await useLink(within, table, "se", token);
      throw new Error("the password is too common");
    });
    await expect(failing).rejects.toThrow("too common");
    expect(await use(token)).toEqual(link);
  });

  test.each<[string, (token: string) => [token: string, realm?: Realm]]>([
    ["an altered token", (token) => [`${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`]],
    ["the stored digest instead of the token", (token) => [digests.get(token) ?? ""]],
    ["no token", () => [""]],
    ["another country", (token) => [token, "no"]],
  ])("are not found by %s, and stay valid", async (_, given) => {
    const { uid, link, token } = await mail();
    const { rows } = await database.execute<{ digest: string }>(
      sql`select token_hash as digest from ${table.name} where uid = ${uid}`,
    );
    digests.set(token, String(rows[0]?.digest));
    expect([await find(...given(token)), await use(...given(token))]).toEqual([null, null]);
    expect(await use(token)).toEqual(link);
  });

  it("are valid for their time and no longer", async () => {
    const { uid, link, token } = await mail();
    await age(uid, table.minutes - 1);
    expect(await find(token)).toEqual(link);
    await age(uid, 1);
    expect([await find(token), await use(token)]).toEqual([null, null]);
  });

  it("end with the use of another link of the same person, and not of somebody else's", async () => {
    const first = await mail();
    const second = await mail(first.uid);
    const others = await mail();
    expect(await use(second.token)).toEqual(second.link);
    expect([await find(first.token), await find(others.token)]).toEqual([null, others.link]);
  });

  it("are not stored with their tokens", async () => {
    const { uid, token } = await mail();
    const { rows } = await database.execute(sql`select * from ${table.name} where uid = ${uid}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("are mailed five times an hour to one person", async () => {
    const { uid } = await mail();
    const isAllowed = () => requireFewLinks(database, table, { realm: "se", uid });
    for (let nth = 2; nth <= 5; nth += 1) await mail(uid);
    await isAllowed();
    await mail(uid);
    await expect(isAllowed()).rejects.toMatchObject({ status: 429, headers: { "retry-after": "3600" } });
    await age(uid, 59);
    await expect(isAllowed()).rejects.toMatchObject({ status: 429 });
    await age(uid, 1);
    await isAllowed();
  });

  it("are deleted a week after they have expired", async () => {
    const { uid } = await mail();
    const week = 7 * 24 * 60;
    const count = async () => (await database.execute(sql`select 1 from ${table.name} where uid = ${uid}`)).rows.length;
    await age(uid, table.minutes + week - 1);
    await purgeExpiredLinks(database, table);
    expect(await count()).toBe(1);
    await age(uid, 1);
    await purgeExpiredLinks(database, table);
    expect(await count()).toBe(0);
  });
});

/** The stored digest of each token. */
const digests = new Map<string, string>();
