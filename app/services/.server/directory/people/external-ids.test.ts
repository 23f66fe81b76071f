import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { migrateDatabase, readMigrations } from "~/db/.server/migrate";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";

const migrations = fileURLToPath(new URL("../../../../db/.server/migrations", import.meta.url));

/** An external id is unique in an organisation tree, apart from deleted people. docs/product/control-panel.md#validation. */

let database: Database;
let url = "";
let panel: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;

const databasesOf = (one: Database) => ({ eu: one, us: one });

beforeAll(async () => {
  ({ database, url } = await testDatabase());
  const deps = { databases: databasesOf(database), credentials: credentialsDouble };
  panel = createControlPanelService(deps);
  management = createCustomerManagementService(deps);
  await database.execute(sql`
    with made as (insert into directory.users (realm, type, username, name, scopes)
      values ('se', 'employee', 'super.se', 'Super', '{ilt.user.se.write}') returning id),
    unit as (insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Platform') returning id)
    insert into directory.associations (user_id, organization_id, realm, role) select made.id, unit.id, 'se', 'employee' from made, unit`);
});

let made = 0;

/** Creates an organisation with a generated name. */
async function organization(parent: string | null = null, type = parent ? "school" : "school_unit"): Promise<string> {
  made += 1;
  const { rows } = await database.execute<{ uid: string }>(sql`
    insert into directory.organizations (realm, type, name, parent_id)
    values ('se', ${type}, ${`Place ${made}`}, (select id from directory.organizations where uid = ${parent}::uuid)) returning uid`);
  return String(rows[0]?.uid);
}

const values = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const kind = { version: "v1", type: "students" };
const superUser = () => callerOf(database, "super.se");

async function create(attributes: Record<string, unknown>) {
  made += 1;
  const body = values({ name: `Elev ${made}`, username: `elev.${made}`, ...attributes });
  return ask(panel, "createPerson", { params: kind, body }, await superUser());
}

