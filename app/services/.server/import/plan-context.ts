import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import type { PersonType } from "~/services/.server/directory/rules";

/** What a roster is compared with: the schools and groups of an organisation and of all below it, and the names of their people. */

export type School = { id: number; uid: string; name: string; code: string | null; above: number[] };
export type SchoolGroup = { id: number; uid: string; name: string; type: string; organizationId: number };

export type PlanContext = {
  access: Access;
  organizationId: number;
  rootId: number;
  schools: School[];
  groups: SchoolGroup[];
  groupOf(organizationId: number, name: string): SchoolGroup | undefined;
  groupByUid: Map<string, SchoolGroup>;
  /** Ids of people by type and name, and by type and e-mail address. */
  likely(type: PersonType, name: string, email: string | null): number[];
};

/** A text for comparing, whatever its case and spaces. */
export function folded(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** Anna Berg and Berg, Anna are one name. */
function nameKey(type: string, name: string): string {
  return `${type} ${folded(name)
    .split(/[\s,]+/)
    .sort()
    .join(" ")}`;
}

export async function readPlanContext(
  database: Database,
  access: Access,
  organizationId: number,
): Promise<PlanContext> {
  const below = sql`select c.descendant_id from directory.organization_closure c where c.ancestor_id = ${organizationId}`;
  const rows = async <Row extends Record<string, unknown>>(query: SQL) => (await database.execute<Row>(query)).rows;
  const schools = await rows<School>(sql`
    select o.id, o.uid, o.name, o.school_unit_code as code,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.organizations o where o.id in (${below}) and o.status <> 'deleted' order by o.id`);
  const groups = await rows<SchoolGroup>(sql`
    select g.id, g.uid, g.name, g.type, g.organization_id as "organizationId" from directory.groups g
    where g.organization_id in (${below}) and g.status <> 'deleted'`);
  const people = await rows<{ id: number; type: PersonType; name: string; email: string | null }>(sql`
    select distinct u.id, u.type, u.name, u.email from directory.associations a
    join directory.users u on u.id = a.user_id and u.status <> 'deleted'
    where a.organization_id in (${below})`);
  const [root] = await rows<{ id: number }>(sql`select directory.root_of(${organizationId}) as id`);
  const byKey = new Map<string, number[]>();
  const add = (key: string, id: number) => byKey.set(key, [...(byKey.get(key) ?? []), id]);
  for (const { id, type, name, email } of people) {
    add(nameKey(type, name), id);
    if (email) add(`${type} @${email.toLowerCase()}`, id);
  }
  const byName = new Map(groups.map((group) => [`${group.organizationId} ${folded(group.name)}`, group]));
  return {
    access,
    organizationId,
    rootId: root?.id ?? organizationId,
    schools,
    groups,
    groupOf: (id, name) => byName.get(`${id} ${folded(name)}`),
    groupByUid: new Map(groups.map((group) => [group.uid, group])),
    likely(type, name, email) {
      const found = [
        ...(byKey.get(nameKey(type, name)) ?? []),
        ...(email ? (byKey.get(`${type} @${email.toLowerCase()}`) ?? []) : []),
      ];
      return [...new Set(found)];
    },
  };
}
