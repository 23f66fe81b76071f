import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";
import type { PaymentSession } from "../payment-session.server";

/** What a page needs to load the payment provider's script: its public key and where the script lies. */
export type Provider = {
  publishableKey: string;
  /** null: where the provider's own package says. */
  scriptUrl: string | null;
  /** The provider is a stand-in: no card is charged. */
  isTest: boolean;
};

/** null where the country takes no payments, or the service cannot tell. */
export async function loadProvider({ credentials }: Pick<PaymentSession, "credentials">): Promise<Provider | null> {
  try {
    const { body } = await getWiring().clients.payment.getPaymentConfiguration({}, credentials);
    return { ...body, isTest: body.scriptUrl !== null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    return null;
  }
}