/** Creates a student with an external id in the given organisations. */
async function pupil(externalId: string, ...organizations: string[]): Promise<string> {
  const { status, body } = await create({ externalId, organizations });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

const change = async (id: string, attributes: Record<string, unknown>) =>
  ask(panel, "updatePerson", { params: { ...kind, id }, body: values(attributes) }, await superUser());
const managed = async (name: keyof typeof management.endpoints & string, input: object) =>
  ask(management, name, input, await superUser());
const taken = {
  error: "ConflictError",
  message: formMessages.exists,
  details: [{ attribute: "externalId", reason: formMessages.exists }],
};

/** Creates two schools of one municipality, and an organisation outside it. */
async function places() {
  const municipality = await organization();
  return {
    municipality,
    north: await organization(municipality),
    south: await organization(municipality),
    other: await organization(),
  };
}

describe("a new person", () => {
  it("given an external id of another school of the tree, then it returns 409; outside it is accepted", async () => {
    const { north, south, other } = await places();
    await pupil("A1", north);
    const refused = await create({ externalId: "A1", organizations: [south] });
    expect([refused.status, refused.body]).toEqual([409, taken]);
    expect((await create({ externalId: "A1", organizations: [other] })).status).toBe(201);
  });

  it("gets the errors for a taken username and a taken external id together", async () => {
    const { north } = await places();
    await pupil("A2", north);
    const refused = await create({ externalId: "A2", username: "super.se", organizations: [north] });
    expect(refused.body.details.map(({ attribute }: { attribute: string }) => attribute)).toEqual([
      "username",
      "externalId",
    ]);
  });

  it("gets the error for a taken external id together with those for invalid fields", async () => {
    const { north } = await places();
    await pupil("A3", north);
    const refused = await create({ externalId: "A3", email: "no address", organizations: [north] });
    expect(refused.status).toBe(400);
    expect(refused.body.details.map(({ attribute }: { attribute: string }) => attribute)).toEqual([
      "email",
      "externalId",
    ]);
  });
});

describe("an existing person", () => {
  it("cannot take the external id of another person (409), and frees the old one by a change", async () => {
    const { north, south } = await places();
    await pupil("B1", north);
    const second = await pupil("B2", south);
    const refused = await change(second, { externalId: "B1" });
    expect([refused.status, refused.body]).toEqual([409, taken]);
    expect((await change(second, { externalId: "B3" })).status).toBe(200);
    expect((await create({ externalId: "B2", organizations: [north] })).status).toBe(201);
  });

  it("cannot join a tree where the id is in use (409), in the control panel or customer management", async () => {
    const { north, south, other } = await places();
    await pupil("C1", north);
    const second = await pupil("C1", other);
    const joined = await change(second, { organizations: [other, south] });
    expect([joined.status, joined.body]).toEqual([409, taken]);
    const body = { role: "student" };
    const put = await managed("putUserSchool", { params: { userUid: second, schoolUid: south }, body });
    expect([put.status, put.body]).toEqual([409, taken]);
    const all = { schoolAssociations: [other, south].map((schoolUid) => ({ schoolUid, role: "student" })) };
    const whole = await managed("putUserSchools", { params: { id: second }, body: all });
    expect([whole.status, whole.body]).toEqual([409, taken]);
  });

  it("frees the external id in a tree that they leave", async () => {
    const { north, other } = await places();
    const first = await pupil("D1", north, other);
    expect((await change(first, { organizations: [other] })).status).toBe(200);
    expect((await create({ externalId: "D1", organizations: [north] })).status).toBe(201);
  });

  it("frees the id when deleted, and is not restored (409) while another person has it", async () => {
    const { north, south } = await places();
    const first = await pupil("E1", north);
    await ask(panel, "deletePerson", { params: { ...kind, id: first } }, await superUser());
    await pupil("E1", south);
    const restored = await ask(panel, "restorePerson", { params: { ...kind, id: first } }, await superUser());
    expect([restored.status, restored.body]).toEqual([409, taken]);
  });
});

describe("an organisation", () => {
  it("is not moved into a tree that has an id of its people (409), and the error names both people", async () => {
    const { municipality, north, other } = await places();
    await pupil("F1", north);
    const { body } = await create({ name: "Dubbla Dora", externalId: "F1", organizations: [other] });
    expect(body.data.id).toBeDefined();
    const { rows } = await database.execute<{ name: string }>(
      sql`select name from directory.users where external_id = 'F1' order by id`,
    );
    const refused = await managed("updateSchoolUnit", { params: { uid: other }, body: { parent: municipality } });
    const reason = fillMessage("externalIdsClash", { names: `Dubbla Dora / ${rows[0]?.name}` });
    expect([refused.status, refused.body.details]).toEqual([409, [{ attribute: "parent", reason }]]);
    await change(body.data.id, { externalId: "F2" });
    expect((await managed("updateSchoolUnit", { params: { uid: other }, body: { parent: municipality } })).status).toBe(
      200,
    );
    expect((await create({ externalId: "F2", organizations: [north] })).status).toBe(409);
  });

  it("frees its people's external ids in a tree that it leaves", async () => {
    const { north, south } = await places();
    await pupil("G1", north);
    expect((await managed("updateSchoolUnit", { params: { uid: north }, body: { parent: null } })).status).toBe(200);
    expect((await create({ externalId: "G1", organizations: [south] })).status).toBe(201);
  });

  it("is not restored (409) while another person has an external id of its people", async () => {
    const { north, south } = await places();
    await pupil("H1", north);
    expect((await managed("deleteSchoolUnit", { params: { uid: north } })).status).toBe(204);
    const second = await pupil("H1", south);
    const restored = await managed("restoreSchoolUnit", { params: { uid: north } });
    expect([restored.status, restored.body]).toEqual([409, taken]);
    await change(second, { externalId: null });
    expect((await managed("restoreSchoolUnit", { params: { uid: north } })).status).toBe(200);
    expect((await create({ externalId: "H1", organizations: [south] })).status).toBe(409);
  });
});

it("given two people created at once with the same external id, then one gets 201 and one 409", async () => {
  const { north, south } = await places();
  const responses = await Promise.all(
    [north, south].map((place) => create({ externalId: "I1", organizations: [place] })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it("the migration keeps people who share an external id, reports them and lets them be edited", async () => {
  const all = await readMigrations(migrations);
  const own = all.find(({ id }) => id === "0560");
  const address = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Restores the schema before migration 0560.
  await client.query(`drop view directory.external_id_clashes; drop table directory.external_ids;
    drop function directory.note_external_ids() cascade; drop function directory.note_external_ids_of_people() cascade;
    drop function directory.note_tree_external_ids() cascade;
    drop function directory.keep_external_ids(integer[]); drop function directory.external_ids_of(integer[]);
    drop function directory.root_of(integer); delete from public.migrations where id in ('0560', '0811')`);
  const municipality = await organization();
  const place = await organization(municipality);
  await client.query(`with made as (insert into directory.users (realm, type, username, name, external_id)
      values ('se', 'student', 'twin.one', 'Twin One', 'T1'), ('se', 'student', 'twin.two', 'Twin Two', 'T1') returning id)
    insert into directory.associations (user_id, organization_id, realm, role)
      select made.id, o.id, 'se', 'student' from made, directory.organizations o where o.uid = '${place}'`);
  await client.end();
  const warnings: string[] = [];
  expect(own?.sql).toBe(await readFile(path.join(migrations, String(own?.name)), "utf8"));
  await migrateDatabase(address.href, all, undefined, (message) => warnings.push(message));
  expect(warnings).toEqual([expect.stringMatching(/have the same external id/)]);
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from directory.users where username = 'twin.two'`,
  );
  expect(warnings[0]).toContain(rows[0]?.uid);
  expect((await change(String(rows[0]?.uid), { name: "Twin Drei" })).status).toBe(200);
  expect((await change(String(rows[0]?.uid), { externalId: "T2" })).status).toBe(200);
});
