import type { Backend } from "~/clients/backend";
import type { PaymentSession } from "~/payment/payment-session.server";
import { ServiceError } from "~/services/contracts/service-error";

/** Data for loading the payment provider's script: its public key and the script's address. */
export type Provider = {
  publishableKey: string;
  /** Null for the address in the provider's own package. */
  scriptUrl: string | null;
  /** Whether the provider is a stand-in, so that no card is charged. */
  isTest: boolean;
};

/** Null if the country takes no payments, or the service fails. */
export async function loadProvider(
  backend: Backend,
  { credentials }: Pick<PaymentSession, "credentials">,
): Promise<Provider | null> {
  try {
    const { body } = await backend.clients.payment.getPaymentConfiguration({}, credentials);
    return { ...body, isTest: body.scriptUrl !== null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    return null;
  }
}
