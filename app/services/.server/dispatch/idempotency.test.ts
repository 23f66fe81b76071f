import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import { secretBox } from "~/security/secret-box.server";
import { createIdempotency } from "./idempotency";

test("executes a repeated call once and stores its response encrypted", async () => {
  const { database } = await testDatabase();
  const idempotency = createIdempotency({ eu: database, us: database }, secretBox("some secret", "idempotency"));
  const response = { status: 200, body: { data: { password: "Y7PJ-Sa4a-6tvp" } } };
  const call = { region: "eu" as const, owner: "control-panel:se:somebody", key: "key", digest: "digest" };
  let times = 0;
  const work = async () => {
    times += 1;
    return response;
  };
  expect(await idempotency.once(call, work)).toEqual(response);
  expect(await idempotency.once(call, work)).toEqual(response);
  expect(times).toBe(1);
  const { rows } = await database.execute<{ answer: string; digest: string }>(
    sql`select answer::text, digest from web.idempotent_answers`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.digest).not.toBe("digest");
  await expect(idempotency.once({ ...call, digest: "another" }, work)).rejects.toMatchObject({ status: 422 });
  expect(rows[0]?.answer).not.toContain("Y7PJ");
});

test("returns a response that an older version stored unencrypted", async () => {
  const { database } = await testDatabase();
  const idempotency = createIdempotency({ eu: database, us: database }, secretBox("some secret", "idempotency"));
  const response = { status: 201, body: { data: { id: "one" } } };
  await database.execute(sql`insert into web.idempotent_answers (owner, key, digest, answer)
    values ('control-panel:se:somebody', 'older', 'digest', ${JSON.stringify(response)}::jsonb)`);
  const call = { region: "eu" as const, owner: "control-panel:se:somebody", key: "older", digest: "digest" };
  const again = await idempotency.once(call, async () => ({ status: 500, body: null }));
  expect(again).toEqual(response);
});
