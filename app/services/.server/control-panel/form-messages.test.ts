import { beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { ServiceError } from "~/services/contracts/service-error";
import { createControlPanelService } from "./service";

/**
 * The form messages of docs/product/control-panel.md#validation, each triggered by invalid input. Messages of the own password's form
 * ('Mandatory', 'Your current password is incorrect', 'Passwords do not match') are tested with the profile.
 */

let database: Database;
let panel: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;
let school = "";

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  panel = createControlPanelService(deps);
  management = createCustomerManagementService(deps);
  const { body } = await dispatch(panel, "getMe", {}, await callerOf(database, "admin.se"));
  const me = body as { data: { attributes: { organizations: { value: Array<{ id: string }> } } } };
  school = me.data.attributes.organizations.value[0]?.id ?? "";
});

type Call = { service?: "panel" | "management"; name: string; params?: object; query?: object; body?: object };

const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const student = { version: "v1", type: "students" };
const person = (attributes: Record<string, unknown>, kind = "students"): Call => ({
  name: "createPerson",
  params: { ...student, type: kind },
  body: write({ name: "Ny", username: "ny.person", organizations: [school], ...attributes }),
});
const group = (attributes: Record<string, unknown>): Call => ({
  name: "createGroup",
  body: write({ name: "Ny grupp", organization: school, ...attributes }),
});
const log = (filters: object): Call => ({
  service: "management",
  name: "getSchoolUnitAuditLogs",
  params: { uid: school },
  query: { filters: JSON.stringify(filters) },
});
const taken = { sms: "0701234567", bankid: "199001012385" };

/** By message: the attribute it belongs to, and a call that causes it. */
const causes: Record<string, [attribute: string, cause: () => Call]> = {
  "This value is required": ["name", () => person({ name: " " })],
  "Duplicate value": ["organizations", () => person({ organizations: [school, school] })],
  "Contains unsupported characters": ["name", () => person({ name: "a\0" })],
  "Username contains unauthorized characters": ["username", () => person({ username: "a b" })],
  "Username contains unauthorized characters that can’t be seen: U+200E. Type it again instead of pasting it.": [
    "username",
    () => person({ username: "an\u200Eb" }),
  ],
  "Invalid e-mail address": ["email", () => person({ email: "nobody" })],
  "Type must be specified": ["type", () => group({ type: null })],
  "Invalid mobile number": ["sms", () => person({ sms: "123" }, "employees")],
  "Invalid Swedish social security number (12 digits)": ["bankid", () => person({ bankid: "9001012385" }, "employees")],
  "Too many characters": ["q", () => ({ name: "getOrganizations", query: { q: "x".repeat(201) } })],
  "Too few characters": ["postalCode", () => person({ postalCode: "12" })],
  "At least 8 characters": ["password", () => person({ password: "short" })],
  "Maximum 20 characters": [
    "postalCode",
    () => ({
      service: "management",
      name: "updateSchoolUnit",
      params: { uid: school },
      body: { postalCode: "1".repeat(21) },
    }),
  ],
  "Up to 255 characters": ["name", () => person({ name: "x".repeat(256) })],
  "Must be a number": ["ageFilter", () => person({ ageFilter: "nine" })],
  "Must be between 0 and 21": ["ageFilter", () => person({ ageFilter: 22 })],
  "Already exists": ["office365", () => person({ office365: "taken@school.se" }, "employees")],
  "Username already exists": ["username", () => person({ username: "student.se" })],
  "Sms number already exists": ["sms", () => person({ sms: taken.sms }, "employees")],
  "bankID already exists": ["bankid", () => person({ bankid: taken.bankid }, "employees")],
  "Name already exists": ["name", () => group({ name: "Läsgruppen" })],
  "Incorrectly formatted": ["organizations", () => person({ organizations: ["no-id"] })],
  "User already exists as a different type in the system": ["username", () => person({ username: "teacher.se" })],
  "Should be after 2026-03-01": ["filters.to", () => log({ from: "2026-03-02", to: "2026-03-01" })],
  "Should be before 2026-03-02": ["filters.from", () => log({ from: "2026-03-02", to: "2026-03-01" })],
  "Select at least one item": ["organizations", () => person({ organizations: [] })],
};

async function make({ service, name, ...input }: Call) {
  const caller = await callerOf(database, "super.se");
  return dispatch(service === "management" ? management : panel, name, input, caller);
}

test.each(Object.keys(causes))("returns '%s' for its attribute", async (reason) => {
  const [attribute, cause] = causes[reason] ?? ["", () => person({})];
  if (reason === "Name already exists") await make(group({ name: "Läsgruppen" }));
  if (/Already exists|Sms|bankID/.test(reason)) {
    const holder = { version: "v1", type: "employees", id: await uidOf(database, "teacher.se") };
    const body = write({ ...taken, office365: "taken@school.se" });
    await make({ name: "updatePerson", params: holder, body });
  }
  const error = await make(cause()).then(
    () => null,
    (refusal: ServiceError) => refusal,
  );
  expect(error?.details).toContainEqual({ attribute, reason });
});

test("given several errors, then the message is 'The form contains errors'", async () => {
  await expect(make(person({ name: "", email: "x" }))).rejects.toMatchObject({ message: "The form contains errors" });
});
