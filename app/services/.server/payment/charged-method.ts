import { randomUUID } from "node:crypto";
import { isRunning } from "./rules";
import type { ProviderCustomer, StripePort } from "./stripe-port";

/** Makes a customer's card the one that is charged, by what runs already too. docs/product/shell.md#card-payment. */
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
 * A card that was saved at the provider's page becomes the one that is charged, like one that is saved in our form. One that was
 * saved earlier than another, or removed since, does not: its event came late.
 */
export async function chargeSavedCard(port: StripePort, customerId: string, intentId: string): Promise<void> {
  const methodId = (await port.findSetupIntent(intentId))?.paymentMethodId ?? null;
  const held = await port.listMethods(customerId);
  const saved = held.find(({ id }) => id === methodId);
  if (!saved || held.some(({ createdAt }) => createdAt > saved.createdAt)) return;
  await chargeMethod(port, customerId, saved.id);
}
