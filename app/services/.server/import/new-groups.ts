import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { createGroup } from "~/services/.server/directory/groups/groups-store";
import { type ImportScope, spacelessName } from "./import-scope";
import { noteMadeGroup } from "./made-groups";
import type { GroupPlan } from "./plan-groups";

/** Returns the id of a row's group; missing groups are created on first use. */
export type GroupIds = (group: GroupPlan) => Promise<number>;

export function createGroupIds(database: Database, access: Access, scope: ImportScope, importId: string): GroupIds {
  const made = new Map<string, Promise<number>>();
  return ({ organizationId, name, id }) => {
    if (id !== null) return Promise.resolve(id);
    const key = `${organizationId} ${spacelessName(name)}`;
    const known = made.get(key) ?? make(organizationId, name);
    made.set(key, known);
    return known;
  };

  async function make(organizationId: number, name: string): Promise<number> {
    // A group that an earlier batch of this import has made may be spelled with other spaces.
    const { rows } = await database.execute<{ id: number }>(sql`select g.id from directory.groups g
      where g.organization_id = ${organizationId} and g.status <> 'deleted' and (lower(g.name) = lower(${name})
        or (lower(regexp_replace(g.name, '\\s', '', 'g')) = ${spacelessName(name)}
          and exists (select 1 from imports.made_groups m where m.import_id = ${importId} and m.group_id = g.id)))
      order by lower(g.name) = lower(${name}) desc limit 1`);
    if (rows[0]) return rows[0].id;
    const organization = scope.organizations.get(organizationId) ?? scope.home;
    return inTransaction(database, async (within) => {
      const { id } = await createGroup(within, access, organization, { name, type: "class" });
      await noteMadeGroup(within, importId, id);
      return id;
    });
  }
}
