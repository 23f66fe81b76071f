import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { createPurge } from "~/services/.server/directory/purge";
import type { AuditLine } from "~/services/contracts/customer-management";
import { changedValues } from "./changed-values";

/** The audit log stores a field's old and new value, and both are deleted with the person. docs/product/choices.md#log. */

let database: Database;
let panel: ReturnType<typeof createControlPanelService>;
let management: ReturnType<typeof createCustomerManagementService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const deps = { databases: { eu: database, us: database }, credentials: credentialsDouble };
  panel = createControlPanelService(deps);
  management = createCustomerManagementService(deps);
});

const admin = () => callerOf(database, "admin.se");
const attributes = (values: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])) },
});

async function changesOf(uid: string): Promise<AuditLine["changes"]> {
  const { body } = await ask(management, "getUserAuditLogs", { params: { userUid: uid }, query: {} }, await admin());
  return (body.data as AuditLine[]).find(({ action }) => action === "user.changed")?.changes ?? [];
}

describe("logged values of a change", () => {
  it("exclude secrets, sign-in identifiers and unchanged attributes", () => {
    const stored = { name: "Anna", email: null, bankid: "1", code: "AB12", shared: false };
    const columns = { name: "Anne", email: "a@b.se", bankid: "2", code: "CD34", shared: false };
    expect(changedValues("user", stored, columns)).toEqual([
      { attribute: "name", before: "Anna", after: "Anne" },
      { attribute: "email", before: null, after: "a@b.se" },
    ]);
    expect(changedValues("group", stored, columns)).toEqual([{ attribute: "name", before: "Anna", after: "Anne" }]);
  });

  it("given a changed name, then the user's audit log has the old and the new one", async () => {
    const id = await uidOf(database, "student.se");
    const before = (await ask(panel, "getPerson", { params: { version: "v1", type: "students", id } }, await admin()))
      .body.data.attributes.name.value;
    const params = { version: "v1", type: "students", id };
    await ask(panel, "updatePerson", { params, body: attributes({ name: "Tove Ny" }) }, await admin());
    expect(await changesOf(id)).toContainEqual({ attribute: "name", before, after: "Tove Ny" });
  });

  it("cannot be updated in the database", async () => {
    const update = database.execute(sql`update directory.audit_values set changes = '[]'`);
    await expect(update).rejects.toThrow();
  });

  it("given a purged user, then the values are deleted and the log line is kept", async () => {
    const id = await uidOf(database, "student.se");
    const params = { version: "v1", type: "students", id };
    await ask(panel, "deletePerson", { params }, await admin());
    await database.execute(sql`update directory.users set deleted_at = now() - interval '30 days' where uid = ${id}`);
    await createPurge({ eu: database, us: database }, [])(new Date());
    const { rows } = await database.execute<{ lines: number; values: number }>(sql`
      select count(*)::int as lines, count(v.audit_id)::int as values from directory.audit a
      left join directory.audit_values v on v.audit_id = a.id where a.subject_uid = ${id} and a.action = 'user.changed'`);
    expect(rows[0]?.lines).toBeGreaterThan(0);
    expect(rows[0]?.values).toBe(0);
  });
});
