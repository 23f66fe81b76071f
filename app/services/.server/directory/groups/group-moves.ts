import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { memberships } from "~/services/.server/directory/tables";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";

/** Changes of group memberships. */

/**
 * Removes a person from some groups and adds them to others. Memberships that already exist, or are already absent, are not logged. Throws
 * 400 for a group that was deleted, or whose school the person has left.
 */
export async function moveBetweenGroups(
  database: Database | Transaction,
  access: Access,
  person: { id: number; uid: string },
  move: { join: number[]; leave: number[] },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const left = await leaveGroups(transaction, person.id, move.leave);
    const joined = await joinGroups(transaction, access.realm, person.id, move.join);
    // One log line per school, so that its groups are visible only to people who may see that school.
    for (const { organizationUid, before, after } of await namesBySchool(transaction, left, joined)) {
      await writeAudit(transaction, access, [
        {
          action: "user.groups_changed",
          subjectType: "user",
          subjectUid: person.uid,
          organizationUid,
          details: { joined: after.length, left: before.length },
          changes: [{ attribute: "groups", before: before.join(", ") || null, after: after.join(", ") || null }],
        },
      ]);
    }
  });
}

type SchoolMove = { organizationUid: string; before: string[]; after: string[] };

async function namesBySchool(transaction: Transaction, left: number[], joined: number[]): Promise<SchoolMove[]> {
  if (left.length + joined.length === 0) return [];
  const names = (ids: number[]) =>
    sql`coalesce(array_agg(g.name order by g.name) filter (where g.id = any(${sql.param(ids)}::int[])), '{}')`;
  const { rows } = await transaction.execute<SchoolMove>(sql`
    select o.uid as "organizationUid", ${names(left)} as before, ${names(joined)} as after
    from directory.groups g join directory.organizations o on o.id = g.organization_id
    where g.id = any(${sql.param([...left, ...joined])}::int[]) group by o.uid order by o.uid`);
  return rows;
}

/** Returns the ids of the groups that were left. */
async function leaveGroups(transaction: Transaction, userId: number, leave: number[]): Promise<number[]> {
  if (leave.length === 0) return [];
  const { rows } = await transaction.execute<{ id: number }>(
    sql`delete from directory.memberships where user_id = ${userId} and group_id in ${leave} returning group_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of the groups that were joined. */
async function joinGroups(transaction: Transaction, realm: Realm, userId: number, join: number[]): Promise<number[]> {
  if (join.length === 0) return [];
  // Row locks until the end of the transaction, so that nobody leaves the school and no group is deleted between check and insert.
  const { rows } = await transaction.execute<{ id: number }>(sql`
    select g.id from directory.groups g
    join directory.associations a on a.organization_id = g.organization_id and a.user_id = ${userId}
    where g.id in ${join} and g.status <> 'deleted' for share of g, a`);
  if (rows.length < new Set(join).size) {
    throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
  }
  const inserted = await transaction
    .insert(memberships)
    .values(rows.map(({ id }) => ({ userId, groupId: id, realm })))
    .onConflictDoNothing()
    .returning({ id: memberships.groupId });
  return inserted.map(({ id }) => id);
}
