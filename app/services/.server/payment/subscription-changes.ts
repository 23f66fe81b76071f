import { randomUUID } from "node:crypto";
import type { Realm } from "~/realms/realm";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import type { PaymentParts } from "./deps";
import { isPauseAhead } from "./pause-rules";
import { declined, providerErrorOf } from "./provider-failure";
import { overdueInvoice } from "./rules";
import { intentIdOf } from "./settlement";
import type { ProviderIntent, ProviderInvoice, ProviderSubscription, StripePort } from "./stripe-port";
import type { StoredPreview } from "./subscription-previews";

/** Changes of a running subscription at the provider: another plan, an overdue renewal. */

/** The preview that the family accepted; null for a change without one. */
export type Accepted = Pick<StoredPreview, "id" | "prorationDate"> | null;

/**
 * Changes the plan, unless it is the subscription's own; a change that waits for its payment is cancelled first.
 * @returns the payment that the bank requires confirmation for, if any
 * @throws ServiceError as `giveUpChange` and `intentToConfirm`; the provider's errors
 */
export async function changePlan(
  plans: PaymentParts["plans"],
  port: StripePort,
  realm: Realm,
  { subscription, priceId, accepted }: { subscription: ProviderSubscription; priceId: string; accepted: Accepted },
): Promise<{ current: ProviderSubscription; intent: ProviderIntent | null }> {
  const current = await giveUpChange(port, subscription);
  if (priceId === current.priceId) return { current, intent: null };
  await plans.find(realm, priceId);
  const plan = { priceId, prorationDate: accepted?.prorationDate ?? null };
  const changed = await port.changePlan(current, plan, `plan-${accepted?.id ?? randomUUID()}`);
  return { current: changed, intent: await intentToConfirm(port, changed) };
}

/**
 * Ends a pause: the plan goes on at the end of its paid time, or now with a new period that is charged.
 * @returns the payment that the bank requires confirmation for, if any
 * @throws ServiceError as `giveUpChange` and `intentToConfirm`; the provider's errors
 */
export async function resume(
  port: StripePort,
  subscription: ProviderSubscription,
  key: string,
): Promise<ProviderIntent | null> {
  const current = await giveUpChange(port, subscription);
  const { id, pausedFrom } = current;
  if (pausedFrom === null) return null;
  if (isPauseAhead(current, new Date())) {
    await port.pause(id, { until: pausedFrom, pausedFrom }, key);
    return null;
  }
  return intentToConfirm(port, await port.resume(id, key));
}

/**
 * Cancels a change of plan that waits for its payment; if it was paid in the meantime, it stays in force.
 * @throws ServiceError 409 `plan_change_paid` while the payment is received but the provider has not changed the plan yet
 */
async function giveUpChange(port: StripePort, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const { latestInvoice, pendingPriceId } = subscription;
  if (pendingPriceId === null || latestInvoice === null) return subscription;
  const intent = await intentOf(port, latestInvoice);
  if (latestInvoice.status === "open" && ["processing", "succeeded"].includes(intent?.status ?? "")) {
    throw new ServiceError(409, paymentErrors.changePaid, "The change of plan is being paid");
  }
  if (latestInvoice.status === "open") await port.voidInvoice(latestInvoice.id, `void-${latestInvoice.id}`);
  return reread(port, subscription);
}

/** The subscription as the provider has it now. */
export async function reread(port: StripePort, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const known = await port.listSubscriptions(subscription.customerId);
  return known.find(({ id }) => id === subscription.id) ?? subscription;
}

/**
 * Charges the overdue amount to the default card.
 * @returns the payment that the bank requires confirmation for; null if it is paid, and if nothing is overdue
 * @throws the provider's error for a declined card
 */
export async function payOverdueInvoice(
  port: StripePort,
  subscription: ProviderSubscription,
): Promise<ProviderIntent | null> {
  const invoice = overdueInvoice(subscription);
  if (invoice === null) return null;
  const before = await intentOf(port, invoice);
  if (["processing", "succeeded"].includes(before?.status ?? "")) return null;
  await giveUpOlder(port, subscription, invoice);
  try {
    await port.payInvoice(invoice.id, `pay-${randomUUID()}`);
  } catch (error) {
    // Paid in the meantime, in another tab or by the provider's own retry.
    if (overdueInvoice(await reread(port, subscription)) === null) return null;
    throw error;
  }
  const intent = await intentOf(port, invoice);
  return intent?.status === "requires_action" ? intent : null;
}

/** Voids older open renewals: the shelf was closed during their period, so they are not charged. */
async function giveUpOlder(port: StripePort, { id, customerId }: ProviderSubscription, latest: ProviderInvoice) {
  const older = (await port.listInvoices(customerId)).filter(
    (invoice) => invoice.subscriptionId === id && invoice.status === "open" && invoice.id !== latest.id,
  );
  for (const invoice of older) await port.voidInvoice(invoice.id, `void-${invoice.id}`);
}

/**
 * The payment of a change that the bank requires confirmation for; null if the change is in force.
 * @throws ServiceError 402 if the card was declined; the change is cancelled
 */
async function intentToConfirm(port: StripePort, changed: ProviderSubscription): Promise<ProviderIntent | null> {
  if (changed.pendingPriceId === null) return null;
  const intent = await intentOf(port, changed.latestInvoice);
  if (intent?.status === "requires_action") return intent;
  await giveUpChange(port, changed);
  throw declined(intent?.lastError ? providerErrorOf(intent.lastError) : null);
}

async function intentOf(port: StripePort, invoice: ProviderInvoice | null): Promise<ProviderIntent | null> {
  const id = intentIdOf(invoice?.clientSecret ?? null);
  return id === null ? null : port.findIntent(id);
}
