import { describe, expect, it } from "vitest";
import { addDays, dayIn, type Realm } from "~/realms/realm";
import { orderStatuses } from "~/services/contracts/payment";
import {
  afterCoupon,
  couponRefusal,
  endsBeforePayment,
  opensUntil,
  orderStatusOf,
  ownPromotionCode,
  planOf,
  promotionCodeRefusal,
  unchosenCard,
} from "./rules";
import type {
  ProviderCoupon,
  ProviderCustomer,
  ProviderInvoice,
  ProviderPrice,
  ProviderPromotionCode,
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
    tax: 1580,
    credit: 0,
    amountDue: 7900,
    currency: "sek",
  },
  ...{
    createdAt: at("2026-03-10"),
    startsAt: at("2026-03-10"),
    endsAt: at("2026-04-10"),
    pdfUrl: null,
    pageUrl: null,
    clientSecret: null,
  },
  attempts: 0,
  nextAttemptAt: null,
  isForChange: false,
  isRenewal: false,
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
  ...{
    cancelAtPeriodEnd: false,
    pausedFrom: null,
    endedAt: null,
    defaultPaymentMethodId: null,
    coupon: null,
    couponEndsAt: null,
    latestInvoice: invoice,
  },
  pendingPriceId: null,
};
const first = { startedAt: at("2026-03-10") };
const unpaid = { latestInvoice: { ...invoice, status: "void" } };

describe("a coupon that is added to a plan", () => {
  const coupon = { duration: "repeating", months: 3 } as ProviderCoupon;
  it.each<[string, Partial<ProviderCoupon>, string, boolean]>([
    ["that lasts until the next payment is of use", {}, "2026-05-28", false],
    ["that runs out before it is of none", {}, "2026-05-29", true],
    ["for one payment is of use whenever that comes", { duration: "once", months: null }, "2027-03-01", false],
    ["for all payments is of use", { duration: "forever", months: null }, "2027-03-01", false],
  ])("%s", (_, change, next, expected) => {
    expect(endsBeforePayment({ ...coupon, ...change }, at("2026-02-28"), at(next))).toBe(expected);
  });
});

describe("the last day with access of a subscription", () => {
  it.each<[string, Partial<ProviderSubscription>, string | null]>([
    ["that renews is the day after the end of its period", {}, "2026-04-11"],
    ["that is in the provider's trial is the day after the end of the trial", { status: "trialing" }, "2026-04-11"],
    [
      "that is cancelled at the end of its period is the last day of the period",
      { cancelAtPeriodEnd: true },
      "2026-04-10",
    ],
    ["that is past due is the day after the paid period", { status: "past_due" }, "2026-03-11"],
    ["that is unpaid is the day after the paid period", { status: "unpaid" }, "2026-03-11"],
    [
      "that ended before the end of its period is the day on which it ended",
      { status: "canceled", endedAt: at("2026-03-20") },
      "2026-03-20",
    ],
    [
      "that ended after its period is the last day of the period",
      { status: "canceled", endedAt: at("2026-05-20") },
      "2026-04-10",
    ],
    [
      "that ended after a failed renewal is the day after the paid period",
      { status: "canceled", endedAt: at("2026-03-25"), ...unpaid },
      "2026-03-11",
    ],
    [
      "that ended after an abandoned plan change is the day on which it ended",
      { status: "canceled", endedAt: at("2026-03-20"), latestInvoice: { ...unpaid.latestInvoice, isForChange: true } },
      "2026-03-20",
    ],
    ["that is incomplete and was never paid is null", { status: "incomplete", ...first, ...unpaid }, null],
    ["that expired unpaid is null", { status: "incomplete_expired", ...first, ...unpaid }, null],
    ["that ended unpaid is null", { status: "canceled", endedAt: at("2026-03-11"), ...first, ...unpaid }, null],
  ])("%s", (_, change, day) => {
    expect(opensUntil({ ...subscription, ...change }, [invoice], "se")).toBe(day);
  });
});

