import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { testDatabase } from "#tests/support/database";
import { createPaymentSessionStore } from "./payment-session-store";

/** Stored payment state of a browser. docs/product/shell.md#sign-up-payment. */

const { database } = await testDatabase();
const store = createPaymentSessionStore({ eu: database, us: database }, "a secret of thirty-two characters");
const uid = crypto.randomUUID();
const state = { step: "created", email: "ida@home.example" };

it("given a saved state, then it is found only by its id and in its realm", async () => {
  await store.save("se", "id-1", { uid: null, state: {} });
  await store.save("se", "id-1", { uid, state });
  expect(await store.find("se", "id-1")).toEqual({ uid, state });
  expect(await store.find("se", "id-2")).toBeNull();
  expect(await store.find("no", "id-1")).toBeNull();
});

it("given a stored row, then it contains neither the id nor the e-mail address in plain text", async () => {
  const { rows } = await database.execute<{ row: string }>(sql`
    select id_digest || encode(state, 'escape') as row from web.payment_sessions`);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain("id-1");
  expect(rows[0]?.row).not.toContain("ida@");
});

it("given 31 days without a change, then the state is not found and purgeExpired deletes it", async () => {
  await store.save("se", "old", { uid: null, state });
  await database.execute(
    sql`update web.payment_sessions set updated_at = now() - interval '31 days' where uid is null`,
  );
  expect(await store.find("se", "old")).toBeNull();
  await store.purgeExpired("eu");
  const { rows } = await database.execute(sql`select 1 from web.payment_sessions`);
  expect(rows).toHaveLength(1);
});

it("given an erased person, then their state is deleted", async () => {
  await store.erasePeople("se", [uid]);
  expect(await store.find("se", "id-1")).toBeNull();
});
