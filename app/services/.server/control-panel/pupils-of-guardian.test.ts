import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, callerOf, uidOf } from "../../../../tests/support/callers";
import { credentialsDouble } from "../../../../tests/support/credentials-double";
import { testDatabase } from "../../../../tests/support/database";
import type { Database } from "../../../db/.server/connect";
import { seedRealm } from "../../../db/.server/seed/people";
import { createControlPanelService } from "./service";

/** A guardian's pupils are written whole, by one writer at a time. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let guardian = "";
let pupils: string[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  } as never);
  guardian = await uidOf(database, "guardian.se");
  const { rows } = await database.execute<{ uid: string }>(sql`
    select u.uid from directory.users u join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.name = 'Ekbackens skola'
    where u.realm = 'se' and u.type = 'student' order by u.id limit 8`);
  pupils = rows.map(({ uid }) => uid);
});

const put = async (uids: string[]) =>
  (
    await ask(
      service,
      "putPupils",
      { params: { id: guardian }, body: { data: uids } },
      await callerOf(database, "admin.se"),
    )
  ).status;

async function written(): Promise<{ uids: string[]; lines: Array<{ joined: number; left: number }> }> {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select s.uid from directory.guardianships w join directory.users s on s.id = w.student_id
    join directory.users g on g.id = w.guardian_id where g.uid = ${guardian} order by s.id`);
  const log = await database.execute<{ details: { joined: number; left: number } }>(
    sql`select details from directory.audit where subject_uid = ${guardian} order by id`,
  );
  return { uids: rows.map(({ uid }) => uid), lines: log.rows.map(({ details }) => details) };
}

beforeEach(async () => {
  expect(await put([])).toBe(204);
});

describe("a guardian's pupils", () => {
  it("written as they are leave no line in the log", async () => {
    const some = pupils.slice(0, 2);
    expect(await put(some)).toBe(204);
    const before = await written();
    expect(before.uids).toEqual(some);
    expect(before.lines.at(-1)).toMatchObject({ joined: 2, left: 0 });
    expect(await put([...some].reverse())).toBe(204);
    expect(await written()).toEqual(before);
  });

  it("written by several at once are what one of them wrote", async () => {
    const wanted = pupils.map((uid) => [uid]);
    expect(await Promise.all(wanted.map(put))).toEqual(wanted.map(() => 204));
    const { uids, lines } = await written();
    expect(uids).toHaveLength(1);
    const [first, ...others] = lines.slice(-wanted.length);
    expect(first).toMatchObject({ joined: 1, left: 0 });
    for (const line of others) expect(line).toMatchObject({ joined: 1, left: 1 });
  });

  it("are not written at all where one of them is unknown", async () => {
    const before = await written();
    expect(await put([pupils[0] ?? "", "00000000-0000-4000-8000-000000000000"])).toBe(400);
    expect(await written()).toEqual(before);
  });
});
