import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { auditActions } from "~/services/contracts/audit-actions";
import { listAudit } from "./audit-list";

/** A day of the audit log follows the country's time zone. */

const somebody = "00000000-0000-4000-8000-000000000001";
let database: Database;

beforeAll(async () => {
  database = (await testDatabase()).database;
  // The winter time is 23:30 in London, 00:30 in Stockholm, 01:30 in Helsinki and 18:30 in New York.
  for (const realm of ["se", "fi", "uk", "us"]) {
    await database.execute(sql`
      insert into directory.audit (realm, at, action, subject_type, subject_uid)
      values (${realm}, '2026-02-10T23:30:00Z', 'user.changed', 'user', ${somebody}),
        (${realm}, '2026-07-10T21:30:00Z', 'user.deleted', 'user', ${somebody})`);
  }
});

async function actionsOf(realm: Realm, day: string): Promise<string[]> {
  const { lines } = await listAudit(database, realm, {
    of: { personUid: somebody },
    filterableScope: null,
    filters: { from: day, to: day },
    page: { number: 1, size: 10, cursor: null },
    isCounted: false,
  });
  return lines.map(({ action }) => action);
}

describe("a day of the audit log", () => {
  it.each([
    ["uk", "2026-02-10", "2026-02-11"],
    ["us", "2026-02-10", "2026-02-11"],
    ["se", "2026-02-11", "2026-02-10"],
    ["fi", "2026-02-11", "2026-02-10"],
  ] as const)("follows the local time in winter in %s", async (realm, day, other) => {
    expect(await actionsOf(realm, day)).toEqual(["user.changed"]);
    expect(await actionsOf(realm, other)).toEqual([]);
  });

  it.each([
    ["uk", "2026-07-10", "2026-07-11"],
    ["se", "2026-07-10", "2026-07-11"],
    ["fi", "2026-07-11", "2026-07-10"],
  ] as const)("follows the local time in summer in %s", async (realm, day, other) => {
    expect(await actionsOf(realm, day)).toEqual(["user.deleted"]);
    expect(await actionsOf(realm, other)).toEqual([]);
  });
});

it("a line that nobody has caused is told from one of somebody who is purged", async () => {
  await database.execute(sql`
    insert into directory.audit (realm, at, action, user_uid, subject_type, subject_uid)
    values ('se', '2026-03-10T12:00:00Z', 'period.changed', null, 'user', ${somebody}),
      ('se', '2026-03-10T13:00:00Z', 'period.changed', '00000000-0000-4000-8000-000000000009', 'user', ${somebody})`);
  const { lines } = await listAudit(database, "se", {
    of: { personUid: somebody },
    filterableScope: null,
    filters: { from: "2026-03-10", to: "2026-03-10" },
    page: { number: 1, size: 10, cursor: null },
    isCounted: false,
  });
  expect(lines.map(({ user, isAutomatic }) => [user, isAutomatic])).toEqual([
    [null, false],
    [null, true],
  ]);
});

describe("translations of the audit actions", () => {
  const locales = import.meta.glob<{ audit: { actions: Record<string, string> } }>("/locales/*/control-panel.json", {
    eager: true,
    import: "default",
  });

  it.each(Object.entries(locales))("cover every action in %s", (_path, { audit }) => {
    expect(Object.keys(audit.actions).sort()).toEqual(auditActions.map((action) => action.replace(".", "_")).sort());
  });

  it("exist in eight languages", () => expect(Object.keys(locales)).toHaveLength(8));
});
