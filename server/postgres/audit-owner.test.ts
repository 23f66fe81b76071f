import { randomBytes } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { migrationsFolder } from "#server/project-root";
import { afterFile } from "#tests/support/after-file";
import { testDatabase } from "#tests/support/database";
import { migrateDatabase, readMigrations } from "~/db/.server/migrate";
import { protectAudit, unprotectAudit } from "./audit-owner";

/** docs/security.md, line 26: the product's own role cannot change audit rows or grant itself the right to. */

const tables = ["directory.audit", "auth.events"];
const insert: Record<string, string> = {
  "directory.audit": `insert into directory.audit (realm, action, subject_type, subject_uid)
    values ('se', 'user.changed', 'user', gen_random_uuid())`,
  "auth.events": "insert into auth.events (realm, kind) values ('se', 'signed_in')",
};
const change: Record<string, string> = {
  "directory.audit": "update directory.audit set action = 'nothing'",
  "auth.events": "update auth.events set kind = 'nothing'",
};

/** Statements that an attacker with the product's connection would try. */
function attacks(table: string, role: string): string[] {
  const schema = table.split(".")[0];
  return [
    String(change[table]),
    `delete from ${table}`,
    `truncate ${table}`,
    `merge into ${table} t using (select 1) s on true when matched then delete`,
    `insert into ${table} select * from ${table} on conflict do nothing`,
    `drop trigger ${schema === "auth" ? "events_only_grow" : "audit_append_only"} on ${table}`,
    `grant update on ${table} to ${role}; ${change[table]}`,
    `alter table ${table} owner to ${role}`,
    `alter table ${table} add column note text`,
    `set role ${role}_audit; ${change[table]}`,
    `alter table ${table} disable trigger all; ${change[table]}`,
    `drop function ${schema}.refuse_change() cascade; ${change[table]}`,
  ];
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  afterFile(() => client.end());
  return client;
}

/** Runs the statement and rolls it back. @returns its SQLSTATE error code, or "done" */
async function outcome(client: pg.Client, statement: string): Promise<string> {
  await client.query("begin");
  const code = await client.query(statement).then(
    () => "done",
    (error: { code: string }) => error.code,
  );
  await client.query("rollback");
  return code;
}

const denied = "42501";

async function expectAppendOnly(client: pg.Client, role: string): Promise<void> {
  for (const table of tables) {
    await client.query(String(insert[table]));
    expect((await client.query(`select * from ${table}`)).rowCount).toBeGreaterThan(0);
    for (const statement of attacks(table, role)) {
      // 428C9: a "generated always" identity column rejects an explicit value before rights are checked.
      expect([denied, "428C9"], statement).toContain(await outcome(client, statement));
    }
  }
}

/** Creates an external database with its own role. */
async function outside(rights: string): Promise<{ url: string; role: string }> {
  const admin = await connected(inject("testClusterUrl"));
  const name = `fabel_outside_${randomBytes(6).toString("hex")}`;
  await admin.query(`create role ${name} login ${rights}`);
  await admin.query(`create database ${name} owner ${name}`);
  afterFile(async () => {
    const last = new pg.Client({ connectionString: inject("testClusterUrl") });
    await last.connect();
    await last.query(`drop database ${name} with (force)`);
    await last.query(`drop role if exists ${name}_audit, ${name}`);
    await last.end();
  });
  const url = new URL(inject("testClusterUrl"));
  url.username = name;
  url.pathname = `/${name}`;
  await migrateDatabase(url.href, await readMigrations(migrationsFolder));
  return { url: url.href, role: name };
}

test("the embedded database denies its own role every change of the audit tables", async () => {
  const { url } = await testDatabase();
  await expectAppendOnly(await connected(url), "fabel");
});

describe("the audit tables of an external database", () => {
  let mayMakeRoles: { url: string; role: string };
  beforeAll(async () => {
    mayMakeRoles = await outside("createrole");
  });

  test("given a role that may create roles, then an owner role gets the tables and changes are denied", async () => {
    const { url, role } = mayMakeRoles;
    expect(await protectAudit(url, null)).toBe("owner");
    await expectAppendOnly(await connected(url), role);
    expect(await protectAudit(url, null)).toBe("owner");
  });

  test("given a migration that changes the tables, then they return to the owner role afterwards", async () => {
    const { url, role } = mayMakeRoles;
    const next = {
      id: "9999",
      name: "9999-x.sql",
      sql: "alter table directory.audit add column x text",
      checksum: "x",
    };
    expect(await migrateDatabase(url, [next], () => unprotectAudit(url, null))).toEqual(["9999-x.sql"]);
    expect(await protectAudit(url, null)).toBe("owner");
    await expectAppendOnly(await connected(url), role);
  });

  test("given a role that may not create roles, then triggers refuse update, delete and truncate", async () => {
    const { url } = await outside("");
    expect(await protectAudit(url, null)).toBe("triggers");
    const client = await connected(url);
    for (const table of tables) {
      await client.query(String(insert[table]));
      for (const statement of attacks(table, "nobody").slice(0, 3)) {
        expect(await outcome(client, statement), statement).not.toBe("done");
      }
    }
  });
});
