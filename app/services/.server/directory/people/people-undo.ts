import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { batchColumns } from "./people-batch";

/** Takes back what `writePeople` wrote: new people are deleted, the others are as they were before. */

export type PersonUndo = {
  place: number;
  userId: number;
  /** The version that was written: whoever was changed since is left alone. */
  version: number;
  isNew: boolean;
  /** What stood there before. */
  columns: Record<string, unknown>;
  /** `admin` is null for a place that was new. */
  places: { organizationId: number; admin: boolean | null }[];
  join: number[];
  leave: number[];
};

/** @returns those who were taken back */
export async function undoPeople(
  within: Transaction,
  access: Access,
  undos: PersonUndo[],
  details: Record<string, unknown>,
): Promise<{ place: number; uid: string; isNew: boolean }[]> {
  const assignments = sql.raw(
    Object.entries(batchColumns)
      .map(
        ([name, type]) =>
          `${name} = case when e.columns ? '${name}' then (e.columns ->> '${name}')::${type} else u.${name} end`,
      )
      .join(", "),
  );
  const { rows } = await within.execute<{ place: number; uid: string; isNew: boolean }>(sql`
    with entries as materialized (select * from jsonb_to_recordset(${JSON.stringify(undos)}::jsonb) as e (place int, "userId" int,
      version int, "isNew" boolean, columns jsonb, places jsonb, "join" jsonb, leave jsonb)),
    untouched as materialized (
      select u.id, u.uid, e.* from entries e join directory.users u on u.id = e."userId"
      where u.version = e.version and u.status <> 'deleted'
        and not exists (select 1 from jsonb_array_elements(e."join") j where not exists (
          select 1 from directory.memberships m where m.user_id = u.id and m.group_id = (j #>> '{}')::int))
        and not exists (select 1 from directory.memberships m where m.user_id = u.id and e.leave @> to_jsonb(m.group_id))
        and (not e."isNew" or (select count(*) from directory.memberships m where m.user_id = u.id) = jsonb_array_length(e."join"))),
    changed as (
      update directory.users u set ${assignments}, version = u.version + 1, updated_at = now(),
        status = case when e."isNew" then 'deleted' else u.status end,
        status_before = case when e."isNew" then u.status else u.status_before end,
        deleted_at = case when e."isNew" then now() else u.deleted_at end
      from untouched e where u.id = e.id returning u.id),
    replaced as (
      update directory.associations a set admin = (p ->> 'admin')::boolean
      from untouched e, jsonb_array_elements(e.places) p
      where not e."isNew" and a.user_id = e.id and a.organization_id = (p ->> 'organizationId')::int and p ->> 'admin' is not null),
    displaced as (
      delete from directory.associations a using untouched e
      where not e."isNew" and a.user_id = e.id and exists (select 1 from jsonb_array_elements(e.places) p
        where (p ->> 'organizationId')::int = a.organization_id and p ->> 'admin' is null)),
    gone as (
      delete from directory.memberships m using untouched e where m.user_id = e.id and e."join" @> to_jsonb(m.group_id)),
    joined as (
      insert into directory.memberships (user_id, group_id, realm)
      select e.id, g.id, ${access.realm} from untouched e, jsonb_array_elements(e.leave) l
      join directory.groups g on g.id = (l #>> '{}')::int and g.status <> 'deleted' on conflict do nothing),
    noted as (
      insert into directory.audit (realm, action, user_uid, actor_uid, subject_type, subject_uid, details, request_id, ip_address)
      select ${access.realm}, case when e."isNew" then 'user.deleted' else 'user.changed' end, ${access.uid}::uuid,
        ${access.actorUid}::uuid, 'user', e.uid, ${JSON.stringify(details)}::jsonb, ${access.requestId}, ${access.ipAddress}
      from untouched e)
    select e.place, e.uid, e."isNew" from untouched e order by e.place`);
  return rows;
}
