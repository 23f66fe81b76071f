import { randomUUID } from "node:crypto";
import { chargedCard, distinctCards, isSameCard, isSubscriptionRunning, unchosenCard } from "./rules";
import type { ProviderCustomer, ProviderMethod, StripePort } from "./stripe-port";

/** Makes a card the customer's default, for new and running subscriptions. docs/product/shell.md#card-payment. */
export async function chargeMethod(port: StripePort, customerId: string, methodId: string): Promise<ProviderCustomer> {
  const amongUntil = (await port.listMethods(customerId))[0]?.createdAt ?? 0;
  const customer = await port.setDefaultMethod(customerId, { methodId, amongUntil }, `default-${randomUUID()}`);
  // A subscription uses the card that it was started with until another is set.
  for (const subscription of (await port.listSubscriptions(customerId)).filter(isSubscriptionRunning)) {
    const isOther = subscription.defaultPaymentMethodId !== methodId;
    if (isOther) await port.setSubscriptionMethod(subscription.id, methodId, `method-${randomUUID()}`);
  }
  return customer;
}

/** The customer's cards, each once, the newest first. Only reads. */
export async function listCards(port: StripePort, customerId: string): Promise<ProviderMethod[]> {
  const held = await port.listMethods(customerId);
  const isRepeated = held.some((method) => held.some((other) => other !== method && isSameCard(method, other)));
  if (!isRepeated) return held;
  const [customer, subscriptions] = await Promise.all([
    port.findCustomer(customerId),
    port.listSubscriptions(customerId),
  ]);
  if (!customer) return held;
  const running = subscriptions.find(isSubscriptionRunning) ?? null;
  // A card saved since is about to become the charged one: `chargeSavedCard`.
  const charged = unchosenCard(customer, running, held)?.id ?? chargedCard(customer, running);
  return distinctCards(held, charged);
}

/**
 * The customer with the card that is charged next. A card saved on the provider's page, or saved without a response to the browser,
 * becomes that card.
 */
export async function chargeSavedCard(port: StripePort, customerId: string): Promise<ProviderCustomer | null> {
  const [customer, subscriptions, held] = await Promise.all([
    port.findCustomer(customerId),
    port.listSubscriptions(customerId),
    port.listMethods(customerId),
  ]);
  if (!customer) return null;
  const running = subscriptions.find(isSubscriptionRunning) ?? null;
  const saved = unchosenCard(customer, running, held);
  if (saved) return chargeMethod(port, customerId, saved.id);
  return { ...customer, defaultPaymentMethodId: chargedCard(customer, running) };
}
