import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Realm, realms, regionOf } from "~/realms/realm";
import { findFamily } from "~/services/.server/directory/people/families";
import { carryOutStatement } from "./contract-statements";
import { forgetOldStatements, listReceived } from "./contract-statements-store";
import { customerAtProvider, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { carryOutEnding, listDueEndings } from "./early-endings";
import { endPlan } from "./ended-payers";
import { mailEndingTrials } from "./ending-trials";
import { mailExpiringCards } from "./expiring-cards";
import { pauseNoticeDays, renewalNoticeDays } from "./mails-of";
import { findWaitingCustomers } from "./orders-store";
import { customers, events, subscriptions } from "./tables";
import { handleEvent } from "./webhooks";

/**
 * Repairs what missed webhooks left out of date: every hour orders that wait, every night missed events, overdue renewals, and
 * subscriptions of deleted people. docs/decisions/0048-payment-state.md.
 */

/** Hours that the nightly run covers: two runs may fail. */
const reachHours = 72;
/** Minutes after which a waiting order is checked. */
const waitingMinutes = 10;
/** Days for which handled events are stored; the provider resends an event for three days. */
const eventDays = 30;

const cause = { requestId: "reconciliation", ipAddress: null };

type Deps = Pick<PaymentParts, "databases" | "stripe" | "settlement" | "mails"> & { report(error: unknown): void };

export type Reconciliation = {
  hourly(now?: Date): Promise<void>;
  nightly(now: Date): Promise<void>;
};

export function createReconciliation(deps: Deps): Reconciliation {
  const { databases, stripe, settlement } = deps;
  const served = () => realms.filter(stripe.has);

  return {
    async hourly(now = new Date()) {
      await each(served(), async (realm) => {
        const database = databases[regionOf(realm)];
        await settleAll(database, realm, await findWaitingCustomers(database, waitingMinutes));
        await each(await listReceived(database, realm), (statement) => carryOutStatement(deps, statement, cause));
        await each(await listDueEndings(database, realm, now), (ending) => carryOutEnding(deps, ending, cause));
      });
    },
    async nightly(now) {
      await each(served(), async (realm) => {
        await followMissedEvents(realm, now);
        const database = databases[regionOf(realm)];
        await settleAll(database, realm, await findOverdue(database, realm));
        await settleAll(database, realm, await findRenewingSoon(database, realm, now), now);
        await settleAll(database, realm, await findResumingSoon(database, realm, now), now);
        await mailEndingTrials(database, realm);
        await mailExpiringCards({ stripe, report: deps.report }, database, realm, now);
        await endSubscriptionsWithoutFamily(database, realm);
        await forgetOldStatements(database, realm);
        await database
          .delete(events)
          .where(and(eq(events.realm, realm), lt(events.handledAt, sql`now() - make_interval(days => ${eventDays})`)));
      });
    },
  };

  async function followMissedEvents(realm: Realm, now: Date): Promise<void> {
    const since = Math.floor(now.getTime() / 1000) - reachHours * 60 * 60;
    for (const event of await stripe.of(realm).listEvents(since)) await handleEvent(deps, realm, event, cause);
  }

  async function settleAll(database: Database, realm: Realm, ids: string[], now = new Date()): Promise<void> {
    await each(ids, async (id) => {
      const customer = await findCustomerById(database, id);
      if (customer?.realm === realm) await settlement.settle(customer, { ...cause, now });
    });
  }

  /** Ends subscriptions of people who can no longer read: deleted, or no longer a family. */
  async function endSubscriptionsWithoutFamily(database: Database, realm: Realm): Promise<void> {
    for (const customer of await findCharged(database, realm)) {
      const { userUid } = customer;
      const family = userUid === null ? null : await findFamily(database, realm, { uid: userUid });
      if (family && family.status !== "deleted") continue;
      await endPlan(deps, customer, cause);
    }
  }

  /** Processes all items even if some fail; then throws the first error. */
  async function each<T>(things: T[], work: (thing: T) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    for (const thing of things) await work(thing).catch((error: unknown) => failures.push(error));
    for (const failure of failures.slice(1)) deps.report(failure);
    if (failures.length > 0) throw failures[0];
  }
}

const runningStatuses = ["active", "trialing", "past_due", "unpaid", "paused"];

/** Customers whose period should have been renewed by now, without a notification. */
async function findOverdue(database: Database, realm: Realm): Promise<string[]> {
  const rows = await database
    .selectDistinct({ id: subscriptions.customerId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.realm, realm),
        inArray(subscriptions.status, runningStatuses),
        lt(subscriptions.currentPeriodEnd, sql`now()`),
      ),
    );
  return rows.map(({ id }) => id);
}

async function findCharged(database: Database, realm: Realm): Promise<KnownCustomer[]> {
  const rows = await database
    .selectDistinct({ customer: customers })
    .from(customers)
    .innerJoin(subscriptions, eq(subscriptions.customerId, customers.id))
    .where(
      and(
        eq(customers.realm, realm),
        isNotNull(customers.stripeId),
        inArray(subscriptions.status, [...runningStatuses, "incomplete"]),
      ),
    );
  return rows.flatMap(({ customer }) => customerAtProvider(customer) ?? []);
}

/**
 * Customers whose yearly plan renews soon and has not been settled since that is near, and those whose plan's interval is unknown. So each is
 * settled once, whose settlement writes the mail.
 */
async function findRenewingSoon(database: Database, realm: Realm, now: Date): Promise<string[]> {
  const noticeAt = sql`${subscriptions.currentPeriodEnd} - make_interval(days => ${renewalNoticeDays})`;
  const rows = await database
    .selectDistinct({ id: subscriptions.customerId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.realm, realm),
        inArray(subscriptions.status, runningStatuses),
        sql`${subscriptions.interval} is distinct from 'month'`,
        sql`${noticeAt} <= ${now.toISOString()}::timestamptz and (${subscriptions.updatedAt} < ${noticeAt} or ${subscriptions.interval} is null)`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Customers whose pause ends soon, and who have not been settled since that is near. */
async function findResumingSoon(database: Database, realm: Realm, now: Date): Promise<string[]> {
  const noticeAt = sql`${subscriptions.currentPeriodEnd} - make_interval(days => ${pauseNoticeDays})`;
  const isNear = sql`${noticeAt} <= ${now.toISOString()}::timestamptz and ${subscriptions.updatedAt} < ${noticeAt}`;
  const rows = await database
    .selectDistinct({ id: subscriptions.customerId })
    .from(subscriptions)
    .where(and(eq(subscriptions.realm, realm), isNotNull(subscriptions.pausedFrom), isNear));
  return rows.map(({ id }) => id);
}
