import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type Both,
  call,
  calls,
  database,
  join,
  made,
  one,
  openTwoOrganizations,
  paramsOf,
  person,
  places,
  read,
  schoolA,
  schoolB,
  update,
} from "#tests/support/two-organizations";
import { formMessages } from "~/services/contracts/form-messages";

/**
 * People of two organisations, when a membership, an account or a school ends and comes back: what comes back is only what the caller may
 * give back. docs/security.md, line 36.
 */

beforeEach(openTwoOrganizations);

const remove = (by: string, who: Both) => call(by, "deletePerson", { params: paramsOf(who) });
const restore = (by: string, who: Both, body?: object) => call(by, "restorePerson", { params: paramsOf(who), body });
const deletionOf = (by: string, who: Both) => call(by, "getPersonDeletion", { params: paramsOf(who) });
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

describe("a new username when an account is restored", () => {
  test("is refused to the administrator of one school, unless somebody else has the old one", async () => {
    const who = await person("employee");
    await remove("over.se", who);
    const refused = await restore("admin.se", who, { username: `annan${made}` });
    expect(refused).toMatchObject({
      status: 403,
      body: { details: [{ attribute: "username", reason: formMessages.everyOrganization }] },
    });
    const other = await person("student", { elsewhere: false });
    await database.execute(sql`update directory.users set username = ${who.username} where id = ${other.id}`);
    expect((await restore("admin.se", who, { username: `annan${made}` })).status).toBe(200);
  });

  test("is for whoever is over both, and for the school of somebody who belongs to it alone", async () => {
    const [both, ofOne] = [await person("employee"), await person("employee", { elsewhere: false })];
    await remove("over.se", both);
    expect((await restore("over.se", both, { username: `over${made}` })).status).toBe(200);
    await remove("admin.se", ofOne);
    expect((await restore("admin.se", ofOne, { username: `en${made}` })).status).toBe(200);
  });
});

describe("restoring an ended membership", () => {
  test("brings back no pupil who has gone to another school since, and no group that has", async () => {
    const [guardian, employee] = [await person("guardian"), await person("employee")];
    for (const who of [guardian, employee]) await remove("admin.se", who);
    await database.execute(sql`update directory.associations set organization_id = ${schoolB}
      where user_id = (select id from directory.users where uid = ${guardian.pupil})`);
    await database.execute(sql`update directory.groups set organization_id = ${schoolB} where uid = ${employee.group}`);
    for (const who of [guardian, employee]) expect((await restore("admin.se", who)).status).toBe(200);
    expect((await places(guardian)).pupils).not.toContain(guardian.pupil);
    expect((await places(employee)).groups).toEqual([employee.groupB]);
  });

  test("is possible until its own day 28, although the account was deleted later", async () => {
    const who = await person("employee");
    await remove("chief.se", who);
    await remove("admin.se", who);
    await database.execute(
      sql`update directory.ended_associations set ended_at = ${daysAgo(20)} where user_id = ${who.id}`,
    );
    const until = async (by: string) => Date.parse((await deletionOf(by, who)).body.data.restorableUntil) - Date.now();
    const day = 24 * 60 * 60 * 1000;
    expect(Math.round((await until("chief.se")) / day)).toBe(8);
    expect(Math.round((await until("admin.se")) / day)).toBe(28);
    expect((await restore("chief.se", who)).status).toBe(200);
    expect(await places(who)).toMatchObject({ status: "active", schools: ["se-1002"] });
  });

  test("is possible although the school where the account was deleted is gone", async () => {
    const who = await person("employee", { elsewhere: false });
    const { uid } = await one<{ uid: string }>(sql`
      insert into directory.organizations (realm, type, name, parent_id)
      select 'se', 'sub_school', ${`Del ${made}`}, ${schoolA} returning uid`);
    const part = sql`(select id from directory.organizations where uid = ${uid})`;
    await database.execute(sql`update directory.associations set organization_id = ${part} where user_id = ${who.id}`);
    await join(who.uid, schoolB);
    await remove("chief.se", who);
    await remove("admin.se", who);
    await call("super.se", "deleteSchoolUnit", { params: { uid } });
    expect((await restore("chief.se", who)).status).toBe(200);
    expect((await places(who)).status).toBe("active");
  });
});

