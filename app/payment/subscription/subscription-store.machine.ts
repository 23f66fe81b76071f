import type { Invoice, Price, Product } from "~/services/contracts/payment";
import type { Subscription } from "~/services/contracts/subscription";

/** A family's plans on the subscription page: the reader-side subscription store. docs/product/reader.md#subscription-store. Pure. */

export type SubscriptionStore = {
  /** Whether a change is being sent. */
  inProgress: boolean;
  customerId: string | null;
  products: Product[];
  prices: Price[];
  /** Ids of the prices that the family has selected. */
  selectedPrices: string[];
  /** Ids of prices whose subscription would end with its period and is to continue. */
  pricesToReactivate: string[];
  /** Ids of prices whose subscription is to end with its period. */
  pricesToCancel: string[];
  customerSubscriptions: Subscription[];
  invoices: Invoice[];
};

export const initialSubscriptionStore: SubscriptionStore = {
  inProgress: false,
  customerId: null,
  products: [],
  prices: [],
  selectedPrices: [],
  pricesToReactivate: [],
  pricesToCancel: [],
  customerSubscriptions: [],
  invoices: [],
};

export type SubscriptionStoreEvent =
  | { type: "customer"; customerId: string | null }
  | { type: "subscriptions"; subscriptions: Subscription[] }
  | { type: "products"; products: Product[]; prices: Price[] }
  | { type: "products-failed" }
  | { type: "invoices"; invoices: Invoice[] }
  | { type: "select"; prices: string[] }
  | { type: "cancel"; prices: string[] }
  | { type: "reactivate"; prices: string[] }
  | { type: "update-begun" }
  | { type: "update-ended" }
  | { type: "reset" };

/** Result of the products call; null if it failed. */
export function productsEvent(catalogue: { products: Product[]; prices: Price[] } | null): SubscriptionStoreEvent {
  return catalogue === null
    ? { type: "products-failed" }
    : { type: "products", products: catalogue.products, prices: catalogue.prices };
}

export function transition(state: SubscriptionStore, event: SubscriptionStoreEvent): SubscriptionStore {
  switch (event.type) {
    case "customer":
      return { ...state, customerId: event.customerId };
    case "subscriptions":
      return { ...state, customerSubscriptions: event.subscriptions };
    case "products": {
      const known = new Set(event.prices.map(({ id }) => id));
      const selectedPrices = state.selectedPrices.filter((id) => known.has(id));
      return { ...state, products: event.products, prices: event.prices, selectedPrices };
    }
    case "products-failed":
      return { ...state, products: [], prices: [], selectedPrices: [] };
    case "invoices":
      return { ...state, invoices: event.invoices };
    case "select":
      return { ...state, selectedPrices: event.prices };
    case "cancel":
      // A plan selected earlier, perhaps in another browser, must not be bought as well.
      return { ...state, pricesToCancel: event.prices, selectedPrices: [] };
    case "reactivate":
      return { ...state, pricesToReactivate: event.prices, selectedPrices: [] };
    case "update-begun":
      return { ...state, inProgress: true };
    case "update-ended":
      return { ...state, inProgress: false, pricesToCancel: [], pricesToReactivate: [] };
    case "reset": {
      const { products, prices, selectedPrices } = state;
      return { ...initialSubscriptionStore, products, prices, selectedPrices };
    }
  }
}

/** One change of a subscription, as in the payment service's contract. */
type SubscriptionChange = { id: string; cancel_at_period_end?: boolean; priceId?: string };

/**
 * Changes to send for the family's choice. A family has one subscription, so a selected price that it does not have yet replaces the plan.
 */
export function changesOf(state: SubscriptionStore): SubscriptionChange[] {
  return state.customerSubscriptions.flatMap(({ id, items, endedAt, cancel_at_period_end, pendingPriceId }) => {
    if (endedAt !== null) return [];
    const held = items.map(({ priceId }) => priceId);
    const isNamed = (prices: string[]) => held.some((priceId) => prices.includes(priceId));
    if (isNamed(state.pricesToCancel)) return cancel_at_period_end ? [] : [{ id, cancel_at_period_end: true }];
    // While a change waits for its payment, selecting the current plan cancels the change.
    const selected = state.selectedPrices.find((priceId) => pendingPriceId !== null || !held.includes(priceId));
    const replaced = selected === undefined ? {} : { priceId: selected };
    const reactivated =
      cancel_at_period_end && isNamed(state.pricesToReactivate) ? { cancel_at_period_end: false } : {};
    const change = { ...replaced, ...reactivated };
    return Object.keys(change).length > 0 ? [{ id, ...change }] : [];
  });
}
