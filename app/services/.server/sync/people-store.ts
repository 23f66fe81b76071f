import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";

/** People that a sync has created or matched, by the source's ids. */

type Within = Database | Transaction;

export type KnownPerson = { sourceId: string; userId: number; uid: string; isDeleted: boolean };

/** People with the given source ids, in one statement. */
export async function findSyncedPeople(
  within: Within,
  syncId: string,
  sourceIds: readonly string[],
): Promise<KnownPerson[]> {
  const { rows } = await within.execute<KnownPerson>(sql`
    select k.source_id as "sourceId", k.user_id as "userId", u.uid, u.status = 'deleted' as "isDeleted"
    from unnest(${sql.param([...sourceIds])}::text[]) w (source_id)
    join sync.people k on k.sync_id = ${syncId} and k.source_id = w.source_id join directory.users u on u.id = k.user_id`);
  return rows;
}

/** The existing people of the sync, in batches by source id. */
export async function* presentPeople(database: Database, syncId: string, atOnce = 5000): AsyncGenerator<KnownPerson[]> {
  for (let after = ""; ; ) {
    const { rows } = await database.execute<KnownPerson>(sql`
      select k.source_id as "sourceId", k.user_id as "userId", u.uid, false as "isDeleted"
      from sync.people k join directory.users u on u.id = k.user_id and u.status <> 'deleted'
      where k.sync_id = ${syncId} and k.source_id > ${after} order by k.source_id limit ${atOnce}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.sourceId;
  }
}

/**
 * Students and staff of the given organisations who are not people of this sync. Uses EXCEPT, because without statistics after a first
 * run an anti-join would be planned as a nested loop over all pairs.
 */
export async function findOthers(
  within: Within,
  syncId: string,
  organizationIds: readonly number[],
): Promise<{ id: number; uid: string; name: string }[]> {
  const { rows } = await within.execute<{ id: number; uid: string; name: string }>(sql`
    with others as materialized (
      select a.user_id from directory.associations a
      where a.organization_id = any (${sql.param([...organizationIds])}::int[]) and not a.admin
      except select k.user_id from sync.people k where k.sync_id = ${syncId})
    select u.id, u.uid, u.name from others join directory.users u on u.id = others.user_id
    where u.status <> 'deleted' and u.type in ('student', 'employee') order by u.name, u.id`);
  return rows;
}

/** Stores which person each row of an imported run matches. A person has one id per source: a previous one is replaced. */
export async function storeSyncedPeople(within: Transaction, syncId: string, importId: string): Promise<void> {
  await within.execute(sql`
    with brought as (
      select distinct on (r.roster ->> 'sourceId') r.roster ->> 'sourceId' as source_id, u.id as user_id
      from imports.rows r join directory.users u on u.uid = r.person_uid
      where r.import_id = ${importId} and r.roster is not null and not (r.roster ->> 'isGone')::boolean
        and (r.result in ('created', 'changed', 'returned') or (r.result is null and r.outcome = 'unchanged'))),
    replaced as (
      delete from sync.people k using brought b where k.sync_id = ${syncId} and k.user_id = b.user_id and k.source_id <> b.source_id)
    insert into sync.people (sync_id, source_id, user_id) select ${syncId}, source_id, user_id from brought
    on conflict (sync_id, source_id) do update set user_id = excluded.user_id where sync.people.user_id <> excluded.user_id`);
}

/** Stores schools and classes of an imported run, for the next one. */
export async function storeSyncedRoster(
  within: Transaction,
  syncId: string,
  jobId: string,
  organizationIds: readonly number[],
) {
  await within.execute(sql`
    update sync.sources s set roster = j.roster from sync.jobs j where j.id = ${jobId} and s.id = ${syncId} and j.roster is not null`);
  await within.execute(sql`
    insert into sync.groups (sync_id, group_id)
    select distinct ${syncId}::uuid, g.id from sync.jobs j, jsonb_array_elements(j.roster -> 'places') p
    join directory.groups g on g.organization_id = (p ->> 'organizationId')::int and lower(g.name) = lower(p ->> 'name')
      and g.status <> 'deleted'
    where j.id = ${jobId} and g.organization_id = any (${sql.param([...organizationIds])}::int[])
    on conflict do nothing`);
  await within.execute(sql`update sync.jobs set roster = null where id = ${jobId}`);
}
