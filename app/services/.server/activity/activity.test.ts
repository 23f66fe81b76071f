import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testDatabases } from "#tests/support/database";
import { readerUid, readerWith } from "#tests/support/library-scene";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Databases } from "~/db/.server/connect";
import type { Caller } from "~/services/.server/directory/caller";
import { activityContracts, streamOrigin } from "~/services/contracts/activity";
import { type Activity, createActivity } from "./activity-service";
import { dropEmptyPartitions, ensurePartitions, purgeEvents } from "./activity-store";

let databases: Databases;
let activity: Activity;

beforeAll(async () => {
  databases = await testDatabases();
  activity = createActivity(databases);
});

const event = (id = randomUUID(), more: object = {}) => ({
  id,
  version: 1,
  sourceApplication: "bookshelf",
  name: "page_turned",
  ...more,
});
const parse = (events: unknown) => activityContracts.addEvents.body.safeParse(events);

async function send(events: object[], by: Caller = readerWith()) {
  const input = { params: { origin: "fabelskolanse" }, query: undefined, headers: {}, body: parse(events).data ?? [] };
  return (await runEndpoint(activity.service.endpoints.addEvents, input, by)).body.stored;
}

test("given repeated events, then each is stored once and unchanged in the partition of its month", async () => {
  const [one, other] = [event(), event(undefined, { percentage: 0.4, timestamp: "2026-01-01T00:00:00Z" })];
  expect(await send([one, one, other])).toBe(2);
  const both = await Promise.all([send([other, one, event()]), send([one, other])]);
  expect(both).toEqual([1, 0]);
  const { rows } = await databases.eu.execute<{ event: unknown; uid: string; origin: string; partition: string }>(
    sql`select event, uid, origin, tableoid::regclass::text as partition from activity.events where id = ${other.id}::uuid`,
  );
  const month = new Date().toISOString().slice(0, 7).replace("-", "_");
  expect(rows).toEqual([
    { event: other, uid: readerUid, origin: "fabelskolanse", partition: `activity.events_${month}` },
  ]);
});

test("given more than 100 events or an invalid event, then the body is rejected", () => {
  expect(parse(Array.from({ length: 100 }, () => event())).success).toBe(true);
  expect(parse(Array.from({ length: 101 }, () => event())).success).toBe(false);
  for (const wrong of [{ id: "1" }, { version: undefined }, { sourceApplication: "" }, { text: "x".repeat(9000) }])
    expect(parse([event(undefined, wrong)]).success).toBe(false);
});

test("given events of the source education, then they are dropped and the others stored", async () => {
  expect(await send([event(undefined, { sourceApplication: "education" }), event()])).toBe(1);
});

test("given a caller who acts as the reader, then the call is forbidden (403) and nothing is stored", async () => {
  const sent = event();
  await expect(send([sent], readerWith({}, "somebody"))).rejects.toMatchObject({ status: 403 });
  const isStored = sql`select 1 from activity.events where id = ${sent.id}::uuid`;
  expect((await databases.eu.execute(isStored)).rows).toEqual([]);
  expect(await send([sent])).toBe(1);
  expect((await databases.eu.execute(isStored)).rows).toHaveLength(1);
});

test("given a host, then the stream's origin has no dots and no port", () => {
  expect(["se.localhost:3000", "fabel.co.uk"].map(streamOrigin)).toEqual(["selocalhost", "fabelcouk"]);
});

test("creates partitions for coming months, and drops the partition of a month whose events were purged", async () => {
  const { eu } = databases;
  const at = (moment: string) =>
    eu.execute(
      sql`insert into activity.events values ('se', gen_random_uuid(), ${moment}, ${readerUid}, ${readerUid}, 'o', 's', 1, '{}')`,
    );
  await at("2031-05-31T23:59:59Z");
  await ensurePartitions(eu, new Date("2031-05-15T00:00:00Z"));
  await ensurePartitions(eu, new Date("2031-05-15T00:00:00Z"));
  await at("2031-07-01T00:00:00Z");
  const partitions = async () =>
    (
      await eu.execute<{ name: string }>(
        sql`select distinct tableoid::regclass::text as name from activity.events where received_at > '2031-01-01' order by 1`,
      )
    ).rows.map(({ name }) => name);
  expect(await partitions()).toEqual(["activity.events_2031_05", "activity.events_2031_07"]);
  await purgeEvents(eu, "se", new Date("2032-07-15T00:00:00Z"));
  await dropEmptyPartitions(eu, new Date("2032-07-15T00:00:00Z"), 13);
  expect(await partitions()).toEqual(["activity.events_2031_07"]);
  const { rows } = await eu.execute(sql`select to_regclass('activity.events_2031_05') as table`);
  expect(rows).toEqual([{ table: null }]);
});
