import type { Backend } from "~/clients/backend";
import type { Price, Product } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import type { PaymentSession } from "./payment-session.server";

/** The plans of a country. docs/product/shell.md#calls. */

/** `keyRequired`: the country takes no payments; `unavailable`: the provider cannot be reached. */
export type PlansProblem = "keyRequired" | "unavailable";

export type PlansPageData = { products: Product[]; prices: Price[]; problem: PlansProblem | null };

/** Plans, cheapest first. A failed service call does not throw but returns a problem to show. */
export async function loadPlans(
  backend: Backend,
  { credentials }: Pick<PaymentSession, "credentials">,
): Promise<PlansPageData> {
  try {
    const { body } = await backend.clients.payment.getProducts({}, credentials);
    const prices = [...body.prices].sort((one, other) => one.amount - other.amount);
    return { products: body.products, prices, problem: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    const isKeyless = error.code === paymentErrors.keyRequired;
    if (!isKeyless) console.warn(paymentErrors.products);
    return { products: [], prices: [], problem: isKeyless ? "keyRequired" : "unavailable" };
  }
}
