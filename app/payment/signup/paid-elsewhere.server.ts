import type { PaymentSession } from "~/payment/payment-session.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { Subscription } from "~/services/contracts/subscription";

/** A payment in another browser that no webhook has reported yet, for a family whose browser has no order. */

type Of = Pick<PaymentSession, "backend" | "person" | "credentials">;

/** The family's active subscription at the provider; null if there is none or it cannot be read. Only reads. */
export async function findPaidElsewhere(of: Of): Promise<Subscription | null> {
  const running = await findRunningPlan(of);
  return running?.status === "active" ? running : null;
}

/** The family's subscription that has not ended; null like `findPaidElsewhere`. */
export async function findRunningPlan({ backend, person, credentials }: Of): Promise<Subscription | null> {
  if (!person) return null;
  try {
    const { body } = await backend.clients.payment.getSubscriptions({}, credentials);
    return body.data.find(({ endedAt }) => endedAt === null) ?? null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  }
}

/** Makes the service store the provider's state; a failure changes nothing, and the success page is shown again. */
export async function settlePaidElsewhere(of: Of): Promise<void> {
  const paid = await findPaidElsewhere(of);
  const priceId = paid?.items[0]?.priceId;
  if (!paid || priceId === undefined) return;
  try {
    // Requesting the current plan changes nothing, but makes the service settle its state.
    const { payment } = of.backend.clients;
    await payment.changeSubscription({ params: { id: paid.id }, body: { priceId } }, of.credentials);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}
