import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, showTeachersTheSchool, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import type { StoredPersonSession } from "~/services/.server/directory/identity";
import type { OrganizationEntity, PersonEntity } from "~/services/contracts/control-panel-entities";
import { createControlPanelService } from "./service";

/** Sessions and badges of people, and schools that require a second factor. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let deeds: string[];
/** Whether the sign-in service issues badges. */
let holdsBadges: boolean;
const session: StoredPersonSession = {
  id: "33333333-3333-4333-8333-333333333333",
  createdAt: "2026-03-01T12:00:00.000Z",
  lastUsedAt: "2026-03-01T12:00:00.000Z",
  ipAddress: "192.0.2.1",
  userAgent: null,
  isSecure: false,
  staysUntil: null,
  device: null,
  actor: null,
};

beforeEach(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await showTeachersTheSchool(database);
  await seedRealm(database, "no");
  deeds = [];
  holdsBadges = true;
  service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: {
      ...credentialsDouble,
      listSessions: async () => [session],
      endSessions: async (_, uid) => void deeds.push(`ended ${uid}`),
      endSession: async (_, uid, id) => id === session.id && deeds.push(`ended ${id} of ${uid}`) > 0,
      issueBadges: async (...given) => (holdsBadges ? credentialsDouble.issueBadges(...given) : []),
      voidBadges: async (_, uids) => void deeds.push(`void ${uids}`),
    },
  });
});

type Name = keyof typeof service.endpoints & string;
const call = async (username: string, name: Name, input: object = {}, options = {}) =>
  ask(service, name, input, await callerOf(database, username, options));

async function lastAction(uid: string): Promise<string | undefined> {
  const { rows } = await database.execute<{ action: string }>(
    sql`select action from directory.audit where subject_uid = ${uid} order by id desc limit 1`,
  );
  return rows[0]?.action;
}

describe("sessions", () => {
  test("are listed and ended by a teacher, and ending them is logged", async () => {
    const id = await uidOf(database, "student.se");
    const seen = await call("teacher.se", "getUserSessions", { params: { id } });
    expect(seen.body.data).toEqual([session]);
    expect((await call("teacher.se", "endUserSession", { params: { id, sessionId: session.id } })).status).toBe(204);
    expect((await call("teacher.se", "endUserSessions", { params: { id } })).status).toBe(204);
    expect(deeds).toEqual([`ended ${session.id} of ${id}`, `ended ${id}`]);
    expect(await lastAction(id)).toBe("user.sessions_ended");
    const unknown = { params: { id, sessionId: crypto.randomUUID() } };
    expect((await call("teacher.se", "endUserSession", unknown)).status).toBe(404);
  });

  test("of an administrator are forbidden (403) to a teacher", async () => {
    const id = await uidOf(database, "admin.se");
    expect((await call("teacher.se", "getUserSessions", { params: { id } })).status).toBe(403);
  });
});

describe("badges", () => {
  const mayBadge = (person: PersonEntity) => person.actions.find(({ id }) => id === "EditBadge")?.active;

  test("are issued and voided for a student, and the action is inactive once badges are disabled", async () => {
    const id = await uidOf(database, "student.se");
    const params = { version: "v1", type: "students", id };
    expect(mayBadge((await call("teacher.se", "getPerson", { params })).body.data)).toBe(true);
    const made = await call("teacher.se", "issueBadge", { params: { id } });
    expect(made.body.data.token).toMatch(/^BADGE0/);
    expect(await lastAction(id)).toBe("user.badge_issued");
    expect((await call("teacher.se", "voidBadge", { params: { id } })).status).toBe(204);
    expect(deeds).toEqual([`void ${id}`]);

    await database.execute(sql`update directory.organizations set qr_code_login_enabled = false`);
    expect(mayBadge((await call("teacher.se", "getPerson", { params })).body.data)).toBe(false);
  });

  test("given a student who may not have one, then issuing returns 409, is not logged, and voiding returns 204", async () => {
    const id = await uidOf(database, "student.se");
    holdsBadges = false;
    expect((await call("teacher.se", "issueBadge", { params: { id } })).status).toBe(409);
    expect(await lastAction(id)).toBeUndefined();
    expect((await call("teacher.se", "voidBadge", { params: { id } })).status).toBe(204);
    expect(await lastAction(id)).toBe("user.badge_voided");
  });

  test("return 403 for a guardian and an employee of a school with badges enabled", async () => {
    const { rows } = await database.execute(sql`
      select u.username from directory.users u join directory.associations a on a.user_id = u.id
      join directory.organizations o on o.id = a.organization_id
      where u.username in ('guardian.se', 'teacher.se') and o.qr_code_login_enabled`);
    expect(rows).toHaveLength(2);
    for (const username of ["guardian.se", "teacher.se"]) {
      const id = await uidOf(database, username);
      expect((await call("admin.se", "issueBadge", { params: { id } })).status, username).toBe(403);
      expect((await call("admin.se", "voidBadge", { params: { id } })).status, username).toBe(403);
    }
    expect(deeds).toEqual([]);
  });
});

