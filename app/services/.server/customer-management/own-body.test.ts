import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { ServiceError } from "~/services/contracts/service-error";
import { createCustomerManagementService } from "./customer-management-service";

/** The body of a read group or school unit is accepted by a write unchanged; changes to read-only or unknown attributes return 400. */

let database: Database;
let management: ReturnType<typeof createCustomerManagementService>;
let group: Record<string, unknown>;
let unit: Record<string, unknown> & { identifiers: object };

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  management = createCustomerManagementService(deps);
  await database.$client.query("update directory.groups set code = 'CODE' || id where realm = 'se'");
  [group] = (await read("getGroups", { query: { include: "schoolUnit" } })) as [typeof group];
  const units = (await read("getSchoolUnits", { query: { pageSize: 100 } })) as Array<typeof unit>;
  unit = units.find(({ parent }) => parent !== null) as typeof unit;
});

const send = async (name: string, input: object, username = "admin.se") =>
  dispatch(management, name, input, await callerOf(database, username));

async function read(name: string, input: object): Promise<unknown[]> {
  return ((await send(name, input, "super.se")).body as { data: unknown[] }).data;
}

/** Status, with the attributes that were rejected; an empty list if accepted. */
const refusedOf = async (...parts: Parameters<typeof send>): Promise<[number, string[]]> =>
  send(...parts).then(
    ({ status }) => [status, []],
    (error: ServiceError) => [error.status, (error.details ?? []).map(({ attribute }) => attribute)],
  );

describe("a group", () => {
  const put = (change: object) => refusedOf("putGroup", { body: { ...group, ...change } }, "super.se");
  const codeNow = async () =>
    (await database.$client.query("select code from directory.groups where uid = $1", [group.uid])).rows[0].code;

  test("keeps its code when its own body is written back", async () => {
    expect(await put({})).toEqual([200, []]);
    expect(await codeNow()).toBe(group.code);
  });

  test.each([
    ["schoolUnitUid", "00000000-0000-4000-8000-000000000000"],
    ["groupId", 7],
    ["code", "ABC123"],
    ["schoolUnit", { uid: "00000000-0000-4000-8000-000000000000", name: "Annan skola" }],
    ["colour", "red"],
  ])("rejects (400) a changed or unknown field: %s", async (name, value) => {
    expect(await put({ [name]: value })).toEqual([400, [name]]);
    expect(await codeNow()).toBe(group.code);
  });

  test("gets a new code on request", async () => {
    const body = { uid: group.uid, generateCode: true };
    expect(await refusedOf("putGroup", { body }, "super.se")).toEqual([200, []]);
    expect(await codeNow()).not.toBe(group.code);
  });
});

describe("a school unit", () => {
  const patch = async (change: object, username?: string) => {
    const [now] = await read("getSchoolUnits", { query: { filters: JSON.stringify({ ids: [unit.uid] }) } });
    return refusedOf(
      "updateSchoolUnit",
      { params: { uid: unit.uid }, body: { ...(now as object), ...change } },
      username,
    );
  };

  test.each(["admin.se", "super.se"])("accepts its own body from %s", async (username) => {
    expect(await patch({}, username)).toEqual([200, []]);
  });

  test("accepts changed identifiers from a super user, but not (403) from an administrator", async () => {
    expect(await patch({ identifiers: { ...unit.identifiers, crmId: "crm-7" } }, "super.se")).toEqual([200, []]);
    const [now] = (await read("getSchoolUnits", { query: { filters: JSON.stringify({ ids: [unit.uid] }) } })) as [
      typeof unit,
    ];
    expect(now.identifiers).toEqual({ ...unit.identifiers, crmId: "crm-7" });
    expect(now.parent).toEqual(unit.parent);
    expect(await patch({ identifiers: { ...unit.identifiers, crmId: "crm-8" } })).toEqual([403, []]);
  });

  test("rejects unknown attributes and a changed uid", async () => {
    expect(await patch({ colour: "red" })).toEqual([400, ["colour"]]);
    expect(await patch({ identifiers: { number: "7" } })).toEqual([400, ["identifiers.number"]]);
    expect(await patch({ uid: "00000000-0000-4000-8000-000000000000" })).toEqual([400, ["uid"]]);
  });
});