describe("given a school that is deleted", () => {
  test("then a guardian of a pupil at another school stays, and becomes a member there", async () => {
    const who = await person("guardian", { elsewhere: false });
    const { uid } = await one<{ uid: string }>(sql`
      insert into directory.organizations (realm, type, name, parent_id)
      select 'se', 'sub_school', ${`Del ${made}`}, ${schoolA} returning uid`);
    const part = sql`(select id from directory.organizations where uid = ${uid})`;
    await database.execute(sql`update directory.associations set organization_id = ${part}
      where user_id in (${who.id}, (select id from directory.users where uid = ${who.pupil}))`);
    const other = await person("student", { elsewhere: false });
    await database.execute(
      sql`update directory.associations set organization_id = ${schoolB} where user_id = ${other.id}`,
    );
    await database.execute(sql`insert into directory.guardianships (guardian_id, student_id, realm)
      values (${who.id}, ${other.id}, 'se')`);
    const preview = await call("super.se", "getSchoolUnitDeletion", { params: { uid } });
    expect(preview.body.data).toMatchObject({ people: 1, staying: 1 });
    await call("super.se", "deleteSchoolUnit", { params: { uid } });
    expect((await places(who)).status).toBe("active");
    expect((await read("chief.se", who)).status).toBe(200);
    expect((await read("admin.se", who)).status).toBe(404);
    await call("super.se", "restoreSchoolUnit", { params: { uid } });
    expect((await places(who)).schools).toEqual([`Del ${made - 1}`, "se-1002"]);
  });
});

describe.each(["guardian", "employee"] as const)("the sessions of a %s who also belongs to another school", (type) => {
  test("are shown to and ended by whoever is over both", async () => {
    const who = await person(type);
    const params = { id: who.uid };
    for (const name of ["getUserSessions", "endUserSessions"]) {
      expect((await call("admin.se", name, { params })).status).toBe(403);
      if (type === "guardian") expect((await call("teacher.se", name, { params })).status).toBe(403);
    }
    expect(calls).toEqual([]);
    expect((await call("over.se", "getUserSessions", { params })).status).toBe(200);
    expect((await call("over.se", "endUserSessions", { params })).status).toBe(204);
    expect(calls).toEqual([`sessions ${who.uid}`]);
  });
});

test("a line of the log about a badge stands at the school of whoever issued it", async () => {
  const who = await person("student");
  const lines = async () => {
    const { rows } = await database.execute<{ by: string; code: string }>(sql`
      select u.username as by, o.school_unit_code as code from directory.audit a
      join directory.users u on u.uid = a.user_uid join directory.organizations o on o.uid = a.organization_uid
      where a.subject_uid = ${who.uid} order by a.id`);
    return rows;
  };
  await call("admin.se", "issueBadge", { params: { id: who.uid } });
  await call("chief.se", "issueBadge", { params: { id: who.uid } });
  expect(await lines()).toEqual([
    { by: "admin.se", code: "se-1001" },
    { by: "chief.se", code: "se-1002" },
  ]);
});

test("nobody learns by sending organisations which of them a person has elsewhere", async () => {
  const [both, ofOne] = [await person("guardian"), await person("guardian", { elsewhere: false })];
  await join(both.uid, schoolB);
  const { uid } = await one<{ uid: string }>(sql`select uid from directory.organizations where id = ${schoolB}`);
  const answers = [];
  for (const who of [both, ofOne]) answers.push((await update("teacher.se", who, { organizations: [uid] })).status);
  expect(answers).toEqual([403, 403]);
});
