import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { administratorRestoreDays, purgeAfterDays } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict } from "~/services/contracts/service-error";
import { isRestorableBy } from "./restorable";

/** Deletes and restores people. docs/product/choices.md#who-and-where: deletion. */

/**
 * Soft delete: the person is no longer listed or readable, and their username and identifiers can be reused. The purge removes the row on
 * day 29. Returns false if already deleted.
 */
export async function deletePerson(
  database: Database | Transaction,
  access: Access,
  person: { id: number; uid: string },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { rowCount } = await transaction.execute(sql`
      update directory.users set status_before = status, status = 'deleted', deleted_at = now(), updated_at = now(),
        version = version + 1
      where id = ${person.id} and status <> 'deleted'`);
    if (!rowCount) return false;
    await writeAudit(transaction, access, [{ action: "user.deleted", subjectType: "user", subjectUid: person.uid }]);
    return true;
  });
}

/** Identifiers, other than the username, that are unique among people who are not deleted. */
const identifierColumns = ["bankid", "sms", "eppn", "gsuite_id", "gsuite_email", "office365"] as const;

const isAnothers = (column: string) => sql`exists (select 1 from directory.users other
  where other.realm = u.realm and other.status <> 'deleted' and other.id <> u.id
    and lower(other.${sql.raw(column)}) = lower(u.${sql.raw(column)}))`;

/** Whether another person has taken the username of `directory.users u`. */
export const isUsernameTaken: SQL = isAnothers("username");

/** Assignments that restore `directory.users u`, without identifiers that another person has taken. */
export const restoredColumns: SQL = sql.join(
  [
    sql`status = coalesce(u.status_before, 'active'), status_before = null, deleted_at = null, deleted_with = null,
      updated_at = now(), version = u.version + 1`,
    ...identifierColumns.map(
      (column) => sql`${sql.raw(column)} = case when ${isAnothers(column)} then null else u.${sql.raw(column)} end`,
    ),
  ],
  sql`, `,
);

/**
 * Restores a deleted person with all their data. Returns false if the person is not deleted or can no longer be restored.
 * @param username a new username; null for the old one
 * @throws ServiceError 409 on username if it is taken
 */
export async function restorePerson(
  database: Database | Transaction,
  access: Access,
  person: { id: number; uid: string },
  username: string | null,
): Promise<boolean> {
  try {
    return await inTransaction(database, async (transaction) => {
      const { rows } = await transaction.execute<{ isTaken: boolean }>(sql`
        select ${username === null ? isUsernameTaken : sql`false`} as "isTaken" from directory.users u
        where u.id = ${person.id} and u.status = 'deleted' and ${isRestorableBy(access)} for update of u`);
      if (!rows[0]) return false;
      if (rows[0].isTaken) {
        throw conflict(formMessages.usernameExists, [{ attribute: "username", reason: formMessages.usernameExists }]);
      }
      await transaction.execute(sql`
        update directory.users u set ${restoredColumns} ${username === null ? sql`` : sql`, username = ${username}`}
        where u.id = ${person.id}`);
      const details = username === null ? {} : { attributes: ["username"] };
      await writeAudit(transaction, access, [
        { action: "user.restored", subjectType: "user", subjectUid: person.uid, details },
      ]);
      return true;
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

export type Deletion = { deletedAt: string; restorableUntil: string; isUsernameTaken: boolean };

/** When a person was deleted, until when the caller may restore them, and whether they need a new username; null if not restorable. */
export async function findDeletion(
  database: Database,
  access: Access,
  person: { id: number },
): Promise<Deletion | null> {
  const days = access.isSuper ? purgeAfterDays : administratorRestoreDays;
  const { rows } = await database.execute<Deletion>(sql`
    select to_json(u.deleted_at) #>> '{}' as "deletedAt", ${isUsernameTaken} as "isUsernameTaken",
      to_json(u.deleted_at + make_interval(days => ${days})) #>> '{}' as "restorableUntil"
    from directory.users u where u.id = ${person.id} and u.status = 'deleted' and ${isRestorableBy(access)}`);
  return rows[0] ?? null;
}
