import { describe, expect, it } from "vitest";
import { orderStatuses } from "~/services/contracts/payment";
import { afterCoupon, isCouponFor, opensUntil, orderStatusOf, planOf, unchosenCard } from "./rules";
import type {
  ProviderCoupon,
  ProviderCustomer,
  ProviderInvoice,
  ProviderPrice,
  ProviderSubscription,
} from "./stripe-port";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

const invoice: ProviderInvoice = {
  ...{
    id: "in_1",
    subscriptionId: "sub_1",
    number: "F-1",
    status: "paid",
    total: 7900,
    amountDue: 7900,
    currency: "sek",
  },
  ...{ createdAt: at("2026-03-10"), startsAt: at("2026-03-10"), pdfUrl: null, pageUrl: null, clientSecret: null },
  isForChange: false,
};
const subscription: ProviderSubscription = {
  ...{ id: "sub_1", customerId: "cus_1", status: "active", orderId: null, subscriptionType: "fabel-consumer" },
  ...{
    itemId: "si_1",
    priceId: "price_1",
    productId: "prod_1",
    quantity: 1,
    amount: 7900,
    currency: "sek",
    interval: "month",
  },
  ...{ startedAt: at("2026-02-10"), periodStart: at("2026-03-10"), periodEnd: at("2026-04-10") },
  ...{ cancelAtPeriodEnd: false, endedAt: null, defaultPaymentMethodId: null, coupon: null, latestInvoice: invoice },
  pendingPriceId: null,
};
const first = { startedAt: at("2026-03-10") };
const unpaid = { latestInvoice: { ...invoice, status: "void" } };

describe("a subscription's last day with access", () => {
  it.each<[string, Partial<ProviderSubscription>, string | null]>([
    ["of one that renews is the day after its period", {}, "2026-04-11"],
    ["of one in a trial of the provider's is the day after it", { status: "trialing" }, "2026-04-11"],
    ["of one that was cancelled at its end is that day", { cancelAtPeriodEnd: true }, "2026-04-10"],
    ["of one whose renewal failed is the day after what was paid", { status: "past_due" }, "2026-03-11"],
    ["of one whose renewals have failed is the same", { status: "unpaid" }, "2026-03-11"],
    ["of one that ended early is the day of its end", { status: "canceled", endedAt: at("2026-03-20") }, "2026-03-20"],
    ["of one that ended late is its period's", { status: "canceled", endedAt: at("2026-05-20") }, "2026-04-10"],
    [
      "of one that ended after a failed renewal is the day after what was paid",
      { status: "canceled", endedAt: at("2026-03-25"), ...unpaid },
      "2026-03-11",
    ],
    [
      "of one that ended after a change of plan was given up is its end",
      { status: "canceled", endedAt: at("2026-03-20"), latestInvoice: { ...unpaid.latestInvoice, isForChange: true } },
      "2026-03-20",
    ],
    ["of one that was never paid is none", { status: "incomplete", ...first, ...unpaid }, null],
    ["of one that expired unpaid is none", { status: "incomplete_expired", ...first, ...unpaid }, null],
    ["of one that ended unpaid is none", { status: "canceled", endedAt: at("2026-03-11"), ...first, ...unpaid }, null],
  ])("%s", (_, change, day) => {
    expect(opensUntil({ ...subscription, ...change }, [invoice])).toBe(day);
  });
});

