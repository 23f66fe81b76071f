import { randomUUID } from "node:crypto";
import { isRunning } from "./rules";
import type { ProviderCustomer, StripePort } from "./stripe-port";

/** Makes a card the customer's default, for new and running subscriptions. docs/product/shell.md#card-payment. */
export async function chargeMethod(port: StripePort, customerId: string, methodId: string): Promise<ProviderCustomer> {
  const customer = await port.setDefaultMethod(customerId, methodId, `default-${randomUUID()}`);
  // A subscription uses the card that it was started with until another is set.
  for (const subscription of (await port.listSubscriptions(customerId)).filter(isRunning)) {
    const isOther = subscription.defaultPaymentMethodId !== methodId;
    if (isOther) await port.setSubscriptionMethod(subscription.id, methodId, `method-${randomUUID()}`);
  }
  return customer;
}

/**
 * Makes a card that was saved on the provider's page the default, like a card that is saved in our form. Ignores the event if the card
 * was removed since, or if a newer one exists: the event is then outdated.
 */
export async function chargeSavedCard(port: StripePort, customerId: string, intentId: string): Promise<void> {
  const methodId = (await port.findSetupIntent(intentId))?.paymentMethodId ?? null;
  const held = await port.listMethods(customerId);
  const saved = held.find(({ id }) => id === methodId);
  if (!saved || held.some(({ createdAt }) => createdAt > saved.createdAt)) return;
  await chargeMethod(port, customerId, saved.id);
}
