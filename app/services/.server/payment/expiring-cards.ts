import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { dayIn, type Realm } from "~/realms/realm";
import { queueMail } from "~/services/.server/mail/queue-mail";
import { customerAtProvider, type KnownCustomer } from "./customers-store";
import { cardExpiresSoon, chargedCard, isSubscriptionRunning } from "./rules";
import type { StripePort, StripePorts } from "./stripe-port";
import { customers, subscriptions } from "./tables";

/** Mails to families whose card expires before it is charged again. The provider is asked once a month for each. */

/** Customers that are looked at in one night, so that the provider's limits are not reached. */
const mostCustomers = 2000;

const brands: Record<string, string> = { amex: "American Express", mastercard: "Mastercard", visa: "Visa" };

type Deps = { stripe: StripePorts; report(error: unknown): void };

export async function mailExpiringCards(
  { stripe, report }: Deps,
  database: Database,
  realm: Realm,
  now: Date,
): Promise<void> {
  const today = dayIn(realm, now);
  for (const customer of await findUnseen(database, realm, today)) {
    await lookAtCard(stripe.of(realm), database, customer, today).catch(report);
  }
}

/** Customers with a plan that renews, whose card was not looked at this month. */
async function findUnseen(database: Database, realm: Realm, today: string): Promise<KnownCustomer[]> {
  const renews = sql`exists (select 1 from ${subscriptions} s where s.customer_id = ${customers.id}
    and s.status in ('active', 'past_due') and not s.cancel_at_period_end)`;
  const isUnseen = sql`(${customers.cardLookedOn} is null or ${customers.cardLookedOn} < date_trunc('month', ${today}::date))`;
  const rows = await database
    .select()
    .from(customers)
    .where(
      and(eq(customers.realm, realm), isNotNull(customers.stripeId), isNotNull(customers.userUid), renews, isUnseen),
    )
    .limit(mostCustomers);
  return rows.flatMap((row) => customerAtProvider(row) ?? []);
}

async function lookAtCard(
  port: StripePort,
  database: Database,
  { id, realm, stripeId, userUid: uid }: KnownCustomer,
  today: string,
): Promise<void> {
  const known = await port.findCustomer(stripeId);
  const running = (await port.listSubscriptions(stripeId)).find(isSubscriptionRunning) ?? null;
  const charged = known && running ? chargedCard(known, running) : null;
  const method = charged === null ? null : await port.findMethod(charged);
  await inTransaction(database, async (transaction) => {
    await transaction.update(customers).set({ cardLookedOn: today }).where(eq(customers.id, id));
    if (uid === null || !method?.card || !cardExpiresSoon(method.card, today)) return;
    const { brand, last4, exp_month, exp_year } = method.card;
    const month = `${exp_year}-${String(exp_month).padStart(2, "0")}`;
    const card = brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
    const values = { card, last4, month: { month } };
    await queueMail(transaction, { realm, kind: "card-expiring", key: `${method.id} ${month}`, to: { uid }, values });
  });
}
