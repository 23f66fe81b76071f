import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { dayIn, realmRow, realms } from "~/realms/realm";
import { findSubscriptions } from "~/services/.server/directory/subscriptions/subscriptions-store";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { ServiceError } from "~/services/contracts/service-error";
import { createCustomerManagementService } from "./customer-management-service";

/** Subscription periods of people and school units. docs/product/control-panel.md#calls. */

let database: Database;
let management: ReturnType<typeof createCustomerManagementService>;
let student: string;
let schools: string[];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "no");
  management = createCustomerManagementService({
    databases: { eu: database, us: database },
    credentials: credentialsDouble,
  });
  const uids = async (from: string) =>
    (await database.$client.query(`select uid from ${from}`)).rows.map(({ uid }) => uid);
  [student] = (await uids("directory.users where username = 'student.se'")) as [string];
  schools = await uids("directory.organizations where realm = 'se' and type = 'school' order by id");
});

const send = async (name: string, input: object, username = "super.se") =>
  dispatch(management, name, input, await callerOf(database, username)) as Promise<{
    status: number;
    body: { legacyId: number; data: Array<Record<string, unknown>>; meta: { totalItems?: number } };
  }>;

const refusal = (...parts: Parameters<typeof send>) =>
  send(...parts).then(
    () => "accepted",
    ({ status, details }: ServiceError) => [
      status,
      ...(details ?? []).map((each) => `${each.attribute}: ${each.reason}`),
    ],
  );

const create = (body: object) =>
  send("createUserPeriod", { body: { userUid: student, type: "fabel-school", ...body } });
const listed = async (filters: object, username?: string) =>
  (await send("getUserPeriods", { query: { filters: JSON.stringify(filters), calculateTotal: true } }, username)).body;

describe("a period of a person", () => {
  test("is created, read, changed and deleted, and repeating the delete returns 204 again", async () => {
    const { status, body } = await create({ start: "2020-01-01", end: "2020-06-30" });
    const { legacyId } = body;
    expect(status).toBe(201);
    const read = async () => (await listed({ owner: student })).data.find((each) => each.legacyId === legacyId);
    const made = await read();
    expect(made).toEqual({
      uid: String(legacyId),
      legacyId,
      userUid: student,
      name: expect.any(String),
      type: "fabel-school",
      label: "fabel",
      start: "2020-01-01",
      end: "2020-06-30",
      trial: false,
      active: false,
      version: 1,
    });
    const params = { id: String(legacyId) };
    expect((await send("updateUserPeriod", { params, body: { ...made, end: null } })).body).toEqual({ legacyId });
    expect(await read()).toMatchObject({ end: null, active: true });
    const path = { params: { ownerUid: student, legacyId: String(legacyId) } };
    expect((await send("deleteUserPeriod", path)).status).toBe(204);
    expect(await read()).toBeUndefined();
    expect((await send("deleteUserPeriod", path)).status).toBe(204);
    expect(await refusal("deleteUserPeriod", { params: { ownerUid: student, legacyId: "999999" } })).toEqual([404]);
  });

  test("must not overlap another one of the type (409), and the message names the nearest free day", async () => {
    const { legacyId } = (await create({ start: "2021-03-01", end: "2021-03-31" })).body;
    const body = (start: string, end: string | null) => ({
      body: { userUid: student, type: "fabel-school", start, end },
    });
    expect(await refusal("createUserPeriod", body("2021-03-31", "2021-04-30"))).toEqual([
      409,
      "start: Should be after 2021-03-31",
    ]);
    expect(await refusal("createUserPeriod", body("2021-02-01", null))).toEqual([
      409,
      "end: Should be before 2021-03-01",
    ]);
    expect(await refusal("createUserPeriod", body("2021-04-01", "2021-04-30"))).toBe("accepted");
    const params = { id: String(legacyId) };
    expect(await refusal("updateUserPeriod", { params, body: { end: "2021-04-01" } })).toEqual([
      409,
      "end: Should be before 2021-04-01",
    ]);
  });

  test.each([
    [{ start: "2022-02-02", end: "2022-02-01" }, "end: Should be after 2022-02-01"],
    [{ start: "" }, "start: This value is required"],
    [{ start: "1999-12-31" }, "start: Should be after 1999-12-31"],
    [{ start: "2022-02-02", end: "2200-01-01" }, "end: Should be before 2200-01-01"],
    [{ start: "2022-02-30" }, "start: Incorrectly formatted"],
    [{ start: "2022-02-02", type: "unknown" }, "type: Incorrectly formatted"],
    [{ start: "2022-02-02", type: "" }, "type: Type must be specified"],
    [{ start: "2022-02-02", colour: "red" }, "colour: Incorrectly formatted"],
  ])("is rejected (400) with the fields %j", async (fields, detail) => {
    const body = { userUid: student, type: "fabel-school", ...fields };
    expect(await refusal("createUserPeriod", { body })).toEqual([400, detail]);
  });

  test("rejects changes to read-only attributes", async () => {
    const { legacyId } = (await create({ start: "2023-01-01", end: "2023-01-01" })).body;
    const params = { id: String(legacyId) };
    expect(await refusal("updateUserPeriod", { params, body: { trial: true, name: "Somebody else" } })).toEqual([
      400,
      "name: Incorrectly formatted",
      "trial: Incorrectly formatted",
    ]);
  });

  test("can be a trial of 14 days once, even after the first trial was deleted", async () => {
    const trial = { type: "fabel-preschool", start: "2030-01-01", trial: true };
    const { legacyId } = (await create(trial)).body;
    expect((await listed({ owner: student, type: "fabel-preschool" })).data[0]).toMatchObject({
      end: "2030-01-14",
      trial: true,
    });
    await send("deleteUserPeriod", { params: { ownerUid: student, legacyId: String(legacyId) } });
    const body = { userUid: student, ...trial, start: "2031-01-01" };
    expect(await refusal("createUserPeriod", { body })).toEqual([409, "trial: Already exists"]);
  });

  test("given a version that another user has overwritten, then 412 and nothing is changed; without a version it is written", async () => {
    const { legacyId } = (await create({ start: "2024-01-01", end: "2024-01-31" })).body;
    const params = { id: String(legacyId) };
    const read = async () => (await listed({ owner: student })).data.find((each) => each.legacyId === legacyId);
    await send("updateUserPeriod", { params, body: { end: "2024-02-01", version: 1 } });
    expect(await refusal("updateUserPeriod", { params, body: { end: "2024-02-02", version: 1 } })).toEqual([412]);
    expect(await read()).toMatchObject({ end: "2024-02-01", version: 2 });
    expect(await refusal("updateUserPeriod", { params, body: { end: "2024-02-03" } })).toBe("accepted");
    expect(await read()).toMatchObject({ end: "2024-02-03", version: 3 });
  });
});

