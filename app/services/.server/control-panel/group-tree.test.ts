import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, showTeachersTheSchool, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { accessOf } from "~/services/.server/directory/access";
import { changeGroup, findGroup } from "~/services/.server/directory/groups/groups-store";
import { createControlPanelService } from "./service";

/** Parent groups, and the visible members of a group. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let school = "";

const call = async (username: string, name: keyof typeof service.endpoints & string, input: object = {}) =>
  ask(service, name, input, await callerOf(database, username));
const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});

async function groupAt(name: string): Promise<string> {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.realm = 'se' and o.name = ${name} order by g.id limit 1`);
  return rows[0]?.uid ?? "";
}

let made = 0;
async function newGroup(attributes: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const response = await call("admin.se", "createGroup", {
    body: write({ name: `Grupp ${made}`, organization: school, ...attributes }),
  });
  expect(response.status).toBe(201);
  return response.body.data.id;
}

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await showTeachersTheSchool(database);
  service = createControlPanelService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const me = await call("admin.se", "getMe");
  school = me.body.data.attributes.organizations.value[0].id;
});

const belowItself = [{ attribute: "parent", reason: "Cannot be placed below itself or anything below it" }];
const wrongParent = [{ attribute: "parent", reason: "Incorrectly formatted" }];

describe("parent groups", () => {
  test("rejects (400) a parent of another school for a new and an existing group", async () => {
    const foreign = await groupAt("Sjöängsskolan");
    const body = write({ name: "Under en annan skola", organization: school, parent: foreign });
    for (const username of ["admin.se", "super.se"]) {
      const response = await call(username, "createGroup", { body });
      expect([response.status, response.body.details], username).toEqual([400, wrongParent]);
    }
    const id = await newGroup();
    const moved = await call("admin.se", "updateGroup", { params: { id }, body: write({ parent: foreign }) });
    expect([moved.status, moved.body.details]).toEqual([400, wrongParent]);
  });

  test("reports an unknown parent, and one of another school, together with the other errors", async () => {
    for (const parent of ["00000000-0000-4000-8000-000000000000", await groupAt("Sjöängsskolan")]) {
      const { body } = await call("super.se", "createGroup", {
        body: write({ name: " ", organization: school, parent }),
      });
      expect(body.details).toEqual([{ attribute: "name", reason: "This value is required" }, ...wrongParent]);
    }
  });

  test("given a parent that is deleted or of another school, then the store rejects the write (400)", async () => {
    const access = accessOf(await callerOf(database, "admin.se"));
    const id = await newGroup();
    const ended = await newGroup();
    const group = async (uid: string) => {
      const found = await findGroup(database, "se", uid);
      if (!found) throw new Error("the group is gone");
      return found;
    };
    const below = async (parentGroupId: number) =>
      changeGroup(database, access, await group(id), { columns: { parentGroupId }, expectedVersion: null });
    const { id: foreign } = await group(await groupAt("Sjöängsskolan"));
    const { id: gone } = await group(ended);
    expect((await call("admin.se", "deleteGroup", { params: { id: ended } })).status).toBe(204);
    for (const parent of [foreign, gone]) {
      await expect(below(parent)).rejects.toMatchObject({ status: 400, details: wrongParent });
    }
  });

  test("rejects (400) a circle of parents, also when two groups are moved at once", async () => {
    const [one, other] = [await newGroup(), await newGroup()];
    const below = (id: string, parent: string | null) =>
      call("admin.se", "updateGroup", { params: { id }, body: write({ parent }) });
    expect((await below(one, one)).body.details).toEqual(belowItself);
    for (let time = 0; time < 5; time += 1) {
      const responses = await Promise.all([below(one, other), below(other, one)]);
      expect(responses.map(({ status }) => status).sort(), `time ${time}`).toEqual([200, 400]);
      expect(responses.find(({ status }) => status === 400)?.body.details).toEqual(belowItself);
      for (const id of [one, other]) expect((await below(id, null)).status).toBe(200);
    }
  });

  test("given a deleted parent, then its groups have no parent", async () => {
    const parent = await newGroup();
    const id = await newGroup({ parent });
    expect((await call("admin.se", "deleteGroup", { params: { id: parent } })).status).toBe(204);
    expect((await call("admin.se", "getGroup", { params: { id } })).body.data.attributes.parent.value).toBeNull();
  });

  test("given two deletions at once, then both return 204 and one is logged", async () => {
    const id = await newGroup();
    const responses = await Promise.all([1, 2].map(() => call("admin.se", "deleteGroup", { params: { id } })));
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    const { rows } = await database.execute(
      sql`select 1 from directory.audit where action = 'group.deleted' and subject_uid = ${id}`,
    );
    expect(rows).toHaveLength(1);
    expect((await call("admin.se", "getGroup", { params: { id } })).status).toBe(404);
  });
});

test("accepts a group that is sent back unchanged", async () => {
  const id = await newGroup();
  const { data, meta } = (await call("admin.se", "getGroup", { params: { id } })).body;
  const body = { data: { attributes: data.attributes }, meta };
  const response = await call("admin.se", "updateGroup", { params: { id }, body });
  expect(response.body).toEqual({ data, meta });
});

describe("visible members of a group", () => {
  const usersOf = (username: string, id: string, query: object = {}) =>
    call(username, "getGroupUsers", { params: { id }, query });

  test("include deleted people for a super user only (403 for others)", async () => {
    const id = await newGroup();
    const person = await call("admin.se", "createPerson", {
      params: { version: "v1", type: "students" },
      body: write({ name: "Bort Tagen", username: "bort.tagen", organizations: [school] }),
    });
    const userId = person.body.data.id;
    await call("admin.se", "putGroupUser", { params: { id, userId } });
    await call("admin.se", "deletePerson", { params: { version: "v1", type: "students", id: userId } });
    const query = { filters: JSON.stringify({ status: ["deleted"] }) };
    for (const username of ["teacher.se", "admin.se"]) {
      expect((await usersOf(username, id, query)).status, username).toBe(403);
      expect((await usersOf(username, id)).body.data, username).toEqual([]);
    }
    expect((await usersOf("super.se", id, query)).body.data).toHaveLength(1);
  });

  test("have a total count without the hidden ones", async () => {
    const id = await newGroup();
    for (const username of ["student.se", "teacher.se"]) {
      const userId = await uidOf(database, username);
      await call("super.se", "putGroupUser", { params: { id, userId } });
    }
    const seen = async (username: string) => {
      const { data, meta } = (await usersOf(username, id)).body;
      return [data.length, meta.totalCount];
    };
    expect(await seen("teacher.se")).toEqual([1, 1]);
    expect(await seen("admin.se")).toEqual([2, 2]);
    expect((await usersOf("teacher.se", id, { filters: '{"type":["employee"]}' })).body.data).toEqual([]);
  });
});
