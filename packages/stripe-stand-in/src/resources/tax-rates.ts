import type Stripe from "stripe";
import type { Account } from "../account";
import { missingParameter } from "../api-error";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { decimal, flag, metadata, requiredText, text } from "../params";

export function createTaxRate(account: Account, params: Params): Stripe.TaxRate {
  const percentage = decimal(params, "percentage");
  const inclusive = flag(params, "inclusive");
  if (percentage === undefined) throw missingParameter("percentage");
  if (inclusive === undefined) throw missingParameter("inclusive");
  const rate: Stripe.TaxRate = {
    id: newId("txr"),
    object: "tax_rate",
    active: flag(params, "active") ?? true,
    country: text(params, "country") ?? null,
    created: account.clock.now(),
    description: text(params, "description") ?? null,
    display_name: requiredText(params, "display_name"),
    effective_percentage: null,
    flat_amount: null,
    inclusive,
    jurisdiction: text(params, "jurisdiction") ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: metadata(params),
    percentage,
    rate_type: "percentage",
    state: null,
    tax_type: "vat",
  };
  account.ledger.put(rate);
  account.emit("tax_rate.created", rate);
  return rate;
}