describe("a subscription's last day with access after two unpaid renewals", () => {
  const renewal = (day: string, status: string) => ({ ...invoice, id: `in_${day}`, startsAt: at(day), status });
  const [paid, first, second] = [
    renewal("2026-01-10", "paid"),
    renewal("2026-02-10", "open"),
    renewal("2026-03-10", "open"),
  ];
  const started = { startedAt: at("2026-01-10"), latestInvoice: second };
  it.each<[string, Partial<ProviderSubscription>, ProviderInvoice[]]>([
    ["is the day after what was paid", { status: "past_due" }, [second, first, paid]],
    [
      "is the same where the older one was given up",
      { status: "unpaid" },
      [second, { ...first, status: "void" }, paid],
    ],
    ["is the same once it has ended", { status: "canceled", endedAt: at("2026-03-25") }, [second, first, paid]],
    [
      "is not moved by another one's invoices or by a change of plan",
      { status: "past_due" },
      [
        second,
        first,
        paid,
        { ...first, startsAt: at("2026-01-20"), subscriptionId: "sub_2" },
        { ...first, startsAt: at("2026-01-20"), isForChange: true },
      ],
    ],
  ])("%s", (_, change, invoices) => {
    expect(opensUntil({ ...subscription, ...started, ...change }, invoices)).toBe("2026-02-11");
  });
});

describe("an order's next status", () => {
  const nothing = { subscription: null, intentStatus: null, hasFailed: false, checkoutStatus: null };
  const incomplete = { ...subscription, ...first, ...unpaid, status: "incomplete" };
  const truths = {
    "nothing yet": nothing,
    "a card is asked for": { ...nothing, subscription: incomplete, intentStatus: "requires_payment_method" },
    "the holder is asked": { ...nothing, subscription: incomplete, intentStatus: "requires_action" },
    "the card was declined": {
      ...nothing,
      subscription: incomplete,
      intentStatus: "requires_payment_method",
      hasFailed: true,
    },
    "the payment is under way": { ...nothing, subscription: incomplete, intentStatus: "processing" },
    "the payment succeeded a moment ago": { ...nothing, subscription: incomplete, intentStatus: "succeeded" },
    "it runs": { ...nothing, subscription, intentStatus: "succeeded" },
    "it ran and ended": {
      ...nothing,
      subscription: { ...subscription, status: "canceled", endedAt: at("2026-03-20") },
    },
    "it expired": {
      ...nothing,
      subscription: { ...incomplete, status: "incomplete_expired" },
      intentStatus: "canceled",
    },
    "it was ended unpaid": {
      ...nothing,
      subscription: { ...incomplete, status: "canceled" },
      intentStatus: "canceled",
    },
    "the hosted page is open": { ...nothing, checkoutStatus: "open" },
    "the hosted page is done": { ...nothing, checkoutStatus: "complete" },
    "the hosted page expired": { ...nothing, checkoutStatus: "expired" },
  };
  const wanted: Record<keyof typeof truths, (typeof orderStatuses)[number]> = {
    "nothing yet": "created",
    "a card is asked for": "created",
    "the holder is asked": "created",
    "the card was declined": "failed",
    "the payment is under way": "processing",
    "the payment succeeded a moment ago": "processing",
    "it runs": "completed",
    "it ran and ended": "completed",
    "it expired": "canceled",
    "it was ended unpaid": "canceled",
    "the hosted page is open": "created",
    "the hosted page is done": "processing",
    "the hosted page expired": "canceled",
  };
  const table = orderStatuses.flatMap((before) =>
    (Object.keys(truths) as Array<keyof typeof truths>).map((truth) => {
      if (before === "completed") return [before, truth, "completed"] as const;
      if (before === "canceled" && wanted[truth] !== "completed") return [before, truth, "canceled"] as const;
      return [before, truth, wanted[truth]] as const;
    }),
  );

  it.each(table)("given status %s, and %s, then it is %s", (before, truth, after) => {
    expect(orderStatusOf(before, truths[truth])).toBe(after);
  });
});