describe("the last day with access is a day of the country", () => {
  const moment = (text: string) => Date.parse(text) / 1000;
  /** A month paid on 31 January ends on 28 February; the clocks change in March and on 25 October (us: 1 November). */
  const ends = {
    se: ["2027-02-28T22:59:00Z", "2027-02-28T23:01:00Z", "2027-10-30T22:30:00Z"],
    fi: ["2027-02-28T21:59:00Z", "2027-02-28T22:01:00Z", "2027-10-30T21:30:00Z"],
    uk: ["2027-02-28T23:59:00Z", "2027-03-01T00:01:00Z", "2027-10-30T23:30:00Z"],
    us: ["2027-03-01T04:59:00Z", "2027-03-01T05:01:00Z", "2027-11-07T04:30:00Z"],
  };
  const likeSweden = ["de", "fr", "nl", "no"] as const;
  const table: Array<[Realm, string[]]> = [
    ...Object.entries(ends).map(([realm, times]): [Realm, string[]] => [realm as Realm, times]),
    ...likeSweden.map((realm): [Realm, string[]] => [realm, ends.se]),
  ];
  it.each(table)(
    "%s, at the month's end and over the change of clocks",
    (realm, [before = "", after = "", long = ""]) => {
      const lastDay = (end: string, cancelAtPeriodEnd: boolean) =>
        opensUntil({ ...subscription, periodEnd: moment(end), cancelAtPeriodEnd }, [invoice], realm);
      // The same days as in mails and on the page.
      for (const end of [before, after, long]) expect(lastDay(end, true)).toBe(dayIn(realm, new Date(end)));
      expect([lastDay(before, true), lastDay(after, true)]).toEqual(["2027-02-28", "2027-03-01"]);
      expect([lastDay(before, false), lastDay(after, false)]).toEqual(["2027-03-01", "2027-03-02"]);
      // The day on which the clocks go back has 25 hours, and is one day of grace all the same.
      const backOn = realm === "us" ? "2027-11-07" : "2027-10-31";
      expect(lastDay(long, true)).toBe(backOn);
      expect(lastDay(long, false)).toBe(addDays(backOn, 1));
    },
  );
});

