import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { testDatabase } from "#tests/support/database";
import type { Database } from "./connect";

/**
 * The database constraints behind the rules on people, docs/product/control-panel.md#users. Each rule has two statements that differ
 * only in what the rule forbids: one is stored, the other is refused.
 */

let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
});

/** SQLSTATE class of a violated constraint. */
const brokenConstraint = "23";

/** Runs a statement in a transaction, checks the deferred constraints and rolls back. */
async function outcomeOf(statement: string): Promise<"stored" | "refused"> {
  const client = await database.$client.connect();
  try {
    await client.query("begin");
    const { rowCount } = await client.query(statement);
    // A statement that writes no row cannot violate a constraint.
    expect(rowCount, statement).toBeGreaterThan(0);
    await client.query("set constraints all immediate");
    return "stored";
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith(brokenConstraint)) throw error;
    return "refused";
  } finally {
    await client.query("rollback");
    client.release();
  }
}

type Place = { role?: string; realm?: string; school?: string; admin?: boolean };

/** SQL that inserts a person and, unless `place` is null, an association with a school. */
function person(type: string, columns: Record<string, string> = {}, place: Place | null = {}): string {
  const all = { realm: "'se'", type: `'${type}'`, username: "'ny.person'", name: "'Ny Person'", ...columns };
  const insert = `insert into directory.users (${Object.keys(all)}) values (${Object.values(all)}) returning id`;
  if (!place) return insert;
  const { role = type, realm = "se", school = "se-1001", admin = false } = place;
  return `with made as (${insert})
    insert into directory.associations (user_id, organization_id, realm, role, admin)
    select made.id, o.id, '${realm}', '${role}', ${admin} from made, directory.organizations o
    where o.school_unit_code = '${school}'`;
}

const who = (username: string) => `(select id from directory.users where username = '${username}.se')`;
const school = (code: string) => `(select id from directory.organizations where school_unit_code = '${code}')`;
const placed = (id: string, role: string) =>
  `insert into directory.associations (user_id, organization_id, realm, role) values (${id}, ${school("se-1002")}, 'se', '${role}')`;
const tied = (holder: string, student: string) =>
  `insert into directory.guardianships (guardian_id, student_id, realm) values (${holder}, ${student}, 'se')
  on conflict (guardian_id, student_id) do update set realm = excluded.realm`;
const newGroup = (columns: Record<string, string>) => {
  const all = { realm: "'se'", name: "'Ny grupp'", organization_id: school("se-1001"), ...columns };
  return `insert into directory.groups (${Object.keys(all)}) values (${Object.values(all)})`;
};
const newOrganization = (columns: Record<string, string>) => {
  const all = { realm: "'se'", type: "'school'", name: "'Ny skola'", ...columns };
  return `insert into directory.organizations (${Object.keys(all)}) values (${Object.values(all)})`;
};
const guardian = who("guardian");

type Rule = [what: string, stored: string, refused: string];

const rules: Record<string, Rule[]> = {
  "a user can only be one type": [
    [
      "a new person's association has the person's type",
      person("student"),
      person("student", {}, { role: "employee" }),
    ],
    ["a further association has the person's type", placed(guardian, "guardian"), placed(guardian, "student")],
    ["the type must exist", person("guardian"), person("principal")],
    [
      "only an employee can be an administrator",
      person("employee", {}, { admin: true }),
      person("student", {}, { admin: true }),
    ],
    [
      "only an employee can be a super user",
      person("employee", { scopes: "'{x}'" }),
      person("guardian", { scopes: "'{x}'" }),
    ],
    [
      "the guardian of a pupil has the type guardian",
      tied(guardian, who("student")),
      tied(who("teacher"), who("student")),
    ],
    ["the pupil of a guardian has the type student", tied(guardian, who("student")), tied(guardian, who("teacher"))],
  ],
  "a user must belong to at least one organisation": [
    ["a new person has an association", person("student"), person("student", {}, null)],
    [
      "the last association cannot be deleted",
      `delete from directory.associations where (user_id, organization_id) = (
        select user_id, min(organization_id) from directory.associations group by user_id having count(*) > 1 limit 1)`,
      `delete from directory.associations where user_id = ${guardian}`,
    ],
    [
      "the last association cannot be moved to another person",
      `update directory.associations set organization_id = ${school("se-1002")} where user_id = ${guardian}`,
      `update directory.associations set user_id = ${who("family")} where user_id = ${guardian}`,
    ],
  ],
  "guardians cannot have external logins": ["eppn", "gsuite_id", "gsuite_email", "office365"].map(
    (login): Rule => [
      login,
      person("student", { [login]: "'x@school.example'" }),
      person("guardian", { [login]: "'x@school.example'" }),
    ],
  ),
  "students and guardians cannot have secure logins": ["student", "guardian"].flatMap((type) =>
    Object.entries({ bankid: "'198507099805'", sms: "'+46701740699'", secure_auth_enabled: "true" }).map(
      ([login, value]): Rule => [
        `${login} of a ${type}`,
        person("employee", { [login]: value }),
        person(type, { [login]: value }),
      ],
    ),
  ),
  "deleted users are removed within 30 days": [
    [
      "a deleted user has a deletion time",
      person("student", { status: "'deleted'", deleted_at: "now()" }),
      person("student", { status: "'deleted'" }),
    ],
    ["an active user has no deletion time", person("student"), person("student", { deleted_at: "now()" })],
  ],
  "only existing statuses, types and realms are stored": [
    ["a person's status", person("student", { status: "'inactive'" }), person("student", { status: "'asleep'" })],
    ["a group's status", newGroup({ status: "'inactive'" }), newGroup({ status: "'asleep'" })],
    ["a group's type", newGroup({ type: "'grade'" }), newGroup({ type: "'crowd'" })],
    ["an organisation's status", newOrganization({ status: "'inactive'" }), newOrganization({ status: "'asleep'" })],
    ["an organisation's type", newOrganization({ type: "'preschool'" }), newOrganization({ type: "'castle'" })],
    ["an organisation's realm", newOrganization({}), newOrganization({ realm: "'dk'" })],
  ],
  "identifiers of people are unique": [
    ["a username, in upper or lower case", person("student"), person("student", { username: "'Student.SE'" })],
    ...Object.entries({ sms: "'+46701740699'", bankid: "'198507099805'", eppn: "'x@school.example'" }).map(
      ([name, value]): Rule => [
        name,
        person("employee", { [name]: value }),
        `with first as (update directory.users set ${name} = ${value} where username = 'teacher.se')
          update directory.users set ${name} = ${value} where username = 'admin.se'`,
      ],
    ),
  ],
  "an association, group or parent must be of the same realm": [
    ["a person's association", person("student"), person("student", {}, { school: "no-1001" })],
    ["a group's organisation", newGroup({}), newGroup({ organization_id: school("no-1001") })],
    [
      "an organisation's parent",
      newOrganization({ parent_id: school("se-1001") }),
      newOrganization({ parent_id: school("no-1001") }),
    ],
  ],
};

describe.each(Object.entries(rules))("%s", (_, each) => {
  test.each(each)("%s", async (_what, stored, refused) => {
    expect([await outcomeOf(stored), await outcomeOf(refused)]).toEqual(["stored", "refused"]);
  });
});
