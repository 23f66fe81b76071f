import type { ProviderSubscription, StripePort } from "./stripe-port";

/** The part of a preview's request that asks for the next payment as it is. */
export const unchanged = { plan: null, discount: null, goesOn: false, resumes: false } as const;

/** The sum of a subscription's next payment; null if none is due. @throws the provider's errors */
export async function nextPaymentOf(
  port: StripePort,
  { id }: Pick<ProviderSubscription, "id">,
): Promise<number | null> {
  const preview = await port.previewInvoice({ subscriptionId: id, ...unchanged });
  return preview?.amountDue ?? null;
}
