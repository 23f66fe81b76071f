import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import { createErasePeople } from "./erase-people";

const gone = "11111111-1111-4111-8111-111111111111";
const staying = "22222222-2222-4222-8222-222222222222";

test("deletes the sessions of purged users and keeps those of others", async () => {
  const { database } = await testDatabase();
  for (const uid of [gone, staying]) {
    await database.execute(sql`
      insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, expires_at)
      values ('se', ${uid}, 'fabel-web', '', '{pwd}', 'basic', now(), now() + interval '1 day')`);
  }
  await createErasePeople({ eu: database, us: database })("se", [gone]);
  const { rows } = await database.execute(sql`select uid from auth.sessions`);
  expect(rows).toEqual([{ uid: staying }]);
});

test("knows every table of the auth schema that has a uid column", async () => {
  const { database } = await testDatabase();
  const { rows } = await database.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'auth' and column_name = 'uid' order by 1`);
  // The event log has its own retention period; purged users are deleted from all other tables.
  const known = [
    "badges",
    "device_links",
    "events",
    "external_links",
    "library_cards",
    "parent_pins",
    "passwords",
    "picture_codes",
  ];
  expect(rows.map((row) => row.name)).toEqual([...known, "second_factors", "sessions", "sms_codes"]);
});
