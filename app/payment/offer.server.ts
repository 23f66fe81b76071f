import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { withinGuardWait } from "~/session/wait";
import { type FamilyOffer, offerOf } from "./offer";
import { loadPlans } from "./plans.server";

/** Milliseconds that the front page waits for prices: the provider's own limit is far longer. */
const patience = 1500;

/** What families can buy, for a page that must be shown whatever the provider does: then without prices. */
export async function loadOffer(backend: Backend, credentials: CallContext): Promise<FamilyOffer> {
  const plans = loadPlans(backend, { credentials }).catch(() => null);
  const loaded = await withinGuardWait(plans, patience);
  return offerOf(loaded === null || loaded === "timeout" ? [] : loaded.prices);
}