describe("the last day with access after two unpaid renewals", () => {
  const renewal = (day: string, status: string) => ({ ...invoice, id: `in_${day}`, startsAt: at(day), status });
  const [paid, first, second] = [
    renewal("2026-01-10", "paid"),
    renewal("2026-02-10", "open"),
    renewal("2026-03-10", "open"),
  ];
  const started = { startedAt: at("2026-01-10"), latestInvoice: second };
  it.each<[string, Partial<ProviderSubscription>, ProviderInvoice[]]>([
    ["of a past-due subscription is the day after the paid period", { status: "past_due" }, [second, first, paid]],
    ["is the same if the older invoice is void", { status: "unpaid" }, [second, { ...first, status: "void" }, paid]],
    [
      "is the same once the subscription has ended",
      { status: "canceled", endedAt: at("2026-03-25") },
      [second, first, paid],
    ],
    [
      "ignores invoices of another subscription and of a plan change",
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
    expect(opensUntil({ ...subscription, ...started, ...change }, invoices, "se")).toBe("2026-02-11");
  });
});

describe("an order's next status", () => {
  const nothing = { subscription: null, intentStatus: null, hasFailed: false, checkoutStatus: null };
  const incomplete = { ...subscription, ...first, ...unpaid, status: "incomplete" };
  const truths = {
    "no data from the provider": nothing,
    "a payment that requires a card": { ...nothing, subscription: incomplete, intentStatus: "requires_payment_method" },
    "a payment that requires authentication": { ...nothing, subscription: incomplete, intentStatus: "requires_action" },
    "a declined card": {
      ...nothing,
      subscription: incomplete,
      intentStatus: "requires_payment_method",
      hasFailed: true,
    },
    "a payment in progress": { ...nothing, subscription: incomplete, intentStatus: "processing" },
    "a payment that succeeded before the subscription is active": {
      ...nothing,
      subscription: incomplete,
      intentStatus: "succeeded",
    },
    "an active subscription": { ...nothing, subscription, intentStatus: "succeeded" },
    "a subscription that was active and ended": {
      ...nothing,
      subscription: { ...subscription, status: "canceled", endedAt: at("2026-03-20") },
    },
    "a subscription that expired unpaid": {
      ...nothing,
      subscription: { ...incomplete, status: "incomplete_expired" },
      intentStatus: "canceled",
    },
    "a subscription that was cancelled unpaid": {
      ...nothing,
      subscription: { ...incomplete, status: "canceled" },
      intentStatus: "canceled",
    },
    "an open hosted page": { ...nothing, checkoutStatus: "open" },
    "a completed hosted page": { ...nothing, checkoutStatus: "complete" },
    "an expired hosted page": { ...nothing, checkoutStatus: "expired" },
  };
  const wanted: Record<keyof typeof truths, (typeof orderStatuses)[number]> = {
    "no data from the provider": "created",
    "a payment that requires a card": "created",
    "a payment that requires authentication": "created",
    "a declined card": "failed",
    "a payment in progress": "processing",
    "a payment that succeeded before the subscription is active": "processing",
    "an active subscription": "completed",
    "a subscription that was active and ended": "completed",
    "a subscription that expired unpaid": "canceled",
    "a subscription that was cancelled unpaid": "canceled",
    "an open hosted page": "created",
    "a completed hosted page": "processing",
    "an expired hosted page": "canceled",
  };
  const table = orderStatuses.flatMap((before) =>
    (Object.keys(truths) as Array<keyof typeof truths>).map((providerState) => {
      if (before === "completed") return [before, providerState, "completed"] as const;
      if (before === "canceled" && wanted[providerState] !== "completed")
        return [before, providerState, "canceled"] as const;
      return [before, providerState, wanted[providerState]] as const;
    }),
  );

  it.each(table)("given an order that is %s, and %s, then its status is %s", (before, providerState, after) => {
    expect(orderStatusOf(before, truths[providerState])).toBe(after);
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
    ...{
      id: "C",
      name: null,
      isValid: true,
      isUsedUp: false,
      amountOff: null,
      percentOff: 20,
      currency: null,
      duration: "once",
      months: null,
      products: null,
    },
  };

  it.each<[string, Partial<ProviderPrice>, boolean]>([
    ["of the country", {}, true],
    ["without a country", { metadata: { subscriptionType: "fabel-consumer" } }, true],
    ["of another country", { metadata: { realm: "no", subscriptionType: "fabel-consumer" } }, false],
    ["in another currency", { currency: "nok" }, false],
    ["without an interval", { interval: null }, false],
    ["for schools", { metadata: { realm: "se", subscriptionType: "fabel-school" } }, false],
    ["without a subscription type", { metadata: {} }, false],
    [
      "with the metadata in its product",
      { metadata: {}, product: { ...price.product, metadata: price.metadata } },
      true,
    ],
  ])("given a price %s, then planOf accepts only plans for families of the country", (_, change, isPlan) => {
    expect(planOf({ ...price, ...change }, "se") !== null).toBe(isPlan);
  });

  it.each<[string, Partial<ProviderCoupon>, string | null, number]>([
    ["of 20 %", {}, null, 6320],
    ["of 33.33 %", { percentOff: 33.33 }, null, 5267],
    ["of 5 kr", { percentOff: null, amountOff: 500, currency: "sek" }, null, 7400],
    ["of more than the price", { percentOff: null, amountOff: 10000, currency: "sek" }, null, 0],
    ["in another currency", { percentOff: null, amountOff: 500, currency: "eur" }, "otherPlan", 7400],
    ["of another product", { products: ["prod_2"] }, "otherPlan", 6320],
    ["that has expired", { isValid: false }, "expired", 6320],
    ["that is used up", { isValid: false, isUsedUp: true }, "usedUp", 6320],
  ])(
    "given a coupon %s, then couponRefusal tells why it does not apply, and afterCoupon what is left to pay",
    (_, change, refusal, left) => {
      const changed = { ...coupon, ...change };
      expect([couponRefusal(changed, price), afterCoupon(7900, changed)]).toEqual([refusal, left]);
    },
  );

  const code: ProviderPromotionCode = {
    ...{ id: "promo_1", code: "SUMMER", isActive: true, isUsedUp: false, customerId: null, isForFirstPurchase: false },
    ...{ minimum: null, coupon },
  };
  const invalid = { ...coupon, isValid: false };

  it.each<[string, Partial<ProviderPromotionCode>, { isCounted?: boolean; hasBought?: boolean }, string | null]>([
    ["for everybody", {}, { hasBought: true }, null],
    ["that has expired or was withdrawn", { isActive: false }, {}, "expired"],
    ["that has expired after an unpaid order", { isActive: false }, { isCounted: true }, "expired"],
    ["that is used up", { isActive: false, isUsedUp: true }, {}, "usedUp"],
    ["that an unpaid order of the family used up", { isActive: false, isUsedUp: true }, { isCounted: true }, null],
    [
      "whose coupon is used up",
      { isActive: false, isUsedUp: true, coupon: { ...invalid, isUsedUp: true } },
      { isCounted: true },
      "usedUp",
    ],
    ["for a first purchase", { isForFirstPurchase: true }, {}, null],
    ["for a first purchase, after one", { isForFirstPurchase: true }, { hasBought: true }, "firstPurchase"],
    ["of another plan", { coupon: { ...coupon, products: ["prod_2"] } }, {}, "otherPlan"],
    ["for at least the price", { minimum: { amount: 7900, currency: "sek" } }, {}, null],
    ["for more than the price", { minimum: { amount: 7901, currency: "sek" } }, {}, "otherPlan"],
    ["with a minimum in another currency", { minimum: { amount: 1, currency: "eur" } }, {}, "otherPlan"],
  ])("given a promotion code %s, then promotionCodeRefusal tells why it is refused", (_, change, family, refusal) => {
    const known = { isCounted: false, hasBought: false, ...family };
    expect(promotionCodeRefusal({ ...code, ...change }, price, known)).toBe(refusal);
  });

  it("given codes of the same letters, then a customer's own comes first, and another's never", () => {
    const [mine, theirs] = ["cus_1", "cus_2"].map((customerId) => ({ ...code, id: customerId, customerId }));
    if (!mine || !theirs) throw new Error("there are two codes");
    expect(ownPromotionCode([theirs, code, mine], "cus_1")).toBe(mine);
    expect(ownPromotionCode([theirs, code, mine], null)).toBe(code);
    expect(ownPromotionCode([theirs], "cus_1")).toBeNull();
    expect(ownPromotionCode([theirs], null)).toBeNull();
  });
});

describe("a saved card that was never chosen", () => {
  const card = (id: string, day: string) => ({
    id,
    type: "card",
    customerId: "cus_1",
    card: null,
    fingerprint: null,
    createdAt: at(day),
  });
  const [old, later] = [card("pm_old", "2026-02-10"), card("pm_later", "2026-03-20")];
  const customer = {
    ...{ id: "cus_1", name: null, email: null },
    ...{ defaultPaymentMethodId: null, credit: 0 },
    chosenAmongUntil: null,
  };
  const paysWith = (id: string | null) => ({ ...subscription, defaultPaymentMethodId: id });
  const chose = (id: string | null, day: string) => ({ defaultPaymentMethodId: id, chosenAmongUntil: at(day) });

  it.each<[string, Partial<ProviderCustomer>, ProviderSubscription | null, Array<typeof old>, string | null]>([
    ["given no cards, then none", {}, null, [], null],
    ["given that the newest card is charged already, then none", {}, paysWith("pm_later"), [later, old], null],
    ["given a card saved after the first payment, then that card", {}, paysWith("pm_old"), [later, old], "pm_later"],
    ["given one card and no subscription, then that card", {}, null, [old], "pm_old"],
    [
      "given that an older card was chosen among all, then none",
      chose("pm_old", "2026-03-20"),
      paysWith("pm_old"),
      [later, old],
      null,
    ],
    [
      "given a card saved after the choice, then that card",
      chose("pm_old", "2026-02-10"),
      paysWith("pm_old"),
      [later, old],
      "pm_later",
    ],
    ["given that the chosen card was deleted, then none", chose(null, "2026-03-20"), paysWith(null), [old], null],
    [
      "given that the card of the first payment was deleted, then none",
      {},
      paysWith(null),
      [card("pm_x", "2026-01-10")],
      null,
    ],
    [
      "given a default that was set at the provider, then none",
      { defaultPaymentMethodId: "pm_old" },
      null,
      [later, old],
      null,
    ],
  ])("%s", (_, change, running, held, id) => {
    expect(unchosenCard({ ...customer, ...change }, running, held)?.id ?? null).toBe(id);
  });
});
