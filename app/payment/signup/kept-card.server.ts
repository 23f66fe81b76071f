import type { PaymentSession } from "~/payment/payment-session.server";
import type { PaymentMethod } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";

/** The card that later payments are taken from, for a family that has kept one; null without one, or if it cannot be read. */
export async function findKeptCard({ backend, person, credentials }: PaymentSession): Promise<PaymentMethod | null> {
  if (!person) return null;
  const { payment } = backend.clients;
  try {
    const [customer, methods] = await Promise.all([
      payment.getCustomer({}, credentials),
      payment.getPaymentMethods({}, credentials),
    ]);
    const charged = customer.body.customer?.invoice_settings.default_payment_method ?? null;
    return methods.body.paymentMethods.data.find(({ id }) => id === charged) ?? null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  }
}
