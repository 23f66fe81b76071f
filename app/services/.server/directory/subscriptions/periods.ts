import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { subscriptionPeriods } from "~/services/.server/directory/tables";
import { notFound } from "~/services/contracts/service-error";

/** Subscription periods: what a person or an organisation may read, and until when. Days are ISO 8601, the last one included. */

/** Whose period it is: the row's id, and the uid that the audit names. */
export type PeriodOwner = { kind: "user" | "organization"; id: number; uid: string };

export type PeriodWrite = {
  /** The period to rewrite; a new one when absent. */
  legacyId?: number | undefined;
  type: string;
  startsOn: string;
  /** null: without end. */
  endsOn: string | null;
};

/** Who writes it; uid null where nobody does, but a payment. */
export type PeriodWriter = {
  realm: Realm;
  uid: string | null;
  actorUid: string | null;
  requestId: string;
  ipAddress: string | null;
};

/**
 * The one way by which periods are written, by super users and by payment: makes one or rewrites it, with its line in the audit.
 * docs/product/choices.md#who-and-where.
 * @returns its legacyId
 * @throws ServiceError 404 for a period that is not the owner's; database errors for an unknown type, for an end before its start, and
 *   for a family's second period (`subscription_periods_one_a_family`)
 */
export async function writePeriod(
  within: Transaction,
  by: PeriodWriter,
  owner: PeriodOwner,
  { legacyId, type, startsOn, endsOn }: PeriodWrite,
): Promise<number> {
  const ownerColumns =
    owner.kind === "user" ? { userId: owner.id, organizationId: null } : { userId: null, organizationId: owner.id };
  const values = { type, startsOn, endsOn, updatedAt: sql`now()` };
  const isOwners = eq(
    owner.kind === "user" ? subscriptionPeriods.userId : subscriptionPeriods.organizationId,
    owner.id,
  );
  const [written] =
    legacyId === undefined
      ? await within
          .insert(subscriptionPeriods)
          .values({ realm: by.realm, ...ownerColumns, ...values })
          .returning({ legacyId: subscriptionPeriods.legacyId })
      : await within
          .update(subscriptionPeriods)
          .set(values)
          .where(sql`${eq(subscriptionPeriods.legacyId, legacyId)} and ${isOwners}`)
          .returning({ legacyId: subscriptionPeriods.legacyId });
  if (!written) throw notFound();
  await writeAudit(within, by, [
    {
      action: legacyId === undefined ? "period.created" : "period.changed",
      subjectType: owner.kind,
      subjectUid: owner.uid,
      organizationUid: owner.kind === "organization" ? owner.uid : null,
      details: { period: written.legacyId, type, startsOn, endsOn },
    },
  ]);
  return written.legacyId;
}

/** Periods of one person, the latest first. */
export async function findPeriodsOfUser(
  within: Database | Transaction,
  userId: number,
): Promise<Array<{ legacyId: number; type: string; startsOn: string; endsOn: string | null }>> {
  const { rows } = await within.execute<{
    legacyId: number;
    type: string;
    startsOn: string;
    endsOn: string | null;
  }>(sql`
    select legacy_id as "legacyId", type, starts_on::text as "startsOn", ends_on::text as "endsOn"
    from directory.subscription_periods where user_id = ${userId}
    order by ends_on desc nulls first, legacy_id desc`);
  return rows;
}
