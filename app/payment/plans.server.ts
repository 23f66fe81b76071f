import { getWiring } from "~/clients/wiring.server";
import { type Price, type Product, paymentErrors } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import type { PaymentSession } from "./payment-session.server";
import { productsEvent } from "./subscription/subscription-store.machine";

/** The plans of a country. docs/product/shell.md#calls. */

/** `keyRequired`: the country takes no payments; `unavailable`: the provider cannot be reached. */
export type PlansProblem = "keyRequired" | "unavailable";

export type Plans = { products: Product[]; prices: Price[]; problem: PlansProblem | null };

/** Plans, cheapest first. A failed service call does not throw but returns a problem to show, and empties the stored plans. */
export async function loadPlans({ credentials, note }: Pick<PaymentSession, "credentials" | "note">): Promise<Plans> {
  try {
    const { body } = await getWiring().clients.payment.getProducts({}, credentials);
    await note(productsEvent(body));
    const prices = [...body.prices].sort((one, other) => one.amount - other.amount);
    return { products: body.products, prices, problem: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    const isKeyless = error.code === paymentErrors.keyRequired;
    if (!isKeyless) console.warn(paymentErrors.products);
    await note(productsEvent(null));
    return { products: [], prices: [], problem: isKeyless ? "keyRequired" : "unavailable" };
  }
}
