import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "./customer-management-service";

/** The tree of organisations and concurrent writes to it. */

let database: Database;
let management: ReturnType<typeof createCustomerManagementService>;
let panel: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  management = createCustomerManagementService(deps);
  panel = createControlPanelService(deps);
});

const call = async (name: keyof typeof management.endpoints & string, input: object = {}) =>
  ask(management, name, input, await callerOf(database, "super.se"));
const inPanel = async (name: keyof typeof panel.endpoints & string, input: object = {}) =>
  ask(panel, name, input, await callerOf(database, "super.se"));
const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});

let made = 0;
async function newUnit(fields: object = {}): Promise<string> {
  made += 1;
  const response = await call("createSchoolUnit", { body: { name: `Skola ${made}`, type: "school", ...fields } });
  expect(response.status).toBe(201);
  return response.body.data.uid;
}
const change = (uid: string, body: object) => call("updateSchoolUnit", { params: { uid }, body });
const wrong = (attribute: string) => [{ attribute, reason: "This type is not allowed there" }];
const notAlone = (attribute: string) => [{ attribute, reason: "Families cannot have anything above or below them" }];
const circle = [{ attribute: "parent", reason: "Cannot be placed below itself or anything below it" }];

describe("the parent of an organisation", () => {
  const types = ["school_unit", "school", "preschool", "sub_school", "consumer"];
  const held: Record<string, string[]> = {
    school_unit: ["school_unit", "school", "preschool", "sub_school"],
    school: ["school", "preschool", "sub_school"],
    preschool: ["school", "preschool", "sub_school"],
    sub_school: ["sub_school"],
    consumer: [],
  };

  test.each(types)(
    "given a parent of the type %s, then a child must be of a type below it, when created or moved",
    async (above) => {
      for (const type of types) {
        const parent = await newUnit({ type: above });
        const response = await call("createSchoolUnit", { body: { name: "Del", type, parent } });
        const isHeld = held[above]?.includes(type);
        const refused = [above, type].includes("consumer") ? notAlone("parent") : wrong("parent");
        expect(response.status, type).toBe(isHeld ? 201 : 400);
        const alone = await newUnit({ type });
        const moved = await change(alone, { parent });
        expect([moved.status, moved.body.details], type).toEqual(isHeld ? [200, undefined] : [400, refused]);
      }
    },
  );

  test("restricts a change of type by the types above and below", async () => {
    const unit = await newUnit({ type: "school_unit" });
    const school = await newUnit({ parent: unit });
    const part = await newUnit({ type: "sub_school", parent: school });
    expect((await change(unit, { type: "sub_school" })).body.details).toEqual(wrong("type"));
    expect((await change(part, { type: "school_unit" })).body.details).toEqual(wrong("type"));
    expect((await change(school, { type: "preschool" })).status).toBe(200);
  });

  test("may remain if it is no longer allowed, while other attributes change", async () => {
    const part = await newUnit({ type: "sub_school" });
    const unit = await newUnit({ type: "school_unit" });
    const school = await newUnit();
    await database.execute(sql`update directory.organizations o set parent_id = p.id
      from directory.organizations p where (o.uid = ${school} and p.uid = ${part})`);
    expect((await change(school, { name: "Nytt namn", type: "school", parent: part })).status).toBe(200);
    expect((await change(part, { parent: unit })).status).toBe(200);
    expect((await change(school, { parent: unit })).status).toBe(200);
  });
});

describe("country and phone", () => {
  test("are stored as country code and as typed", async () => {
    const uid = await newUnit({ country: "Norge", phone: "+47 22 12 34 56" });
    const { body } = await call("getSchoolUnit", { params: { uid } });
    expect(body.data).toMatchObject({ country: "NO", phone: "+47 22 12 34 56" });
  });

  test("given invalid values, then each is rejected with its field", async () => {
    const uid = await newUnit({ country: "SE" });
    const response = await change(uid, { country: "Atlantis", phone: "ring oss", city: "Ystad" });
    const reason = "Incorrectly formatted";
    expect([response.status, response.body.details]).toEqual([
      400,
      [
        { attribute: "country", reason },
        { attribute: "phone", reason },
      ],
    ]);
    const { body } = await call("getSchoolUnit", { params: { uid } });
    expect(body.data).toMatchObject({ country: "SE", phone: null, city: null });
  });

  test("given values stored before validation, then they may remain or be cleared", async () => {
    const uid = await newUnit();
    await database.execute(
      sql`update directory.organizations set country = 'Riket', phone = 'växeln' where uid = ${uid}`,
    );
    expect((await change(uid, { country: "Riket", phone: "växeln", city: "Ystad" })).status).toBe(200);
    const { body } = await call("getSchoolUnit", { params: { uid } });
    expect(body.data).toMatchObject({ country: "Riket", phone: "växeln", city: "Ystad" });
    expect((await change(uid, { country: "", phone: "" })).status).toBe(200);
  });
});

