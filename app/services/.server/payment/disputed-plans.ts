import type { Database } from "~/db/.server/connect";
import { endOfDisputed } from "./reversal-rules";
import { listUnhandledLosses, noteHandled } from "./reversals-store";
import { isSubscriptionRunning } from "./rules";
import type { ProviderSubscription, StripePort } from "./stripe-port";

/**
 * Ends plans whose payment the bank has given back for good. Every step may be repeated. docs/decisions/0092-refunds-and-disputes.md.
 * @returns whether anything was changed at the provider
 * @throws the provider's errors
 */
export async function endDisputedPlans(
  { port, database }: { port: StripePort; database: Database },
  customer: { id: string; stripeId: string },
  subscriptions: readonly ProviderSubscription[],
): Promise<boolean> {
  const losses = await listUnhandledLosses(database, customer.id);
  if (losses.length === 0) return false;
  const invoices = await port.listInvoices(customer.stripeId);
  let hasChanged = false;
  for (const loss of losses) {
    const invoice = invoices.find(({ id }) => id === loss.invoiceId);
    const plan = subscriptions.find((each) => each.id === invoice?.subscriptionId && isSubscriptionRunning(each));
    if (invoice && plan) {
      if (endOfDisputed(invoice, plan) === "now") await port.cancelSubscription(plan.id, `dispute-${loss.id}`);
      else await port.setCancelAtPeriodEnd(plan.id, true, `dispute-${loss.id}`);
      hasChanged = true;
    }
    await noteHandled(database, loss);
  }
  return hasChanged;
}
