import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import type { PersonType } from "~/services/.server/directory/rules";

/** Many people at once: one statement changes all of them with their places, groups and lines in the log, one more makes the new ones. */

export type PersonWrite = {
  /** Of the writer's own; comes back with the result. */
  place: number;
  /** null for a new person, who gets `uid`. */
  userId: number | null;
  uid: string;
  type: PersonType;
  /** The version that was compared; whoever was changed since is left alone. */
  version: number | null;
  /** `directory.ties_print` at the comparison. */
  ties: string | null;
  /** By column of the table. */
  columns: Record<string, unknown>;
  places: { organizationId: number; admin: boolean }[];
  join: number[];
  leave: number[];
  attributes: string[];
};

export type WrittenPerson = { place: number; id: number; uid: string; version: number };

export const batchColumns = {
  username: "text",
  name: "text",
  first_name: "text",
  last_name: "text",
  email: "text",
  external_id: "text",
  age_filter: "smallint",
  shared: "boolean",
  eppn: "text",
  gsuite_id: "text",
  gsuite_email: "text",
  office365: "text",
  bankid: "text",
  sms: "text",
  speaking_book_rights: "boolean",
} as const;

/**
 * @param details what every line of the log says beside the attributes, e.g. the import
 * @returns those who were written: whoever was changed or deleted since the comparison is not among them
 * @throws what the database refuses, for one of them or several
 */
export async function writePeople(
  within: Transaction,
  access: Access,
  writes: PersonWrite[],
  details: Record<string, unknown>,
): Promise<WrittenPerson[]> {
  const isNew = writes.some(({ userId }) => userId === null);
  const input = sql`entries as materialized (select * from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) as e (place int,
    "userId" int, uid uuid, type text, version int, ties text, columns jsonb, places jsonb, "join" jsonb, leave jsonb, attributes jsonb))`;
  const names = Object.entries(batchColumns);
  if (isNew) {
    await within.execute(sql`
      with ${input}
      insert into directory.users (uid, realm, type, ${sql.raw(names.map(([name]) => name).join(", "))})
      select e.uid, ${access.realm}, e.type, ${sql.raw(
        names
          .map(([name, type]) =>
            type === "boolean"
              ? `coalesce((e.columns ->> '${name}')::boolean, false)`
              : `(e.columns ->> '${name}')::${type}`,
          )
          .join(", "),
      )} from entries e where e."userId" is null order by e.place`);
  }
  const assignments = sql.raw(
    names
      .map(([name, type]) => {
        const value =
          type === "boolean"
            ? `coalesce((e.columns ->> '${name}')::boolean, false)`
            : `(e.columns ->> '${name}')::${type}`;
        return `${name} = case when e.columns ? '${name}' then ${value} else u.${name} end`;
      })
      .join(", "),
  );
  const { rows } = await within.execute<WrittenPerson>(sql`
    with ${input},
    changed as (
      update directory.users u set ${assignments}, version = u.version + 1, updated_at = now()
      from entries e where u.id = e."userId" and u.version = e.version and u.status <> 'deleted' and directory.ties_print(u.id) = e.ties
      returning u.id, u.uid, u.version, e.place),
    written as (
      select id, uid, version, place from changed
      union all
      select u.id, u.uid, u.version, e.place from entries e join directory.users u on e."userId" is null and u.uid = e.uid),
    placed as (
      insert into directory.associations (user_id, organization_id, realm, role, admin)
      select w.id, (p ->> 'organizationId')::int, ${access.realm}, e.type, (p ->> 'admin')::boolean
      from written w join entries e on e.place = w.place, jsonb_array_elements(e.places) p
      join directory.organizations o on o.id = (p ->> 'organizationId')::int and o.status <> 'deleted'
      on conflict (user_id, organization_id) do update set admin = excluded.admin),
    gone as (
      delete from directory.memberships m using written w, entries e
      where e.place = w.place and m.user_id = w.id and e.leave @> to_jsonb(m.group_id)),
    joined as (
      insert into directory.memberships (user_id, group_id, realm)
      select w.id, g.id, ${access.realm} from written w join entries e on e.place = w.place, jsonb_array_elements(e."join") j
      join directory.groups g on g.id = (j #>> '{}')::int and g.status <> 'deleted'
      on conflict do nothing),
    noted as (
      insert into directory.audit (realm, action, user_uid, actor_uid, subject_type, subject_uid, details, request_id, ip_address)
      select ${access.realm}, case when e."userId" is null then 'user.created' else 'user.changed' end, ${access.uid}::uuid,
        ${access.actorUid}::uuid, 'user', w.uid, jsonb_build_object('attributes', e.attributes) || ${JSON.stringify(details)}::jsonb,
        ${access.requestId}, ${access.ipAddress}
      from written w join entries e on e.place = w.place)
    select place, id, uid, version from written order by place`);
  return rows;
}
