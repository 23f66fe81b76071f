import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { callerOf } from "#tests/support/callers";
import {
  type Both,
  call,
  calls,
  database,
  databases,
  job,
  join,
  made,
  one,
  openTwoOrganizations,
  paramsOf,
  person,
  places,
  read,
  scene,
  schoolA,
  schoolB,
  update,
} from "#tests/support/two-organizations";
import { accessOf } from "~/services/.server/directory/access";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { findPerson } from "~/services/.server/directory/people/people-store";
import { createPurge } from "~/services/.server/directory/purge";
import { readImportScope } from "~/services/.server/import/import-scope";
import { planRow } from "~/services/.server/import/plan-row";
import { formMessages } from "~/services/contracts/form-messages";

/**
 * People of two organisations: what somebody may do who is over one of them, over the other and over both, on every way: calls, bulk jobs,
 * import and its undo, sync, acting as. docs/security.md, line 36.
 */

beforeEach(openTwoOrganizations);

const identifying = {
  email: "ny@exempel.se",
  username: "nytt.namn",
  externalId: "E-4711",
  password: "a-long-passphrase",
  shared: true,
  status: "inactive",
};
const externals = { gsuiteid: "g-4711", gsuiteemail: "g@exempel.se", office365: "o@exempel.se", secureAuth: true };

