import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { formMessages } from "~/services/contracts/form-messages";
import { groupCodeDays } from "~/services/contracts/group-codes";
import { conflict, notFound } from "~/services/contracts/service-error";

/** Codes for pupils to join a group of their school. docs/product/choices.md#group-codes. */

/** Without letters and digits that are easily confused. */
const codeLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** 8 of 32 characters, 40 bits; a constraint makes codes unique in the realm. */
export function makeGroupCode(): string {
  return Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join("");
}

/** SQL for the expiry of a code created or renewed now. */
export const codeExpiry = sql`now() + make_interval(days => ${groupCodeDays})`;

type Target = { id: number; uid: string; organization: { uid: string } };

/**
 * Extends the code's validity without changing the code.
 * @throws ServiceError 404 if the group is deleted, 409 if it has no code
 */
export async function renewGroupCode(database: Database, access: Access, group: Target): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ hasCode: boolean }>(sql`
      update directory.groups set version = version + 1, updated_at = now(),
        code_expires_at = case when code is null then null else ${codeExpiry} end
      where id = ${group.id} and status <> 'deleted' returning code is not null as "hasCode"`);
    if (!rows[0]) throw notFound();
    if (!rows[0].hasCode) throw conflict(formMessages.conflict, [{ attribute: "code", reason: formMessages.conflict }]);
    const details = { attributes: ["code"] };
    const place = { subjectUid: group.uid, organizationUid: group.organization.uid };
    await writeAudit(transaction, access, [{ action: "group.changed", subjectType: "group", ...place, details }]);
  });
}

type JoinedGroup = { uid: string; name: string; organization: { uid: string; name: string } };

/**
 * Adds a pupil to the group with this code; no effect if already a member. Returns null if the code is unknown, expired, or of a school
 * that the pupil does not belong to: the response does not reveal whether the code exists.
 */
export async function joinGroupByCode(
  database: Database,
  access: Access,
  pupil: { id: number; uid: string },
  code: string,
): Promise<JoinedGroup | null> {
  return inTransaction(database, async (transaction) => {
    // Row locks until the end of the transaction, so that the pupil cannot leave the school and the group cannot be deleted between check
    // and insert.
    const { rows } = await transaction.execute<JoinedGroup & { id: number }>(sql`
      select g.id, g.uid, g.name, json_build_object('uid', o.uid, 'name', o.name) as organization
      from directory.groups g
      join directory.organizations o on o.id = g.organization_id and o.status = 'active'
      join directory.associations a on a.organization_id = o.id and a.user_id = ${pupil.id} and a.role = 'student' and a.active
      where g.realm = ${access.realm} and g.code = ${code} and g.code_expires_at > now() and g.status = 'active'
      for share of g, a`);
    const [row] = rows;
    if (!row) return null;
    const { id, ...group } = row;
    const { rowCount: joined } = await transaction.execute(sql`
      insert into directory.memberships (user_id, group_id, realm, joined_by_code_at)
      values (${pupil.id}, ${id}, ${access.realm}, now()) on conflict do nothing`);
    if (joined) {
      await writeAudit(transaction, access, [
        {
          action: "user.joined_by_code",
          subjectType: "user",
          subjectUid: pupil.uid,
          organizationUid: group.organization.uid,
          details: { group: group.uid },
        },
      ]);
    }
    return group;
  });
}

/** Members who joined by the code, latest first: ids and ISO 8601 times. */
export async function findJoinedByCode(
  database: Database,
  group: { id: number },
  atMost: number,
): Promise<Array<{ id: number; joinedAt: string }>> {
  const { rows } = await database.execute<{ id: number; joinedAt: string }>(sql`
    select m.user_id as id, to_json(m.joined_by_code_at) #>> '{}' as "joinedAt" from directory.memberships m
    join directory.users u on u.id = m.user_id and u.status <> 'deleted'
    where m.group_id = ${group.id} and m.joined_by_code_at is not null
    order by m.joined_by_code_at desc, m.user_id limit ${atMost}`);
  return rows;
}
