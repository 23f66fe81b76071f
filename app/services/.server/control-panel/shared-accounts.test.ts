import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { seedRealm } from "~/db/.server/seed/people";
import { createControlPanelService } from "./service";

/** What a shared account may do with itself, and what happens when one becomes shared or stops. docs/product/control-panel.md#users. */

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

describe("an employee's account that is shared", () => {
  beforeAll(async () => {
    await database.execute(sql`update directory.users set shared = true where username = 'teacher.se'`);
    return async () => {
      await database.execute(sql`update directory.users set shared = false where username = 'teacher.se'`);
    };
  });

  it("has neither a profile nor a password of its own to change", async () => {
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

  it("changes pupils as any employee does, and is changed by an administrator", async () => {
    expect((await write("teacher.se", "students", "student.se", { address: { value: "Storgatan 1" } })).status).toBe(
      200,
    );
    expect((await write("admin.se", "employees", "teacher.se", { address: { value: "Storgatan 2" } })).status).toBe(
      200,
    );
  });
});

describe("an account that becomes shared, or stops", () => {
  it("signs out whoever was in it, and nobody when it stays what it is", async () => {
    const uid = await uidOf(database, "student.se");
    const asked: Array<[boolean, number]> = [
      [true, 1],
      [true, 1],
      [false, 2],
      [false, 2],
    ];
    for (const [value, times] of asked) {
      expect((await write("teacher.se", "students", "student.se", { shared: { value } })).status).toBe(200);
      expect(ended.filter((each) => each === uid)).toHaveLength(times);
    }
  });
});
