import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import { auditingRefusals } from "~/services/.server/dispatch/refused-attempts";
import type { ServiceError } from "~/services/contracts/service-error";
import { createCustomerManagementService } from "./customer-management-service";

/** A rejected write of a school unit lists all mistakes at once: those of the schema and those that only the service can find. */

let database: Database;
let management: ReturnType<typeof createCustomerManagementService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  management = auditingRefusals(
    createCustomerManagementService({ databases, credentials: credentialsDouble }),
    databases,
  );
});

const send = async (name: string, input: { params?: unknown; body: unknown }, username = "super.se") =>
  dispatch(management as never, name, input, await callerOf(database, username)) as Promise<{
    status: number;
    body: { data: { uid: string } };
  }>;

/** Status of a rejected request, with the reasons by attribute. */
async function refusalOf(...parts: Parameters<typeof send>): Promise<[number, Record<string, string>]> {
  const error = await send(...parts).then(
    () => {
      throw new Error("it was not refused");
    },
    (refusal: ServiceError) => refusal,
  );
  const details = error.details ?? [];
  const byAttribute = Object.fromEntries(details.map(({ attribute, reason }) => [attribute, reason]));
  expect(Object.keys(byAttribute)).toHaveLength(details.length);
  return [error.status, byAttribute];
}

async function newUnit(fields: object = {}): Promise<string> {
  return (await send("createSchoolUnit", { body: { name: "Skola", type: "school", ...fields } })).body.data.uid;
}

const format = "Incorrectly formatted";
const ofSchema = { name: " ", pupilNumber: "many" };
const schemaMistakes = { name: "This value is required", pupilNumber: "Must be a number" };
const ofService = { country: "Atlantis", phone: "ring oss" };
const serviceMistakes = { country: format, phone: format };

describe.each(["createSchoolUnit", "updateSchoolUnit"])("%s", (name) => {
  const input = async (body: object) => ({ params: { uid: await newUnit() }, body: { type: "school", ...body } });

  test("lists the schema's mistakes together with the service's", async () => {
    const expected = [400, { ...schemaMistakes, ...serviceMistakes }];
    expect(await refusalOf(name, await input({ ...ofSchema, ...ofService }))).toEqual(expected);
    const unknown = { parent: "00000000-0000-4000-8000-000000000000", city: "x".repeat(256) };
    const mistakes = { ...serviceMistakes, parent: format, city: "Up to 255 characters" };
    expect(await refusalOf(name, await input({ name: "Skola", ...ofService, ...unknown }))).toEqual([400, mistakes]);
  });

  test("lists a parent that is not allowed together with all other mistakes", async () => {
    const part = await newUnit({ type: "sub_school" });
    const wrongPlace = { parent: "This type is not allowed there" };
    const body = { name: "Skola", parent: part };
    expect(await refusalOf(name, await input({ ...body, ...ofService }))).toEqual([
      400,
      { ...serviceMistakes, ...wrongPlace },
    ]);
    expect(await refusalOf(name, await input({ ...body, ...ofSchema }))).toEqual([
      400,
      { ...schemaMistakes, ...wrongPlace },
    ]);
  });

  test("lists each field once", async () => {
    const long = "x".repeat(51);
    expect(await refusalOf(name, await input({ name: "Skola", phone: long, country: 7 }))).toEqual([
      400,
      { phone: "Maximum 50 characters", country: expect.any(String) },
    ]);
  });

  test("returns no details to a user without permission, and audits the attempt", async () => {
    const wrong = await input({ ...ofSchema, ...ofService });
    expect(await refusalOf(name, wrong, "teacher.se")).toEqual([403, {}]);
    const [status] = await refusalOf(name, wrong, "admin.se");
    expect(status).toBe(name === "createSchoolUnit" ? 403 : 404);
    const tried = await database.$client.query(
      "select 1 from directory.audit where action = 'act.refused' and details ->> 'call' = $1",
      [name],
    );
    expect(tried.rowCount).toBe(name === "createSchoolUnit" ? 2 : 1);
  });
});

test("given stored values that are invalid today, then writing them unchanged is not listed as a mistake", async () => {
  const uid = await newUnit();
  await database.$client.query(
    "update directory.organizations set country = 'Riket', phone = 'växeln' where uid = $1",
    [uid],
  );
  const body = { ...ofSchema, country: "Riket", phone: "växeln" };
  expect(await refusalOf("updateSchoolUnit", { params: { uid }, body })).toEqual([400, schemaMistakes]);
});
