import { createCache } from "~/caching/create-cache";
import { type Realm, realms } from "~/realms/realm";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { type Plan, planOf } from "./rules";
import type { StripePort, StripePorts } from "./stripe-port";

/** Plans that families of a country can buy. docs/product/shell.md#calls. */
export type FamilyPlans = {
  /** Plans for display, up to a minute old. */
  offered(realm: Realm): Promise<Plan[]>;
  /**
   * The plan's current state at the provider. If it is no longer offered, the display cache is cleared.
   * @throws ServiceError 400 for a price that is not a plan of the country; 409 `price_changed` for a plan that is no longer offered
   */
  find(realm: Realm, priceId: string): Promise<Plan>;
};

/** Milliseconds for which a country's plans are cached. */
const plansTtl = 60_000;

export function createPlans(stripe: Pick<StripePorts, "of">): FamilyPlans {
  const plansOfRealms = createCache<Promise<Plan[]>>({ name: "plans", limit: realms.length, ttl: plansTtl });
  return {
    offered: (realm) => plansOfRealms.getOrMake(realm, () => listOffered(stripe.of(realm), realm)),
    async find(realm, priceId) {
      const price = await stripe.of(realm).findPrice(priceId);
      const plan = price && planOf(price, realm);
      if (!plan) throw validationError([{ attribute: "priceId", reason: "Your choice is no longer available" }]);
      if (isOffered(plan)) return plan;
      plansOfRealms.delete(realm);
      throw new ServiceError(409, paymentErrors.priceGone, "This plan is not offered any more");
    },
  };
}

async function listOffered(port: StripePort, realm: Realm): Promise<Plan[]> {
  return (await port.listPrices()).flatMap((price) => planOf(price, realm) ?? []).filter(isOffered);
}

function isOffered({ active, product }: Plan): boolean {
  return active && product.active;
}