describe("a consumer unit", () => {
  test("cannot be made of a unit with a parent or with children", async () => {
    const parent = await newUnit();
    const uid = await newUnit({ parent });
    for (const each of [uid, parent]) {
      expect((await change(each, { type: "consumer" })).body.details).toEqual(notAlone("type"));
    }
    expect((await change(uid, { type: "consumer", parent: null })).status).toBe(200);
    expect((await change(uid, { parent })).body.details).toEqual(notAlone("parent"));
    expect((await change(parent, { type: "consumer" })).status).toBe(200);
  });
});

test("a cycle is rejected, even when two units are moved below each other at once", async () => {
  const [one, other] = [await newUnit(), await newUnit()];
  expect((await change(one, { parent: one })).body.details).toEqual(circle);
  const below = await newUnit({ parent: one });
  expect((await change(one, { parent: below })).body.details).toEqual(circle);
  for (let time = 0; time < 5; time += 1) {
    const responses = await Promise.all([change(one, { parent: other }), change(other, { parent: one })]);
    expect(responses.map(({ status }) => status).sort(), `time ${time}`).toEqual([200, 400]);
    for (const uid of [one, other]) expect((await change(uid, { parent: null })).status).toBe(200);
  }
});

describe("given a school that is being deleted", () => {
  const comes: Array<[string, (school: string) => Promise<{ status: number; body: { details?: unknown } }>, string]> = [
    [
      "a new person",
      (school) =>
        inPanel("createPerson", {
          params: { version: "v1", type: "students" },
          body: write({ name: "Sen", username: `sen.${school.slice(0, 8)}`, organizations: [school] }),
        }),
      "organizations",
    ],
    [
      "a new group",
      (school) => inPanel("createGroup", { body: write({ name: "Sen grupp", organization: school }) }),
      "organization",
    ],
    [
      "a school below it",
      (parent) => call("createSchoolUnit", { body: { name: "Sen skola", type: "school", parent } }),
      "parent",
    ],
  ];

  test.each(comes)("then %s waits for the deletion and is rejected (400)", async (_who, come, attribute) => {
    const school = await newUnit();
    const deleting = await database.$client.connect();
    let confirmed = false;
    try {
      await deleting.query("begin");
      await deleting.query("select 1 from directory.organizations where uid = $1 for update", [school]);
      const pending = come(school).finally(() => {
        confirmed = true;
      });
      await expect.poll(() => waitsFor(database), { timeout: 5000 }).toBe(true);
      expect(confirmed).toBe(false);
      await deleting.query("update directory.organizations set status = 'deleted', deleted_at = now() where uid = $1", [
        school,
      ]);
      await deleting.query("commit");
      const { status, body } = await pending;
      expect([status, body.details]).toEqual([400, [{ attribute, reason: "Incorrectly formatted" }]]);
    } finally {
      await deleting.query("rollback");
      deleting.release();
    }
  });

  test("then the deletion waits for a person who is being added, and deletes them too", async () => {
    const school = await newUnit();
    const coming = await database.$client.connect();
    try {
      await coming.query("begin");
      await coming.query("select 1 from directory.organizations where uid = $1 for share", [school]);
      const deleted = call("deleteSchoolUnit", { params: { uid: school } });
      await expect.poll(() => waitsFor(database), { timeout: 5000 }).toBe(true);
      const { rows } = await coming.query(
        `with person as (insert into directory.users (realm, type, username, name)
           values ('se', 'student', 'i.sista.stund', 'I sista stund') returning id, uid),
         place as (insert into directory.associations (user_id, organization_id, realm, role)
           select person.id, o.id, 'se', 'student' from person, directory.organizations o where o.uid = $1)
         select uid from person`,
        [school],
      );
      await coming.query("commit");
      expect((await deleted).status).toBe(204);
      const gone = await call("getUser", { params: { uid: rows[0].uid } });
      expect(gone.status).toBe(404);
    } finally {
      await coming.query("rollback");
      coming.release();
    }
  });
});

/** Whether a statement in this database waits for a lock. */
async function waitsFor(within: Database): Promise<boolean> {
  const { rows } = await within.execute<{ waits: boolean }>(sql`
    select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`);
  return rows[0]?.waits ?? false;
}
