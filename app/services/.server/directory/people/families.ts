import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { violatedUnique } from "~/services/.server/directory/database-conflicts";
import { deletedBeforePurge } from "~/services/.server/directory/deletion-times";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { findConsumerUnit } from "~/services/.server/directory/organizations/consumer-units";
import { isPeriodRunningSql } from "~/services/.server/directory/subscriptions/periods";
import { associations, users } from "~/services/.server/directory/tables";
import { readUsername } from "~/services/contracts/typed-text";
import { hasEmail, isConfirmedEmail, lockEmail } from "./confirmed-emails";

/**
 * Families with their own subscription: guardians whose only active association is their country's consumer unit.
 * docs/product/shell.md#users.
 */

type FamilyPeriod = {
  legacyId: number;
  type: string;
  startsOn: string;
  endsOn: string | null;
  isRunning: boolean;
  isTrial: boolean;
};

export type Family = {
  id: number;
  uid: string;
  realm: Realm;
  username: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  status: "active" | "inactive" | "deleted";
  /** The running period, else the last one; null if there was none. */
  period: FamilyPeriod | null;
};

/** unpaid: no period yet; running: a period runs today; lapsed: all periods have ended. */
type FamilyState = "unpaid" | "running" | "lapsed";

export function familyState({ period }: Pick<Family, "period">): FamilyState {
  if (!period) return "unpaid";
  return period.isRunning ? "running" : "lapsed";
}

/** SQL condition on `u`: a guardian whose only active association is the country's consumer unit. */
export const isFamilySql = sql`(u.type = 'guardian'
  and exists (select 1 from directory.associations a
    join directory.consumer_units c on c.organization_id = a.organization_id
    where a.user_id = u.id and a.active and a.role = 'guardian')
  and not exists (select 1 from directory.associations a
    left join directory.consumer_units c on c.organization_id = a.organization_id
    where a.user_id = u.id and a.active and c.realm is null))`;

/** By uid or case-insensitive username; null if the person is not a family. Includes deleted families, with their status. */
export async function findFamily(
  within: Database | Transaction,
  realm: Realm,
  by: { uid: string } | { username: string },
): Promise<Family | null> {
  const isWanted = "uid" in by ? sql`u.uid = ${by.uid}` : sql`lower(u.username) = lower(${readUsername(by.username)})`;
  const { rows } = await within.execute<Family>(sql`
    select u.id, u.uid, u.realm, u.username, u.name, u.email, u.email_verified as "emailVerified", u.status, (
      select json_build_object('legacyId', p.legacy_id, 'type', p.type, 'startsOn', p.starts_on, 'endsOn', p.ends_on,
        'isRunning', ${isPeriodRunningSql}, 'isTrial', p.trial)
      from directory.subscription_periods p where p.user_id = u.id
      order by ${isPeriodRunningSql} desc,
        p.ends_on desc nulls first, p.legacy_id desc limit 1) as period
    from directory.users u
    where u.realm = ${realm} and ${isWanted} and ${isFamilySql}`);
  return rows[0] ?? null;
}

/** Whether a person is a family without a running subscription and therefore may not read. docs/product/choices.md#who-and-where. */
export async function isUnpaidFamily(
  within: Database | Transaction,
  { realm, uid, roles, subscriptions }: Pick<IdentifiedPerson, "realm" | "uid" | "roles" | "subscriptions">,
): Promise<boolean> {
  if (subscriptions.length > 0 || roles.length !== 1 || roles[0] !== "guardian") return false;
  const family = await findFamily(within, realm, { uid });
  return family !== null && familyState(family) !== "running";
}

type NewFamily = {
  /** Also the username. */
  email: string;
  firstName: string;
  lastName: string;
  /** Sets the password in the transaction that creates the account. */
  setPassword(transaction: Transaction, uid: string): Promise<void>;
  /** Writes additional data in the same transaction. */
  note(transaction: Transaction, uid: string): Promise<void>;
};

/** Creates a family account without a period. null if the username is taken, or the address confirmed by somebody active. */
export async function createFamily(
  database: Database,
  from: { realm: Realm; requestId: string; ipAddress: string | null },
  { email, firstName, lastName, setPassword, note }: NewFamily,
): Promise<{ uid: string } | null> {
  const { realm } = from;
  try {
    return await inTransaction(database, async (transaction) => {
      await lockEmail(transaction, realm, email);
      if (await isConfirmedEmail(transaction, realm, email)) return null;
      const organizationId = await findConsumerUnit(transaction, realm);
      const [made] = await transaction
        .insert(users)
        .values({
          realm,
          type: "guardian",
          username: email,
          name: `${firstName} ${lastName}`,
          firstName,
          lastName,
          email,
        })
        .returning({ id: users.id, uid: users.uid });
      if (!made) throw new Error("the new person was not returned");
      await setPassword(transaction, made.uid);
      await transaction.insert(associations).values({ userId: made.id, organizationId, realm, role: "guardian" });
      await note(transaction, made.uid);
      const subject = { subjectType: "user", subjectUid: made.uid } as const;
      // The first password is part of it, and no reset.
      await writeAudit(transaction, { ...from, uid: made.uid, actorUid: null }, [
        { action: "user.created", ...subject, details: { type: "guardian" } },
      ]);
      return { uid: made.uid };
    });
  } catch (error) {
    if (violatedUnique(error) === "users_username") return null;
    throw error;
  }
}

/** Families that have an address, as username or e-mail address, which they have not confirmed, and never had a period. */
export async function findUnconfirmedFamilies(
  database: Database,
  realm: Realm,
  email: string,
): Promise<Array<{ uid: string }>> {
  const { rows } = await database.execute<{ uid: string }>(sql`
    select u.uid from directory.users u
    where u.realm = ${realm} and ${hasEmail(email)} and lower(u.username) = lower(${email}) and not u.email_verified
      and ${isFamilySql} and not exists (select 1 from directory.subscription_periods p where p.user_id = u.id)`);
  return rows;
}

/**
 * Deletes those of the accounts that never had a period. Their deletion date is set so that the purge removes them next: they cannot be
 * restored, and their addresses are available again at once.
 */
export async function endUnpaidFamilies(database: Database, realm: Realm, uids: string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ uid: string }>(sql`
      update directory.users u set status_before = status, status = 'deleted',
        deleted_at = ${deletedBeforePurge}, updated_at = now(), version = version + 1
      where u.realm = ${realm} and u.uid = any(${sql.param(uids)}::uuid[]) and u.status <> 'deleted'
        and not exists (select 1 from directory.subscription_periods p where p.user_id = u.id)
      returning u.uid`);
    await writeAudit(
      transaction,
      { realm, uid: null, actorUid: null, requestId: "unpaid accounts", ipAddress: null },
      rows.map(({ uid }) => ({ action: "user.deleted", subjectType: "user", subjectUid: uid })),
    );
    return rows.map(({ uid }) => uid);
  });
}
