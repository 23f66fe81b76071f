import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { bcp47, type Realm, realmRow } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { deleteGroup } from "~/services/.server/directory/groups/group-deletion";
import type { UndoneGroups } from "~/services/contracts/import-entity";
import type { ImportDeps } from "./import-deps";

/** Classes that an import has created: its undo removes those that are empty again. docs/decisions/0045-imports-of-people.md. */

/** Collation of class names: 2A sorts before 10A. */
export function groupAlphabet(realm: Realm): Intl.Collator {
  return new Intl.Collator(bcp47(realmRow(realm).locale), { numeric: true });
}

/** Records a created class, in the transaction that creates it. */
export async function noteMadeGroup(within: Transaction, importId: string, groupId: number): Promise<void> {
  await within.execute(sql`
    insert into imports.made_groups (import_id, group_id, version)
    select ${importId}, g.id, g.version from directory.groups g where g.id = ${groupId}`);
}

/** Number of created classes that still exist. */
export async function countMadeGroups(within: Database | Transaction, importId: string): Promise<number> {
  const { rows } = await within.execute<{ count: number }>(sql`
    select count(*)::int as count from imports.made_groups m join directory.groups g on g.id = m.group_id
    where m.import_id = ${importId} and g.status <> 'deleted'`);
  return rows[0]?.count ?? 0;
}

type MadeGroup = {
  id: number;
  uid: string;
  name: string;
  organization: { uid: string };
  isThere: boolean;
  isEdited: boolean;
};

/**
 * Deletes the groups that are empty and unchanged, and reports on all of them. Concurrent joins wait for the row locks. A group that cannot
 * be deleted does not stop the others.
 */
export async function removeMadeGroups(
  { report }: Pick<ImportDeps, "report">,
  database: Database,
  access: Access,
  importId: string,
): Promise<UndoneGroups> {
  return inTransaction(database, async (within) => {
    const { rows: made } = await within.execute<MadeGroup>(sql`
      select g.id, g.uid, g.name, json_build_object('uid', o.uid) as organization, g.status <> 'deleted' as "isThere",
        g.version <> m.version as "isEdited"
      from imports.made_groups m join directory.groups g on g.id = m.group_id
        join directory.organizations o on o.id = g.organization_id
      where m.import_id = ${importId} order by g.id for update of g`);
    const { rows: full } = await within.execute<{ id: number }>(sql`
      select m.group_id as id from directory.memberships m join directory.users u on u.id = m.user_id and u.status <> 'deleted'
        where m.group_id = any (${sql.param(made.map(({ id }) => id))}::int[])
      union select g.parent_group_id from directory.groups g
        where g.parent_group_id = any (${sql.param(made.map(({ id }) => id))}::int[]) and g.status <> 'deleted'`);
    const filled = new Set(full.map(({ id }) => id));
    const undone: UndoneGroups = { removed: [], kept: [] };
    const { compare } = groupAlphabet(access.realm);
    for (const group of made.sort((a, b) => compare(a.name, b.name))) {
      const { id, name } = group;
      if (group.isThere && filled.has(id)) undone.kept.push({ name, reason: "people" });
      else if (group.isThere && group.isEdited) undone.kept.push({ name, reason: "edited" });
      else {
        try {
          if (group.isThere) await inTransaction(within, (savepoint) => deleteGroup(savepoint, access, group));
          undone.removed.push(name);
        } catch (error) {
          report(error);
          undone.kept.push({ name, reason: "failed" });
        }
      }
    }
    return undone;
  });
}
