import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { violatedUnique } from "~/services/.server/directory/database-conflicts";
import { isRestorableBy } from "~/services/.server/directory/deletion-times";
import { isConfirmedEmail, lockEmail } from "./confirmed-emails";
import { isFamilySql } from "./families";
import { isUsernameTaken, restoredColumns } from "./restorable";

/** A family deletes its own account and restores it. docs/decisions/0089-deleted-families.md. */

type By = { realm: Realm; uid: string; actorUid: null; requestId: string; ipAddress: string | null };

/** Deletes the account softly, as staff delete people; its address is free at once. @returns false if it is deleted already */
export async function deleteOwnFamily(transaction: Transaction, by: By): Promise<boolean> {
  const { rows } = await transaction.execute(sql`
    update directory.users u set status_before = status, status = 'deleted', deleted_at = now(), updated_at = now(),
      version = version + 1
    where u.realm = ${by.realm} and u.uid = ${by.uid} and u.status = 'active' and ${isFamilySql} returning u.uid`);
  if (rows.length === 0) return false;
  await writeAudit(transaction, by, [{ action: "user.deleted", subjectType: "user", subjectUid: by.uid }]);
  return true;
}

export type DeletedFamily = { username: string; isUsernameTaken: boolean };

/** A deleted family that it can still restore itself; null otherwise. */
export async function findDeletedFamily(
  within: Database | Transaction,
  realm: Realm,
  uid: string,
): Promise<DeletedFamily | null> {
  const { rows } = await within.execute<DeletedFamily>(sql`
    select u.username, ${isUsernameTaken} as "isUsernameTaken" from directory.users u
    where u.realm = ${realm} and u.uid = ${uid} and u.status = 'deleted' and ${isFamilySql}
      and ${isRestorableBy({ isSuper: false }, sql`u.deleted_at`)}`);
  return rows[0] ?? null;
}

/**
 * Restores the account with its children. Another address is unconfirmed, so that only the password opens the account.
 * @param address replaces the one that the family logged in with; null if that is free
 * @returns `taken` if the address is another person's; `gone` if the account cannot be restored
 */
export async function restoreOwnFamily(
  transaction: Transaction,
  by: By,
  address: string | null,
): Promise<"restored" | "taken" | "gone"> {
  const { realm, uid } = by;
  if (address !== null) await lockEmail(transaction, realm, address);
  const family = await findDeletedFamily(transaction, realm, uid);
  if (!family) return "gone";
  if (family.isUsernameTaken && address === null) return "taken";
  const changed = family.isUsernameTaken ? address : null;
  if (changed !== null && (await isConfirmedEmail(transaction, realm, changed, uid))) return "taken";
  // An address beside the one to log in with stays.
  const columns =
    changed === null
      ? sql``
      : sql`, username = ${changed}, email = case when lower(u.email) = lower(u.username) then ${changed} else u.email end`;
  try {
    await transaction.transaction((nested) =>
      nested.execute(sql`update directory.users u set ${restoredColumns} ${columns}
        where u.realm = ${realm} and u.uid = ${uid}`),
    );
  } catch (error) {
    if (violatedUnique(error) === "users_username") return "taken";
    throw error;
  }
  const details = changed === null ? {} : { attributes: ["username", "email"] };
  await writeAudit(transaction, by, [{ action: "user.restored", subjectType: "user", subjectUid: uid, details }]);
  return "restored";
}
