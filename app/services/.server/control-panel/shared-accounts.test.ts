import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** Permissions of a shared account, and the sessions when the shared flag changes. docs/product/control-panel.md#users. */

let database: Database;
const ended: string[] = [];
let service: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const credentials = {
    ...credentialsDouble,
    endSessions: async (_realm: string, uid: string) => {
      ended.push(uid);
    },
  };
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials });
});

async function write(username: string, kind: "students" | "employees", of: string, attributes: object) {
  const params = { version: "v1", type: kind, id: await uidOf(database, of) };
  return ask(service, "updatePerson", { params, body: { data: { attributes } } }, await callerOf(database, username));
}

describe("a shared account of an employee", () => {
  beforeAll(async () => {
    await database.execute(sql`update directory.users set shared = true where username = 'teacher.se'`);
    return async () => {
      await database.execute(sql`update directory.users set shared = false where username = 'teacher.se'`);
    };
  });

  it("cannot change its own profile or password (403)", async () => {
    const teacher = await callerOf(database, "teacher.se");
    const params = { version: "v1", type: "employees", id: teacher.user?.uid };
    const { body } = await ask(service, "getPerson", { params }, teacher);
    const active = body.data.actions.filter((action: { active: boolean }) => action.active);
    expect(active.map(({ id }: { id: string }) => id)).toEqual([
      "ViewUserInfo",
      "ViewLogOut",
      "ViewBookshelf",
      "ListGroups",
    ]);
    expect(body.data.attributes.name).toMatchObject({ viewable: 2, editable: 0 });
    expect((await write("teacher.se", "employees", "teacher.se", { name: { value: "Somebody" } })).status).toBe(403);
    const password = { password: { value: "another password 7" } };
    expect((await write("teacher.se", "employees", "teacher.se", password)).status).toBe(403);
  });

  it("can change students, and can be changed by an administrator", async () => {
    expect((await write("teacher.se", "students", "student.se", { address: { value: "Storgatan 1" } })).status).toBe(
      200,
    );
    expect((await write("admin.se", "employees", "teacher.se", { address: { value: "Storgatan 2" } })).status).toBe(
      200,
    );
  });
});

describe("a change of the shared flag", () => {
  it("ends the account's sessions, but not when the flag stays the same", async () => {
    const uid = await uidOf(database, "student.se");
    const attempts: Array<[boolean, number]> = [
      [true, 1],
      [true, 1],
      [false, 2],
      [false, 2],
    ];
    for (const [value, times] of attempts) {
      expect((await write("teacher.se", "students", "student.se", { shared: { value } })).status).toBe(200);
      expect(ended.filter((each) => each === uid)).toHaveLength(times);
    }
  });
});