describe.each(["guardian", "employee"] as const)("given a %s who also belongs to another school", (type) => {
  const attributes = Object.entries(type === "employee" ? { ...identifying, ...externals } : identifying);

  test.each(attributes)(
    "%s is refused to the administrator of one school, and changed by who is over both",
    async (name, value) => {
      const who = await person(type);
      const unique = typeof value === "string" && name !== "status" && name !== "password" ? `${made}${value}` : value;
      for (const version of ["v1", "v2"]) {
        const refused = await update("admin.se", who, { [name]: unique, name: "Nytt Namn" }, version);
        expect([refused.status, refused.body.details]).toEqual([
          403,
          [{ attribute: name, reason: formMessages.everyOrganization }],
        ]);
      }
      expect((await read("admin.se", who)).body.data.attributes.name.value).not.toBe("Nytt Namn");
      expect((await update("over.se", who, { [name]: unique })).status).toBe(200);
    },
  );

  test("the name and the memberships of one's own school are changed by its administrator", async () => {
    const who = await person(type);
    expect((await update("admin.se", who, { name: "Nytt Namn", address: "Storgatan 1" })).status).toBe(200);
    const { attributes } = (await read("admin.se", who)).body.data;
    const [{ id }] = attributes.organizations.value;
    expect((await update("admin.se", who, { organizations: [{ id, active: false }] })).status).toBe(200);
  });

  test("the levels say what is missing", async () => {
    const who = await person(type);
    const { attributes } = (await read("admin.se", who)).body.data;
    expect(attributes.email).toMatchObject({ viewable: 2, editable: 0, needs: "every_organization" });
    expect(attributes.password).toMatchObject({ viewable: 0, editable: 0, needs: "every_organization" });
    expect([attributes.status.editable, attributes.name.editable]).toEqual([0, 2]);
    const over = (await read("over.se", who)).body.data.attributes;
    expect([over.email.editable, over.password.editable, over.status.editable]).toEqual([2, 2, 2]);
  });

  test("only who is over both sets a new password of somebody without a confirmed address", async () => {
    const who = await person(type);
    const refused = await call("admin.se", "resetPassword", { params: paramsOf(who) });
    expect([refused.status, refused.body.message]).toEqual([403, formMessages.everyOrganization]);
    expect(calls).toEqual([]);
    expect((await call("over.se", "resetPassword", { params: paramsOf(who) })).body.data.password).toBeTruthy();
    expect(calls).toEqual([`password ${who.uid}`]);
  });

  test("the administrator of one school has a link sent to the confirmed address, with an entry in the log", async () => {
    const who = await person(type, { isConfirmed: true });
    const { body } = await call("admin.se", "resetPassword", { params: paramsOf(who, "v2") });
    expect(body.data).toEqual({ mailedTo: "e…@exempel.se" });
    expect(calls).toEqual([`mail ${who.uid} http://localhost:3000/login/new-password`]);
    const line = await one(
      sql`select action from directory.audit where subject_uid = ${who.uid} order by id desc limit 1`,
    );
    expect(line).toEqual({ action: "user.password_mailed" });
  });

  test("bulk: passwords and status follow the same rule", async () => {
    const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
    const passwords = { kind: "passwords", fileName: "x", words };
    const [without, confirmed] = [await person(type), await person(type, { isConfirmed: true })];
    const refused = { outcome: "refused", reason: formMessages.everyOrganization };
    expect(await job("admin.se", without.uid, passwords)).toMatchObject(refused);
    expect(await job("admin.se", confirmed.uid, passwords)).toMatchObject({ reason: "password_mailed" });
    expect(await job("admin.se", without.uid, { kind: "deactivate" })).toMatchObject(refused);
    expect(calls).toEqual([`mail ${confirmed.uid} http://localhost:3000/login/new-password`]);
    expect((await places(without)).status).toBe("active");
    expect(await job("over.se", without.uid, passwords)).toMatchObject({ outcome: "done" });
    expect(await job("over.se", without.uid, { kind: "deactivate" })).toMatchObject({ outcome: "done" });
  });

  test("only who is over both acts as them", async () => {
    const who = await person(type);
    const identity = createIdentityDirectory(databases());
    const mayAct = async (username: string) =>
      identity.mayActAs("se", (await callerOf(database, username)).user?.uid ?? "", who.uid);
    expect([await mayAct("admin.se"), await mayAct("over.se")]).toEqual([false, true]);
    const active = (await read("admin.se", who)).body.data.actions.filter((each: { active: boolean }) => each.active);
    expect(active.map(({ id }: { id: string }) => id)).not.toContain("LoginAs");
  });

  test("import: an identifier in the workbook is refused in its cell, a name is written", async () => {
    const who = await person(type);
    const wrong = await scene.upload([{ uid: who.uid, email: `annan${made}@exempel.se` }]);
    expect(wrong.outcomes.wrong).toBe(1);
    expect((await scene.rows(wrong.id))[0]?.problems).toMatchObject([
      { column: "email", reason: formMessages.everyOrganization },
    ]);
    // With one part of the former name, since another name altogether is asked about.
    const name = `${(await scene.person(who.username))?.name.split(" ")[0]} Importerad`;
    const right = await scene.upload([{ uid: who.uid, name }]);
    await scene.start(right.id);
    expect((await scene.person(who.username))?.name).toBe(name);
  });

  test("undo of an import: leaves the identifiers of somebody who has come to belong elsewhere since", async () => {
    const who = await person(type, { elsewhere: false });
    const run = await scene.upload([{ uid: who.uid, email: `annan${made}@exempel.se` }]);
    await scene.start(run.id);
    // Does not change the person's version, as a new pupil of a guardian does not.
    if (type === "employee") await join(who.uid, schoolB);
    else {
      await database.execute(sql`insert into directory.guardianships (guardian_id, student_id, realm)
        select ${who.id}, a.user_id, a.realm from directory.associations a
        where a.organization_id = ${schoolB} and a.role = 'student' limit 1`);
    }
    await scene.undo(run.id);
    expect((await scene.person(who.username))?.email).toBe(`annan${made}@exempel.se`);
    expect((await scene.rows(run.id))[0]?.problems).toMatchObject([{ reason: formMessages.everyOrganization }]);
  });

  test("sync: the identifiers of the source are left out, the name is written", async () => {
    const who = await person(type);
    const access = accessOf(await callerOf(database, "admin.se"));
    const stored = await findPerson(database, "se", who.uid, access.userId);
    const { id } = await one<{ id: number }>(sql`select ${schoolA} as id`);
    const scope = await readImportScope(database, access, id);
    const cells = {
      email: { address: null, text: "annan@exempel.se" },
      name: { address: null, text: "Namn Ur Registret" },
    };
    const roster = {
      sourceId: "1",
      ifNew: {},
      organizations: null,
      groups: [],
      left: [],
      isGone: false,
      returning: null,
    };
    if (!scope) throw new Error("school A is out of the administrator's scope");
    const plan = planRow({ place: 1, sheet: "", row: 1, cells, roster }, stored, { access, scope });
    expect([plan.columns.email, plan.columns.name, plan.problems]).toEqual([undefined, "Namn Ur Registret", []]);
  });
});

test("a teacher changes neither the password nor the e-mail of a guardian who also has a child at another school", async () => {
  const who = await person("guardian");
  expect((await update("teacher.se", who, { email: "x@exempel.se" })).status).toBe(403);
  expect((await call("teacher.se", "resetPassword", { params: paramsOf(who) })).status).toBe(403);
  const ofOne = await person("guardian", { elsewhere: false });
  expect((await update("teacher.se", ofOne, { email: `x${made}@exempel.se` })).status).toBe(200);
  expect((await call("teacher.se", "resetPassword", { params: paramsOf(ofOne) })).status).toBe(200);
});