describe("plans and coupons", () => {
  const price: ProviderPrice = {
    id: "price_1",
    product: { id: "prod_1", name: "Fabel", description: null, active: true, metadata: {} },
    ...{ active: true, amount: 7900, currency: "sek", interval: "month", intervalCount: 1 },
    metadata: { realm: "se", subscriptionType: "fabel-consumer" },
  };
  const coupon: ProviderCoupon = {
    ...{ id: "C", name: null, isValid: true, amountOff: null, percentOff: 20, currency: null, products: null },
  };

  it.each<[string, Partial<ProviderPrice>, boolean]>([
    ["of the country", {}, true],
    ["of any country", { metadata: { subscriptionType: "fabel-consumer" } }, true],
    ["of another country", { metadata: { realm: "no", subscriptionType: "fabel-consumer" } }, false],
    ["in another currency", { currency: "nok" }, false],
    ["that is paid once", { interval: null }, false],
    ["for schools", { metadata: { realm: "se", subscriptionType: "fabel-school" } }, false],
    ["for nobody", { metadata: {} }, false],
    ["by its product's words", { metadata: {}, product: { ...price.product, metadata: price.metadata } }, true],
  ])("given a price %s, then planOf accepts only plans for families of the country", (_, change, isPlan) => {
    expect(planOf({ ...price, ...change }, "se") !== null).toBe(isPlan);
  });

  it.each<[string, Partial<ProviderCoupon>, boolean, number]>([
    ["of 20 %", {}, true, 6320],
    ["of 33.33 %", { percentOff: 33.33 }, true, 5267],
    ["of 5 kr", { percentOff: null, amountOff: 500, currency: "sek" }, true, 7400],
    ["of more than the price", { percentOff: null, amountOff: 10000, currency: "sek" }, true, 0],
    ["in another currency", { percentOff: null, amountOff: 500, currency: "eur" }, false, 7400],
    ["of another product", { products: ["prod_2"] }, false, 6320],
    ["that is over", { isValid: false }, false, 6320],
  ])(
    "given a coupon %s, then isCouponFor tells whether it applies, and afterCoupon what is left to pay",
    (_, change, isFor, left) => {
      expect([isCouponFor({ ...coupon, ...change }, price), afterCoupon(7900, { ...coupon, ...change })]).toEqual([
        isFor,
        left,
      ]);
    },
  );
});

describe("a saved card that was never chosen", () => {
  const card = (id: string, day: string) => ({ id, type: "card", customerId: "cus_1", card: null, createdAt: at(day) });
  const [old, later] = [card("pm_old", "2026-02-10"), card("pm_later", "2026-03-20")];
  const customer = {
    ...{ id: "cus_1", name: null, email: null },
    defaultPaymentMethodId: null,
    chosenAmongUntil: null,
  };
  const paysWith = (id: string | null) => ({ ...subscription, defaultPaymentMethodId: id });
  const chose = (id: string | null, day: string) => ({ defaultPaymentMethodId: id, chosenAmongUntil: at(day) });

  it.each<[string, Partial<ProviderCustomer>, ProviderSubscription | null, Array<typeof old>, string | null]>([
    ["is none where there are no cards", {}, null, [], null],
    ["is none where the newest is charged", {}, paysWith("pm_later"), [later, old], null],
    ["is the one that came after the card of the first payment", {}, paysWith("pm_old"), [later, old], "pm_later"],
    ["is the only one of a family that pays nothing yet", {}, null, [old], "pm_old"],
    ["is none where an older one was chosen", chose("pm_old", "2026-03-20"), paysWith("pm_old"), [later, old], null],
    ["is one that came after a choice", chose("pm_old", "2026-02-10"), paysWith("pm_old"), [later, old], "pm_later"],
    ["is none where the chosen one was removed", chose(null, "2026-03-20"), paysWith(null), [old], null],
    ["is none where the card of the first payment was removed", {}, paysWith(null), [card("pm_x", "2026-01-10")], null],
    ["is none where the provider's staff chose", { defaultPaymentMethodId: "pm_old" }, null, [later, old], null],
  ])("%s", (_, change, running, held, id) => {
    expect(unchosenCard({ ...customer, ...change }, running, held)?.id ?? null).toBe(id);
  });
});
