import type Stripe from "stripe";
import { type Account, find } from "../account";
import { invalidRequest, resourceMissing } from "../api-error";
import { addInterval } from "../clock";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { flag, integer, metadata, text } from "../params";
import { planOf } from "./catalog";
import type { DraftLine } from "./invoice-lines";

export function makeItem(
  account: Account,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.clock.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The price of a requested item. @throws ApiError 400 if it is missing, inactive or not recurring */
export function priceOf(account: Account, params: Params, param: string): Stripe.Price {
  const price = find(account, "price", text(params, "price") ?? "", param);
  if (!price.active) {
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      param,
      "price_inactive",
    );
  }
  if (price.type !== "recurring") {
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      param,
    );
  }
  return price;
}

export function endOfPeriod(price: Stripe.Price, start: number, anchor = start): number {
  const { interval = "month", interval_count = 1 } = price.recurring ?? {};
  return addInterval(start, interval, interval_count, anchor);
}

/** The items after an update. An item without an id is added; `deleted` removes one. */
export function changedItems(
  account: Account,
  subscription: Stripe.Subscription,
  requested: Params[],
): Stripe.SubscriptionItem[] {
  const items = [...subscription.items.data];
  requested.forEach((params, index) => {
    const id = text(params, "id");
    const place = items.findIndex((item) => item.id === id);
    const before = items[place];
    if (id && !before) throw resourceMissing("subscription_item", id, `items[${index}][id]`);
    if (!before) {
      const price = priceOf(account, params, `items[${index}][price]`);
      const first = items[0];
      const start = first?.current_period_start ?? account.clock.now();
      const end = first?.current_period_end ?? endOfPeriod(price, start);
      items.push(makeItem(account, subscription.id, price, integer(params, "quantity") ?? 1, { start, end }));
      return;
    }
    if (flag(params, "deleted")) {
      items.splice(place, 1);
      return;
    }
    const price = params.price === undefined ? before.price : priceOf(account, params, `items[${index}][price]`);
    const quantity = integer(params, "quantity") ?? before.quantity ?? 1;
    items[place] = { ...before, price, plan: planOf(price), quantity, metadata: metadata(params, before.metadata) };
  });
  if (items.length === 0) throw invalidRequest("A subscription must have at least one active item.", "items");
  const [first] = items;
  if (items.some((item) => item.price.currency !== first?.price.currency)) {
    throw invalidRequest("All prices on a subscription must have the same currency.", "items");
  }
  return items;
}

/** The line of an item for a whole period. */
export function periodLine(
  item: Stripe.SubscriptionItem,
  productName: string,
  period: { start: number; end: number },
  isFree = false,
): DraftLine {
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  return {
    amount: isFree ? 0 : amount,
    currency: item.price.currency,
    description: isFree ? `Trial period for ${productName}` : `${item.quantity ?? 1} × ${productName}`,
    price: item.price,
    quantity: item.quantity ?? 1,
    period,
    subscription: item.subscription,
    subscriptionItem: item.id,
    isProration: false,
    invoiceItem: null,
  };
}
