import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { lockOrganizations } from "~/services/.server/directory/organizations/organization-tree";
import type { PersonType } from "~/services/.server/directory/rules";
import { users } from "~/services/.server/directory/tables";
import type { PersonColumns, PlaceWrite } from "./person-columns";

/**
 * Bulk writes of people in few statements, in the caller's transaction. Database errors are not translated, and people who could not be
 * written are missing from the result.
 */

/** A written person; `key` is the caller's number for them. */
export type SavedPerson = { key: number; id: number; uid: string; version: number };

type PersonToMake = {
  key: number;
  type: PersonType;
  columns: PersonColumns & { username: string; name: string };
};
export type PersonToChange = { key: number; id: number; version: number; columns: PersonColumns };
type PlaceToWrite = PlaceWrite & { userId: number; role: PersonType };
/** A person's id and the id of an organisation or group. */
export type PersonLink = { userId: number; id: number };

/** Default values of not-null columns, for people whose draft does not have the column. */
const defaults = new Map(
  Object.values(getTableColumns(users)).flatMap(({ name, notNull, default: value }) =>
    notNull && value !== undefined ? [[name, value as unknown] as const] : [],
  ),
);

/** Maps attribute names to column names. */
function stored(columns: PersonColumns): Record<string, unknown> {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [users[name as keyof PersonColumns].name, value]));
}

function namesOf(people: readonly { columns: Record<string, unknown> }[]): string[] {
  return [...new Set(people.flatMap(({ columns }) => Object.keys(columns)))];
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
/** The columns of `SavedPerson` other than `key`, of `directory.users u`. */
export const savedColumns = sql.raw(`u.id, u.uid, u.version`);

/** Skips people whose username or identifier is taken. The caller writes their associations in the same transaction. */
export async function insertPeople(
  within: Transaction,
  realm: Realm,
  people: readonly PersonToMake[],
): Promise<SavedPerson[]> {
  if (people.length === 0) return [];
  const drafts = people.map(({ columns, ...rest }) => ({ ...rest, columns: stored(columns) }));
  const names = namesOf(drafts);
  const columns = sql.raw(names.join(", "));
  const values = sql.join(
    names.map((name) => {
      const value = sql.raw(`(w.person).${name}`);
      return defaults.has(name) ? sql`coalesce(${value}, ${defaults.get(name)})` : value;
    }),
    sql`, `,
  );
  const { rows } = await within.execute<SavedPerson>(sql`
    with wanted as materialized (
      select d.key, d.type, gen_random_uuid() as uid, jsonb_populate_record(null::directory.users, d.columns) as person
      from jsonb_to_recordset(${json(drafts)}) as d (key int, type text, columns jsonb)),
    u as (
      insert into directory.users (uid, realm, type, ${columns})
      select w.uid, ${realm}, w.type, ${values} from wanted w order by w.key on conflict do nothing returning id, uid, version)
    select w.key, ${savedColumns} from u join wanted w on w.uid = u.uid`);
  return rows;
}

/** Skips deleted people and those whose version has changed. */
export async function updatePeople(within: Transaction, people: readonly PersonToChange[]): Promise<SavedPerson[]> {
  if (people.length === 0) return [];
  const changes = people.map(({ columns, ...rest }) => ({ ...rest, columns: stored(columns) }));
  const assignments = namesOf(changes).map((name) => {
    const column = sql.raw(name);
    return sql`${column} = case when w.columns ? ${sql.raw(`'${name}'`)} then (w.person).${column} else u.${column} end, `;
  });
  const { rows } = await within.execute<SavedPerson>(sql`
    with wanted as materialized (
      select c.key, c.id, c.version, c.columns, jsonb_populate_record(null::directory.users, c.columns) as person
      from jsonb_to_recordset(${json(changes)}) as c (key int, id int, version int, columns jsonb))
    update directory.users u set ${sql.join(assignments)} version = u.version + 1, updated_at = now()
    from wanted w where u.id = w.id and u.version = w.version and u.status <> 'deleted' returning w.key, ${savedColumns}`);
  return rows;
}

/** Rows as a subquery of typed columns. */
export function recordset(rows: readonly object[], columns: SQL): SQL {
  // PostgreSQL expects the alias before the column list, so the record set is wrapped in a subquery.
  return sql`(select * from jsonb_to_recordset(${json(rows)}) as r (${columns}))`;
}

/** @throws ServiceError 400 on `organizations` if one of them is deleted */
export async function writePlaces(within: Transaction, realm: Realm, places: readonly PlaceToWrite[]): Promise<void> {
  if (places.length === 0) return;
  const organizations = [...new Set(places.map(({ organizationId }) => organizationId))];
  await lockOrganizations(within, organizations, "organizations");
  await within.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role, admin, active, add_to_sub_schools)
    select p."userId", p."organizationId", ${realm}, p.role, p.admin, coalesce(p.active, true), coalesce(p."addToSubSchools", false)
    from ${recordset(
      places,
      sql`"userId" int, "organizationId" int, role text, admin boolean, active boolean, "addToSubSchools" boolean`,
    )} p
    on conflict (user_id, organization_id) do update
      set admin = excluded.admin, active = excluded.active, add_to_sub_schools = excluded.add_to_sub_schools`);
}

/** Removes associations, and the memberships in groups of those organisations. */
export async function leavePlaces(within: Transaction, places: readonly PersonLink[]): Promise<void> {
  if (places.length === 0) return;
  await within.execute(sql`
    with gone as (
      delete from directory.associations a using ${recordset(places, sql`"userId" int, id int`)} w
      where a.user_id = w."userId" and a.organization_id = w.id returning a.user_id, a.organization_id)
    delete from directory.memberships m using gone, directory.groups g
    where m.user_id = gone.user_id and g.id = m.group_id and g.organization_id = gone.organization_id`);
}

export async function leaveGroups(within: Transaction, groups: readonly PersonLink[]): Promise<void> {
  if (groups.length === 0) return;
  await within.execute(sql`delete from directory.memberships m using ${recordset(groups, sql`"userId" int, id int`)} w
    where m.user_id = w."userId" and m.group_id = w.id`);
}

/** Skips deleted groups, and groups of organisations that the person has no association with. */
export async function joinGroups(within: Transaction, realm: Realm, groups: readonly PersonLink[]): Promise<void> {
  if (groups.length === 0) return;
  await within.execute(sql`insert into directory.memberships (user_id, group_id, realm)
    select w."userId", g.id, ${realm} from ${recordset(groups, sql`"userId" int, id int`)} w
    join directory.groups g on g.id = w.id and g.status <> 'deleted'
    join directory.associations a on a.organization_id = g.organization_id and a.user_id = w."userId"
    on conflict do nothing`);
}
