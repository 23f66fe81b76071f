import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { createGroup } from "~/services/.server/directory/groups/groups-store";
import { foldedName, type ImportScope } from "./import-scope";
import { noteMadeGroup } from "./made-groups";
import type { GroupPlan } from "./plan-places";

/** Returns the id of a row's group; missing groups are created on first use. */
export type GroupIds = (group: GroupPlan) => Promise<number>;

export function createGroupIds(database: Database, access: Access, scope: ImportScope, importId: string): GroupIds {
  const made = new Map<string, Promise<number>>();
  return ({ organizationId, name, id }) => {
    if (id !== null) return Promise.resolve(id);
    const key = `${organizationId} ${foldedName(name)}`;
    const known = made.get(key) ?? make(organizationId, name);
    made.set(key, known);
    return known;
  };

  async function make(organizationId: number, name: string): Promise<number> {
    const { rows } = await database.execute<{ id: number }>(sql`select id from directory.groups
      where organization_id = ${organizationId} and lower(name) = lower(${name}) and status <> 'deleted' limit 1`);
    if (rows[0]) return rows[0].id;
    const organization = scope.organizations.get(organizationId) ?? scope.home;
    return inTransaction(database, async (within) => {
      const { id } = await createGroup(within, access, organization, { name, type: "class" });
      await noteMadeGroup(within, importId, id);
      return id;
    });
  }
}
