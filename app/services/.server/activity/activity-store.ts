import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import { retentionOf } from "~/realms/retention";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import type { ActivityEvent } from "~/services/contracts/activity";

/** Events in their original form, in monthly partitions. docs/product/reader.md#events. */

/** Ids are inserted in sorted order, so that two calls with the same events cannot deadlock. */
const insertNewEvents = prepared<Record<string, never>>(
  "activity-insert",
  sql`
    with sent as (
      select distinct on (id) (value ->> 'id')::uuid as id, value as event
      from jsonb_array_elements(${sql.placeholder("events")}::jsonb) order by id
    ), fresh as (
      insert into activity.event_ids (realm, id, received_at)
      select ${sql.placeholder("realm")}, id, now() from sent order by id
      on conflict do nothing returning id
    )
    insert into activity.events (realm, id, received_at, uid, profile_id, origin, source_application, version, event)
    select ${sql.placeholder("realm")}, sent.id, now(), ${sql.placeholder("uid")}::uuid, ${sql.placeholder("profileId")}::uuid,
      ${sql.placeholder("origin")}, sent.event ->> 'sourceApplication', (sent.event ->> 'version')::integer, sent.event
    from sent join fresh using (id)
    returning 1`,
);

/** Stores new events in one statement, all or none. @returns the number of new events */
export async function insertEvents(
  database: Database,
  { realm, uid, profileId, origin }: ReaderKey & { realm: Realm; origin: string },
  events: readonly ActivityEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const values = { realm, uid, profileId, origin, events: JSON.stringify(events) };
  return (await insertNewEvents(database, values)).length;
}

/** Creates the partitions of this month and the next two. */
export async function ensurePartitions(database: Database, now: Date): Promise<void> {
  await database.execute(sql`select activity.ensure_partitions(${now.toISOString()}::timestamptz)`);
}

/** Deletes a realm's events and event ids that exceed its retention. */
export async function purgeEvents(database: Database, realm: Realm, now: Date): Promise<void> {
  const { activityMonths } = retentionOf(realm);
  for (const table of [sql`activity.events`, sql`activity.event_ids`])
    await database.execute(sql`
      delete from ${table} where realm = ${realm}
        and received_at < ${now.toISOString()}::timestamptz - make_interval(months => ${activityMonths})`);
}

/** Drops partitions older than the longest retention; they are empty. */
export async function dropEmptyPartitions(database: Database, now: Date, months: number): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'activity' and relname ~ '^events_\\d{4}_\\d{2}$' and relkind = 'r'
      and to_date(right(relname, 7), 'YYYY_MM') <= (date_trunc('month', ${now.toISOString()}::timestamptz) - make_interval(months => ${months + 1}))::date`);
  for (const { name } of rows) await database.execute(sql`drop table activity.${sql.identifier(name)}`);
}

/** Deletes the events of people who are purged. Their ids stay, so that a late retry does not store the events again. */
export async function eraseEvents(database: Database, realm: Realm, uids: readonly string[]): Promise<void> {
  await database.execute(
    sql`delete from activity.events where realm = ${realm} and uid = any(${sql.param(uids)}::uuid[])`,
  );
}

/** Deletes the events of a child of a family. */
export async function eraseProfileEvents(
  within: Transaction,
  { realm, uid, profileId }: ReaderKey & { realm: Realm },
): Promise<void> {
  await within.execute(sql`
    delete from activity.events where realm = ${realm} and uid = ${uid}::uuid and profile_id = ${profileId}::uuid`);
}