test("a teacher of both schools does not count for the other child at a school where they see their own classes alone", async () => {
  const who = await person("guardian");
  const { uid } = await one<{ uid: string }>(sql`select uid from directory.users where username = 'teacher.se'`);
  await join(uid, schoolB);
  try {
    await database.execute(sql`delete from directory.memberships m using directory.groups g
      where g.id = m.group_id and g.uid = ${who.group} and m.user_id = (select id from directory.users where uid = ${uid})`);
    expect((await update("teacher.se", who, { email: `larare${made}@exempel.se` })).status).toBe(403);
    await database.execute(sql`update directory.organizations set teachers_see = 'school' where id = ${schoolB}`);
    expect((await update("teacher.se", who, { email: `larare${made}@exempel.se` })).status).toBe(200);
  } finally {
    await database.execute(sql`update directory.organizations set teachers_see = 'classes' where id = ${schoolB}`);
    await database.execute(sql`delete from directory.associations a using directory.users u
      where u.id = a.user_id and u.uid = ${uid} and a.organization_id = ${schoolB}`);
  }
});

test("sheets for a class: a pupil's password is replaced by either school, and the result names the others and why they are left out", async () => {
  const [pupil, staff] = [await person("student"), await person("employee")];
  const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
  const request = { kind: "passwords", fileName: "x", words, selection: { ids: [pupil.uid, staff.uid] } };
  const made = (await call("admin.se", "createJob", { body: { data: request } })).body.data;
  const { data: ended } = (await call("admin.se", "getJob", { params: { id: made.id } })).body;
  expect(ended).toMatchObject({ state: "done", done: 2, refused: 1 });
  expect(calls).toEqual([`password ${pupil.uid}`]);
  const { body } = await call("admin.se", "getJobResults", { params: { id: made.id }, query: {} });
  const name = (await read("admin.se", staff)).body.data.attributes.name.value;
  const refused = { id: staff.uid, name, outcome: "refused", reason: formMessages.everyOrganization };
  expect(body.data).toContainEqual(refused);
});

test("the password and the e-mail of a pupil of two schools stay with both", async () => {
  const who = await person("student");
  expect(
    (await update("admin.se", who, { email: `elev${made}@exempel.se`, password: "a-long-passphrase" })).status,
  ).toBe(200);
  expect((await call("chief.se", "resetPassword", { params: paramsOf(who) })).body.data.password).toBeTruthy();
});

describe.each(["student", "guardian", "employee"] as const)(
  "deleting a %s who also belongs to another school",
  (type) => {
    const ways: Array<[string, (username: string, who: Both) => Promise<number | string>]> = [
      ["deletePerson v1", async (by, who) => (await call(by, "deletePerson", { params: paramsOf(who) })).status],
      ["deletePerson v2", async (by, who) => (await call(by, "deletePerson", { params: paramsOf(who, "v2") })).status],
      ["deleteUser", async (by, who) => (await call(by, "deleteUser", { params: { uid: who.uid } })).status],
      [
        "the bulk job",
        async (by, who) => ((await job(by, who.uid, { kind: "delete" })).outcome === "done" ? 204 : "refused"),
      ],
    ];

    test.each(ways)("%s by one school's administrator ends the membership there", async (_way, remove) => {
      const who = await person(type);
      expect(await remove("admin.se", who)).toBe(204);
      expect((await read("admin.se", who)).status).toBe(404);
      expect((await read("chief.se", who)).status).toBe(200);
      const left = await places(who);
      expect([left.status, left.schools]).toEqual(["active", ["se-1002"]]);
      expect(left.groups).not.toContain(who.group);
      expect(left.pupils).not.toContain(who.pupil);
      // The account is still used at the other school.
      expect(calls).toEqual([]);
    });

    test.each(ways)("%s by who is over both deletes the account", async (_way, remove) => {
      const who = await person(type);
      expect(await remove("over.se", who)).toBe(204);
      expect((await places(who)).status).toBe("deleted");
      expect(calls).toEqual([`sessions ${who.uid}`]);
    });

    test("a repeated DELETE answers as the first did, and the last membership ends the account", async () => {
      const who = await person(type);
      const remove = ways[0]?.[1];
      expect([await remove?.("admin.se", who), await remove?.("admin.se", who)]).toEqual([204, 204]);
      expect((await places(who)).status).toBe("active");
      expect(await remove?.("chief.se", who)).toBe(204);
      expect((await places(who)).status).toBe("deleted");
    });

    test("restore gives back membership, groups and pupils until day 28", async () => {
      const who = await person(type);
      const before = await places(who);
      const restore = () => call("admin.se", "restorePerson", { params: paramsOf(who) });
      await call("admin.se", "deletePerson", { params: paramsOf(who) });
      const { uid } = await one<{ uid: string }>(sql`select uid from directory.organizations where id = ${schoolA}`);
      const { body } = await call("admin.se", "getOrganizationDeleted", { params: { id: uid }, query: {} });
      expect(body.data.people).toContainEqual(expect.objectContaining({ id: who.uid, isUsernameTaken: false }));
      const { data } = (await call("admin.se", "getPersonDeletion", { params: paramsOf(who) })).body;
      expect(Date.parse(data.restorableUntil) - Date.parse(data.deletedAt)).toBe(28 * 24 * 60 * 60 * 1000);
      expect((await call("chief.se", "restorePerson", { params: paramsOf(who) })).status).toBe(404);
      await database.execute(
        sql`update directory.ended_associations set ended_at = now() - interval '28 days' where user_id = ${who.id}`,
      );
      expect((await restore()).status).toBe(404);
      await database.execute(sql`update directory.ended_associations set ended_at = now() where user_id = ${who.id}`);
      expect((await restore()).status).toBe(200);
      const after = await places(who);
      expect(after.schools).toEqual(type === "guardian" ? ["se-1001", "se-1002"] : before.schools);
      expect([after.groups, after.pupils]).toEqual([before.groups, before.pupils]);
      const { rows } = await database.execute(sql`
      select action from directory.audit where subject_uid = ${who.uid} order by id`);
      expect(rows).toEqual([{ action: "user.memberships_ended" }, { action: "user.memberships_restored" }]);
    });

    test("the undo of a bulk deletion gives the membership back", async () => {
      const who = await person(type);
      const { id } = await job("admin.se", who.uid, { kind: "delete" });
      const undo = await call("admin.se", "createJob", { body: { data: { kind: "undo", selection: { job: id } } } });
      expect(undo.status).toBe(201);
      expect((await read("admin.se", who)).status).toBe(200);
    });
  },
);

