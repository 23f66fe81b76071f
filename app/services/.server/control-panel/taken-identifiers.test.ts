import { beforeAll, describe, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "./service";

/** Identifiers that are taken are reported all at once, each with its field. docs/product/control-panel.md#validation. */

let database: Database;
let service: ReturnType<typeof createControlPanelService>;
let school = "";

const call = async (name: keyof typeof service.endpoints & string, input: object) =>
  ask(service, name, input, await callerOf(database, "super.se"));
const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const employees = { version: "v1", type: "employees" };

const taken = {
  eppn: "taken@skolan.se",
  gsuiteid: "taken-number",
  gsuiteemail: "taken.too@skolan.se",
  office365: "taken.three@skolan.se",
  bankid: "199001012385",
  sms: "+46701234567",
};
const reasons = {
  username: "Username already exists",
  eppn: "Already exists",
  gsuiteid: "Already exists",
  gsuiteemail: "Already exists",
  office365: "Already exists",
  bankid: "bankID already exists",
  sms: "Sms number already exists",
};
const details = Object.entries(reasons).map(([attribute, reason]) => ({ attribute, reason }));

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
  const me = await ask(service, "getMe", {}, await callerOf(database, "admin.se"));
  school = me.body.data.attributes.organizations.value[0].id;
  const id = await uidOf(database, "teacher.se");
  const held = await call("updatePerson", { params: { ...employees, id }, body: write(taken) });
  expect(held.status).toBe(200);
});

const newEmployee = (attributes: Record<string, unknown>) =>
  call("createPerson", { params: employees, body: write({ name: "Ny", organizations: [school], ...attributes }) });

test("given a new person, then 409 lists every taken identifier", async () => {
  const response = await newEmployee({
    ...taken,
    username: "Teacher.SE",
    eppn: "Taken@Skolan.se",
    sms: "070-123 45 67",
  });
  expect([response.status, response.body.error]).toEqual([409, "ConflictError"]);
  expect(response.body.details).toEqual(details);
});

describe("given an existing person", () => {
  let id = "";
  beforeAll(async () => {
    id = (await newEmployee({ username: "annan.anstalld", gsuiteid: "own-number" })).body.data.id;
  });
  const change = (attributes: Record<string, unknown>) =>
    call("updatePerson", { params: { ...employees, id }, body: write(attributes) });

  test("then 409 lists every taken identifier, and nothing is stored", async () => {
    const response = await change({ ...taken, username: "teacher.se", name: "Annat namn" });
    expect([response.status, response.body.details]).toEqual([409, details]);
    const { body } = await call("getPerson", { params: { ...employees, id } });
    expect(body.data.attributes.name.value).toBe("Ny");
  });

  test("then their own identifiers are not reported as taken", async () => {
    const response = await change({ username: "Annan.Anstalld", gsuiteid: "own-number", sms: taken.sms, bankid: null });
    expect(response.body.details).toEqual([{ attribute: "sms", reason: reasons.sms }]);
  });

  test("then the username of another type of person is reported together with a taken number", async () => {
    const response = await change({ username: "student.se", sms: taken.sms });
    expect(response.body.details).toEqual([
      { attribute: "username", reason: "User already exists as a different type in the system" },
      { attribute: "sms", reason: reasons.sms },
    ]);
  });
});

test("identifiers of a deleted person can be used again", async () => {
  const made = await newEmployee({ username: "borttagen.snart", office365: "gone@skolan.se" });
  await call("deletePerson", { params: { ...employees, id: made.body.data.id } });
  const response = await newEmployee({ username: "borttagen.snart", office365: "gone@skolan.se" });
  expect(response.status).toBe(201);
});

describe("given invalid fields as well", () => {
  const wrong = { email: "nobody", postalCode: "1", gsuiteid: "" };
  const attributesOf = (details: Array<{ attribute: string }>) => details.map(({ attribute }) => attribute).sort();

  test("then 400 lists the invalid, missing and taken fields of a new person", async () => {
    const response = await newEmployee({ ...wrong, name: "", username: "teacher.se", sms: "12", bankid: taken.bankid });
    expect([response.status, response.body.error]).toEqual([400, "ValidationError"]);
    expect(attributesOf(response.body.details)).toEqual(["bankid", "email", "name", "postalCode", "sms", "username"]);
    expect(response.body.details).toContainEqual({ attribute: "username", reason: reasons.username });
    expect(response.body.details).toContainEqual({ attribute: "bankid", reason: reasons.bankid });
  });

  test("then 400 lists the invalid and taken fields of an existing person, not their own identifiers", async () => {
    const { body } = await newEmployee({ username: "egen.anstalld", office365: "own@skolan.se" });
    const change = { ...wrong, username: "egen.anstalld", office365: "OWN@skolan.se", eppn: taken.eppn };
    const params = { ...employees, id: body.data.id };
    const response = await call("updatePerson", { params, body: write(change) });
    expect(response.status).toBe(400);
    expect(attributesOf(response.body.details)).toEqual(["email", "eppn", "postalCode"]);
  });

  test("then identifiers that the caller may not edit are not reported as taken", async () => {
    const teacher = await callerOf(database, "teacher.se");
    const params = { version: "v1", type: "students", id: await uidOf(database, "student.se") };
    const body = write({ email: "nobody", bankid: taken.bankid, sms: taken.sms });
    const response = await ask(service, "updatePerson", { params, body }, teacher);
    expect(JSON.stringify(response.body.details)).not.toContain("already exists");
  });
});