describe("reading periods", () => {
  test("returns a pupil's periods to their administrator and a super user, and none to another realm", async () => {
    await create({ start: "2018-01-01", end: "2018-02-01" });
    const { rows } = await database.$client.query(
      `select p.legacy_id from directory.subscription_periods p join directory.users u on u.id = p.user_id
       where u.uid = $1`,
      [student],
    );
    const own = rows.map(({ legacy_id }) => [student, Number(legacy_id)]).sort();
    expect(own.length).toBeGreaterThan(0);
    for (const username of ["admin.se", "super.se"]) {
      const { data, meta } = await listed({ owner: student }, username);
      expect(data.map(({ userUid, legacyId }) => [userUid, legacyId]).sort(), username).toEqual(own);
      expect(meta.totalItems).toBe(own.length);
    }
    expect(await listed({ owner: student }, "super.no")).toMatchObject({ data: [], meta: { totalItems: 0 } });
  });

  test("filtered by member, returns periods of the member's schools and their parents within the caller's scope", async () => {
    const { rows } = await database.$client.query(`
      select o.uid, o.name, o.parent_id is null as top from directory.organization_closure c
      join directory.associations a on a.organization_id = c.descendant_id join directory.users u on u.id = a.user_id
      join directory.organizations o on o.id = c.ancestor_id where u.uid = '${student}'`);
    expect(rows.map(({ top }) => top).sort()).toEqual([false, true]);
    const body = { type: "fabel-preschool", start: "2019-01-01", end: "2019-02-01" };
    const others = schools.filter((uid) => rows.every((row) => row.uid !== uid));
    for (const schoolUnitUid of [...rows.map(({ uid }) => uid), others[0]])
      await send("createSchoolUnitPeriod", { body: { ...body, schoolUnitUid } });
    const seenBy = async (username: string) => {
      const query = { filters: JSON.stringify({ member: student, type: body.type }), pageSize: 100 };
      const { data } = (await send("getSchoolUnitPeriods", { query }, username)).body;
      return data.filter(({ start }) => start === body.start).map(({ schoolUnitUid }) => schoolUnitUid);
    };
    expect((await seenBy("super.se")).toSorted()).toEqual(rows.map(({ uid }) => uid).toSorted());
    expect(await seenBy("admin.se")).toEqual(rows.filter(({ top }) => !top).map(({ uid }) => uid));
  });

  test("adds counts of all and of active periods to people and school units on request only", async () => {
    const { rows } = await database.$client.query(`select uid from directory.users u
      where realm = 'se' and type = 'student' and not exists (
        select from directory.subscription_periods p where p.user_id = u.id) order by id limit 1`);
    const counted = async (name: "getUsers" | "getSchoolUnits", uid: string) => {
      const filters = JSON.stringify({ ids: [uid] });
      const [plain] = (await send(name, { query: { filters } })).body.data;
      expect(plain).not.toHaveProperty("periodCounts");
      const [row] = (await send(name, { query: { filters, includePeriodCounts: true } })).body.data;
      return row?.periodCounts as { total: number; active: number };
    };
    const owners = [
      ["getUsers", "createUserPeriod", "userUid", rows[0].uid],
      ["getSchoolUnits", "createSchoolUnitPeriod", "schoolUnitUid", schools[0]],
    ] as const;
    for (const [list, make, owner, uid] of owners) {
      const { total, active } = await counted(list, uid);
      if (list === "getUsers") expect([total, active]).toEqual([0, 0]);
      await send(make, { body: { [owner]: uid, type: "fabel-preschool", start: "2016-01-01", end: "2016-02-01" } });
      expect(await counted(list, uid)).toEqual({ total: total + 1, active });
      await send(make, { body: { [owner]: uid, type: "fabel-preschool", start: "2020-01-01" } });
      expect(await counted(list, uid)).toEqual({ total: total + 2, active: active + 1 });
    }
  });
});

describe("a period of today", () => {
  test("follows the time zone of each country", async () => {
    for (const realm of realms) {
      const { rows } = await database.$client.query(
        "select directory.time_zone($1) as zone, directory.day_in($1)::text as day",
        [realm],
      );
      expect(rows[0]).toEqual({ zone: realmRow(realm).timeZone, day: dayIn(realm, new Date()) });
    }
  });

  test("activates the person's subscription", async () => {
    const { rows } = await database.$client.query("select id from directory.users where uid = $1", [student]);
    const today = dayIn("se", new Date());
    await create({ type: "fabel-preschool", start: today, end: today });
    const found = await findSubscriptions(database, rows[0].id);
    expect(found.find(({ type }) => type === "fabel-preschool")).toMatchObject({ active: true });
  });
});