test("a membership that can be restored still counts: nobody at the other school takes over the login meanwhile", async () => {
  const endings = [
    async (who: Both) => call("chief.se", "deletePerson", { params: paramsOf(who) }),
    async (who: Both) => {
      await call("over.se", "deletePerson", { params: paramsOf(who) });
      return call("admin.se", "restorePerson", { params: paramsOf(who) });
    },
  ];
  for (const end of endings) {
    const who = await person("employee");
    expect([200, 204]).toContain((await end(who)).status);
    const refused = await update("admin.se", who, { email: `meanwhile${made}@exempel.se` });
    expect(refused).toMatchObject({ status: 403, body: { details: [{ reason: formMessages.everyOrganization }] } });
    expect((await call("admin.se", "resetPassword", { params: paramsOf(who), body: {} })).status).toBe(403);
    expect((await call("chief.se", "restorePerson", { params: paramsOf(who) })).status).toBe(200);
  }
});

test("of an account that was deleted everywhere, each school restores its own membership", async () => {
  const who = await person("employee");
  await call("over.se", "deletePerson", { params: paramsOf(who) });
  expect((await call("admin.se", "restorePerson", { params: paramsOf(who) })).status).toBe(200);
  expect(await places(who)).toMatchObject({ status: "active", schools: ["se-1001"], groups: [who.group] });
  expect((await call("chief.se", "restorePerson", { params: paramsOf(who) })).status).toBe(200);
  expect((await places(who)).schools).toEqual(["se-1001", "se-1002"]);
});

test("ended memberships are erased on day 29, and with the person", async () => {
  const [one29, other] = [await person("employee"), await person("employee")];
  for (const who of [one29, other]) await call("admin.se", "deletePerson", { params: paramsOf(who) });
  await database.execute(
    sql`update directory.ended_associations set ended_at = now() - interval '29 days 1 second' where user_id = ${one29.id}`,
  );
  await createPurge(databases(), [])(new Date());
  const { rows } = await database.execute<{ user_id: number }>(sql`select user_id from directory.ended_associations`);
  expect(rows.map(({ user_id }) => user_id)).not.toContain(one29.id);
  expect(rows.map(({ user_id }) => user_id)).toContain(other.id);
  await database.execute(sql`delete from directory.users where id = ${other.id}`);
  const { rowCount } = await database.execute(
    sql`select 1 from directory.ended_associations where user_id = ${other.id}`,
  );
  expect(rowCount).toBe(0);
});
