import { describe, expect, it } from "vitest";
import type { Price, Product } from "~/services/contracts/payment";
import type { Subscription } from "~/services/contracts/subscription";
import {
  changesOf,
  initialSubscriptionStore,
  productsEvent,
  type SubscriptionStore,
  type SubscriptionStoreEvent,
  transition,
} from "./subscription-store.machine";

/** The subscription store of a family. docs/product/reader.md#subscription-store. */

const product: Product = { id: "prod_1", name: "Family", description: null, subscriptionType: "fabel-consumer" };
const price = (id: string): Price => ({
  id,
  productId: "prod_1",
  amount: 9900,
  vat: 1980,
  currency: "SEK",
  interval: "month",
  intervalCount: 1,
});
const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  id: "sub_1",
  status: "active",
  items: [{ id: "si_1", priceId: "monthly", quantity: 1, amount: 9900, interval: "month" }],
  cancel_at_period_end: false,
  pendingPriceId: null,
  currentPeriodStart: "2026-11-01T00:00:00.000Z",
  currentPeriodEnd: "2026-12-01T00:00:00.000Z",
  nextPaymentAt: "2026-12-01T00:00:00.000Z",
  nextPaymentAmount: 9900,
  overdueAmount: null,
  currency: "SEK",
  couponId: null,
  couponName: null,
  couponTerms: null,
  endedAt: null,
  pausedFrom: null,
  mayPause: true,
  cancellation: { endsAt: "2026-12-01T00:00:00.000Z", refund: 0 },
  cancelledTo: null,
  ...changes,
});
const full: SubscriptionStore = {
  inProgress: true,
  customerId: "cus_1",
  products: [product],
  prices: [price("monthly"), price("yearly")],
  selectedPrices: ["yearly"],
  pricesToReactivate: ["monthly"],
  pricesToCancel: ["monthly"],
  customerSubscriptions: [subscription()],
  invoices: [],
};

const table: Array<[SubscriptionStoreEvent, Partial<SubscriptionStore>]> = [
  [{ type: "customer", customerId: null }, { customerId: null }],
  [{ type: "subscriptions", subscriptions: [] }, { customerSubscriptions: [] }],
  [
    { type: "products", products: [], prices: [price("monthly")] },
    { products: [], prices: [price("monthly")], selectedPrices: [] },
  ],
  [{ type: "products-failed" }, { products: [], prices: [], selectedPrices: [] }],
  [{ type: "invoices", invoices: [] }, { invoices: [] }],
  [{ type: "select", prices: ["monthly"] }, { selectedPrices: ["monthly"] }],
  [
    { type: "cancel", prices: [] },
    { pricesToCancel: [], selectedPrices: [] },
  ],
  [
    { type: "reactivate", prices: [] },
    { pricesToReactivate: [], selectedPrices: [] },
  ],
  [{ type: "update-begun" }, { inProgress: true }],
  [{ type: "update-ended" }, { inProgress: false, pricesToCancel: [], pricesToReactivate: [] }],
];
it.each(table)("given %j, then only %j changes", (event, changes) => {
  expect(transition(full, event)).toEqual({ ...full, ...changes });
});

it.each<[string, Parameters<typeof productsEvent>[0], Partial<SubscriptionStore>]>([
  ["that failed empties products, prices and selection", null, { products: [], prices: [], selectedPrices: [] }],
  [
    "that succeeded keeps the plans still offered",
    { products: [product], prices: [price("yearly")] },
    { prices: [price("yearly")] },
  ],
])("given a products call %s", (_, found, changes) => {
  expect(transition(full, productsEvent(found))).toEqual({ ...full, ...changes });
});

it("keeps only products, prices and selected prices at a reset", () => {
  const { products, prices, selectedPrices } = full;
  expect(transition(full, { type: "reset" })).toEqual({
    ...initialSubscriptionStore,
    products,
    prices,
    selectedPrices,
  });
});

describe("given a family's choice", () => {
  const chosen = (changes: Partial<SubscriptionStore>) =>
    changesOf({ ...initialSubscriptionStore, customerSubscriptions: [subscription()], ...changes });

  it.each<[string, Partial<SubscriptionStore>, ReturnType<typeof changesOf>]>([
    ["of its current plan", { selectedPrices: ["monthly"] }, []],
    ["of another plan", { selectedPrices: ["yearly"] }, [{ id: "sub_1", priceId: "yearly" }]],
    ["to cancel", { pricesToCancel: ["monthly"] }, [{ id: "sub_1", cancel_at_period_end: true }]],
    [
      "to cancel an already cancelled plan",
      { pricesToCancel: ["monthly"], customerSubscriptions: [subscription({ cancel_at_period_end: true })] },
      [],
    ],
    [
      "to resume a cancelled plan",
      { pricesToReactivate: ["monthly"], customerSubscriptions: [subscription({ cancel_at_period_end: true })] },
      [{ id: "sub_1", cancel_at_period_end: false }],
    ],
    [
      "to resume with another plan",
      {
        selectedPrices: ["yearly"],
        pricesToReactivate: ["monthly"],
        customerSubscriptions: [subscription({ cancel_at_period_end: true })],
      },
      [{ id: "sub_1", priceId: "yearly", cancel_at_period_end: false }],
    ],
    [
      "of another plan after the subscription ended",
      { selectedPrices: ["yearly"], customerSubscriptions: [subscription({ endedAt: "2026-11-20T00:00:00.000Z" })] },
      [],
    ],
  ])("%s, then the expected changes are sent", (_, changes, sent) => expect(chosen(changes)).toEqual(sent));
});

it("given a pending plan change, then selecting the current plan counts as a change", () => {
  const waiting = { ...full, pricesToCancel: [], pricesToReactivate: [], selectedPrices: ["monthly"] };
  const held = (pendingPriceId: string | null) => [subscription({ pendingPriceId })];
  expect(changesOf({ ...waiting, customerSubscriptions: held("yearly") })).toEqual([
    { id: "sub_1", priceId: "monthly" },
  ]);
  expect(changesOf({ ...waiting, customerSubscriptions: held(null) })).toEqual([]);
});