describe("a caller who acts as another user", () => {
  const acting = { actor: "11111111-1111-4111-8111-111111111111", acr: "secure" };

  test("cannot change passwords, badges or sign-in identifiers (403)", async () => {
    const id = await uidOf(database, "student.se");
    const params = { version: "v1", type: "students", id };
    expect((await call("admin.se", "resetPassword", { params }, acting)).status).toBe(403);
    expect((await call("admin.se", "issueBadge", { params: { id } }, acting)).status).toBe(403);
    expect((await call("admin.se", "voidBadge", { params: { id } }, acting)).status).toBe(403);
    const write = (name: string, value: string) => ({ params, body: { data: { attributes: { [name]: { value } } } } });
    const logins = {
      password: "blue-owls-42",
      eppn: "a@b.se",
      gsuiteid: "a",
      gsuiteemail: "a@b.se",
      office365: "a@b.se",
    };
    for (const [name, value] of Object.entries(logins)) {
      expect((await call("admin.se", "updatePerson", write(name, value), acting)).status, name).toBe(403);
      expect((await call("admin.se", "updatePerson", write(name, value), { acr: "secure" })).status, name).toBe(200);
    }
    expect((await call("admin.se", "updatePerson", write("name", "Ny Elev"), acting)).status).toBe(200);
  });

  test("gets passwords, badges and sign-in identifiers as not editable", async () => {
    const id = await uidOf(database, "student.se");
    const params = { version: "v1", type: "students", id };
    const { attributes, actions } = (await call("admin.se", "getPerson", { params }, acting)).body.data as PersonEntity;
    expect([attributes.password.editable, attributes.gsuiteid.editable, attributes.name.editable]).toEqual([0, 0, 2]);
    const active = actions.filter((action) => action.active).map((action) => action.id);
    expect(active).toContain("EditUserInfo");
    expect(active).not.toContain("EditPassword");
    expect(active).not.toContain("EditBadge");
    expect(active).not.toContain("LoginAs");
  });
});

describe("a school that requires a second factor", () => {
  const ask2 = (realm: string) =>
    database.execute(sql`update directory.organizations set secure_auth_enabled = true
      where realm = ${realm} and type = 'school_unit'`);

  test("returns 403 secure_login_needed to employees without one, except for getMe", async () => {
    await ask2("se");
    const id = await uidOf(database, "student.se");
    const params = { version: "v1", type: "students", id };
    for (const username of ["teacher.se", "admin.se"]) {
      const refused = await call(username, "getPerson", { params });
      expect([refused.status, refused.body.error]).toEqual([403, "secure_login_needed"]);
      expect((await call(username, "getOrganizations")).status).toBe(403);
      expect((await call(username, "getPerson", { params }, { acr: "secure" })).status).toBe(200);
      expect((await call(username, "getMe")).status).toBe(200);
    }
    expect((await call("super.se", "getPerson", { params })).status).toBe(200);
    expect((await call("student.se", "getPerson", { params })).status).toBe(200);
  });

  test("given a country without second factors, then none is required and the setting is not editable", async () => {
    await ask2("no");
    expect((await call("teacher.no", "getOrganizations")).status).toBe(200);
    const of = async (username: string) =>
      (await call(username, "getOrganizations")).body.data.find(
        (organization: OrganizationEntity) => organization.attributes.type.value === "school",
      ).attributes.secureAuthEnabled.editable;
    expect([await of("super.no"), await of("super.se")]).toEqual([0, 2]);
  });
});
