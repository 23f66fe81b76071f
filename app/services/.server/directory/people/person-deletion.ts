import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import {
  type Access,
  isPermittedAt,
  isPermittedEverywhere,
  type PersonPosition,
  permissionContextOf,
} from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { explainRefusal } from "~/services/.server/directory/database-conflicts";
import { isRestorableBy, restorableUntil } from "~/services/.server/directory/deletion-times";
import { forbiddenAttributes, refusalReason } from "~/services/.server/directory/forbidden-attributes";
import { attributeLevel } from "~/services/.server/directory/permissions";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict } from "~/services/contracts/service-error";
import { endMemberships, findEndedPlaces, restoreMemberships } from "./ended-memberships";
import { findPeople, type Person } from "./people-store";
import { isUsernameTaken, restoredColumns } from "./restorable";

/** Deletes and restores people. docs/product/choices.md#who-and-where: deletion. */

/**
 * Deletes a person with the caller's permissions: softly where the caller may delete them at all of their organisations; else ends their
 * memberships where the caller may, and the account stays with the others. docs/decisions/0063-people-of-two-organisations.md.
 *
 * Soft delete: the person is no longer listed or readable, and their username and identifiers can be reused. The purge removes the row on
 * day 29.
 * @returns `deleted` or `left`; null if there was nothing to delete
 */
export async function deletePerson(
  database: Database | Transaction,
  access: Access,
  { id, uid }: { id: number; uid: string },
): Promise<"deleted" | "left" | null> {
  return inTransaction(database, async (transaction) => {
    const person = await lockPerson(transaction, access, id);
    if (!person || person.status === "deleted") return null;
    if (!isPermittedEverywhere(access, person, "DeleteUser")) {
      const isLeft = isPermittedAt(access, person.type, "DeleteUser");
      if (!person.places.some(isLeft)) return null;
      await endMemberships(transaction, access, person, isLeft);
      return "left";
    }
    await transaction.execute(sql`
      update directory.users set status_before = status, status = 'deleted', deleted_at = now(), updated_at = now(),
        version = version + 1
      where id = ${id}`);
    await writeAudit(transaction, access, [{ action: "user.deleted", subjectType: "user", subjectUid: uid }]);
    return "deleted";
  });
}

/** The person as stored, locked until the end of the transaction: two callers who delete them at once must not both leave a membership. */
async function lockPerson(transaction: Transaction, access: Access, id: number): Promise<Person | null> {
  await transaction.execute(sql`select 1 from directory.users where id = ${id} for update`);
  const [person] = await findPeople(transaction, [id], access.userId);
  return person ?? null;
}

/**
 * Restores a deleted person with all their data, and ended memberships where the caller may. Of a deleted account, memberships elsewhere
 * stay ended until somebody there restores them. Returns false if there is nothing that the caller can restore.
 * @param username a new username; null for the old one
 * @throws ServiceError 409 on username if it is taken, or if none of the person's organisations is left; 403 for a new username that is
 * not needed, without the permission at all of their organisations
 */
export async function restorePerson(
  database: Database | Transaction,
  access: Access,
  { id, uid }: { id: number; uid: string },
  username: string | null,
): Promise<boolean> {
  try {
    return await inTransaction(database, async (transaction) => {
      const person = await lockPerson(transaction, access, id);
      if (!person) return false;
      const mayRestoreAt = isPermittedAt(access, person.type, "RestoreUser");
      const ended = (await findEndedPlaces(transaction, access, id)).filter(mayRestoreAt);
      // Somebody who was deleted with an organisation is restored with it.
      if (person.places.length + ended.length === 0) throw conflict(formMessages.conflict);
      if (person.status !== "deleted") {
        await restoreMemberships(transaction, access, person, ended);
        return ended.length > 0;
      }
      const { rows } = await transaction.execute<{ isTaken: boolean }>(sql`
        select ${isUsernameTaken} as "isTaken" from directory.users u
        where u.id = ${id} and u.status = 'deleted' and ${isRestorableBy(access, sql`u.deleted_at`)}`);
      if (!rows[0]) return false;
      requireUsername(access, { ...person, places: [...person.places, ...ended] }, username, rows[0].isTaken);
      await transaction.execute(sql`
        update directory.users u set ${restoredColumns} ${username === null ? sql`` : sql`, username = ${username}`}
        where u.id = ${id}`);
      const details = username === null ? {} : { attributes: ["username"] };
      await writeAudit(transaction, access, [
        { action: "user.restored", subjectType: "user", subjectUid: uid, details },
      ]);
      await restoreMemberships(transaction, access, person, ended);
      await endOtherMemberships(transaction, access, id, person.deletedAt);
      return true;
    });
  } catch (error) {
    throw explainRefusal(error);
  }
}

/** Refuses a restored person's username: the old one that is taken, or a new one that only callers over all organisations may choose. */
function requireUsername(access: Access, person: PersonPosition, username: string | null, isTaken: boolean): void {
  if (username === null && isTaken) {
    throw conflict(formMessages.usernameExists, [{ attribute: "username", reason: formMessages.usernameExists }]);
  }
  const level = attributeLevel(permissionContextOf(access, person), "username");
  if (username !== null && !isTaken && level.needsEveryOrganization) {
    throw forbiddenAttributes([{ attribute: "username", reason: refusalReason(level) }]);
  }
}

/**
 * After a deleted person has been restored: ends, as of their deletion, the memberships that the caller may not restore.
 * @param deletedAt when the person was deleted, ISO 8601
 */
export async function endOtherMemberships(
  transaction: Transaction,
  access: Access,
  id: number,
  deletedAt: string | null,
): Promise<void> {
  const person = await lockPerson(transaction, access, id);
  if (!person) return;
  const mayRestoreAt = isPermittedAt(access, person.type, "RestoreUser");
  await endMemberships(transaction, access, person, (place) => !mayRestoreAt(place), deletedAt);
}

export type Deletion = { deletedAt: string; restorableUntil: string; isUsernameTaken: boolean };

/**
 * When a person was deleted, or their memberships at the caller's organisations ended; until when the caller may restore that, and whether
 * the person needs a new username. null if not restorable.
 */
export async function findDeletion(
  database: Database,
  access: Access,
  person: Pick<Person, "id" | "type" | "places">,
): Promise<Deletion | null> {
  const mayRestoreAt = isPermittedAt(access, person.type, "RestoreUser");
  const ended = (await findEndedPlaces(database, access, person.id)).filter(mayRestoreAt);
  // Where only an ended membership gives the permission, that one is restored, within its own time.
  const deletedAt = person.places.some(mayRestoreAt) ? sql`u.deleted_at` : sql`null::timestamptz`;
  const { rows } = await database.execute<Deletion>(sql`
    select to_json(since.at) #>> '{}' as "deletedAt", u.status = 'deleted' and ${isUsernameTaken} as "isUsernameTaken",
      to_json(${restorableUntil(access, sql`since.at`)}) #>> '{}' as "restorableUntil"
    from directory.users u, lateral (select coalesce(${deletedAt}, (select max(e.ended_at) from directory.ended_associations e
      where e.user_id = u.id and e.organization_id = any (${sql.param(ended.map(({ id }) => id))}::int[]))) as at) since
    where u.id = ${person.id} and ${isRestorableBy(access, sql`since.at`)}`);
  return rows[0] ?? null;
}
