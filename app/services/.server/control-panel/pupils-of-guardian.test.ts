import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** A guardian's students are added and removed one by one, so that concurrent changes are all kept. */

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

const send = async (call: "putPupil" | "deletePupil", studentId: string) =>
  (await ask(service, call, { params: { id: guardian, studentId } }, await callerOf(database, "admin.se"))).status;
const put = (uid: string) => send("putPupil", uid);
const take = (uid: string) => send("deletePupil", uid);

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
  for (const uid of (await written()).uids) expect(await take(uid)).toBe(204);
});

describe("a guardian's students", () => {
  it("are not logged when a request changes nothing", async () => {
    const [one = "", other = ""] = pupils;
    expect(await put(one)).toBe(204);
    const before = await written();
    expect(before.uids).toEqual([one]);
    expect(before.lines.at(-1)).toMatchObject({ joined: 1, left: 0 });
    expect(await put(one)).toBe(204);
    expect(await take(other)).toBe(204);
    expect(await written()).toEqual(before);
  });

  it("include every change of concurrent requests", async () => {
    const [first = "", ...others] = pupils;
    expect(await put(first)).toBe(204);
    const statuses = await Promise.all([take(first), ...others.map(put)]);
    expect(statuses).toEqual(pupils.map(() => 204));
    expect((await written()).uids).toEqual(others);
  });

  it("are unchanged for an unknown student (400) and an invalid id (404)", async () => {
    const before = await written();
    expect(await put("00000000-0000-4000-8000-000000000000")).toBe(400);
    expect(await put("nobody")).toBe(404);
    expect(await written()).toEqual(before);
  });
});

describe("relatives of another school", () => {
  /** The uid and id of a person who belongs only to the other school. */
  async function foreignOf(type: "student" | "guardian") {
    const { rows } = await database.execute<{ uid: string; id: number }>(sql`
      select u.uid, u.id from directory.users u where u.realm = 'se' and u.type = ${type} and u.status = 'active'
        and not exists (select 1 from directory.associations a join directory.organizations o on o.id = a.organization_id
          where a.user_id = u.id and o.name <> 'Sjöängsskolan')
      order by u.id limit 1`);
    const [row] = rows;
    if (!row) throw new Error(`the other school has no ${type}`);
    return row;
  }
  const relativesOf = async (kind: "guardians" | "students", id: string) => {
    const params = { version: "v1", type: kind, id };
    const { body } = await ask(service, "getRelatives", { params }, await callerOf(database, "admin.se"));
    return body.data.map((person: { id: string }) => person.id);
  };
  const bind = (guardianUid: string, pupilUid: string) =>
    database.execute(sql`insert into directory.guardianships (guardian_id, student_id, realm)
      select g.id, s.id, 'se' from directory.users g, directory.users s where g.uid = ${guardianUid} and s.uid = ${pupilUid}`);

  it("a student of another school cannot be added to a guardian (400)", async () => {
    const before = await written();
    const { uid } = await foreignOf("student");
    expect(await put(uid)).toBe(400);
    expect(await written()).toEqual(before);
  });

  it("a guardian's student of another school is not shown and cannot be removed", async () => {
    const { uid } = await foreignOf("student");
    await bind(guardian, uid);
    const [own = ""] = pupils;
    expect(await put(own)).toBe(204);
    expect(await relativesOf("guardians", guardian)).toEqual([own]);
    expect(await take(own)).toBe(204);
    expect(await take(uid)).toBe(204);
    expect((await written()).uids).toEqual([uid]);
    await database.execute(
      sql`delete from directory.guardianships g using directory.users u where u.id = g.student_id and u.uid = ${uid}`,
    );
  });

  it("a guardian of another school is not shown as a relative of a student", async () => {
    const [own = ""] = pupils;
    const { uid } = await foreignOf("guardian");
    await bind(uid, own);
    expect(await relativesOf("students", own)).not.toContain(uid);
    await database.execute(
      sql`delete from directory.guardianships g using directory.users u where u.id = g.guardian_id and u.uid = ${uid}`,
    );
  });
});
