import type { DueMailValues, MailContract } from "~/services/contracts/mail-table";

/** Values of each kind of mail, for tests and pictures. */
const money = { amount: 7900, currency: "SEK" } as const;
const plan = { plan: "month" } as const;
const invoice = "https://pay.example/invoice/1";
const failed = { amount: money, plan, retryOn: { day: "2026-12-03" }, closesOn: { day: "2026-12-02" }, invoice };

const contract: MailContract = {
  ...{ price: money, firstMonth: "", firstYear: null, nextAmount: money, nextOn: { day: "2026-12-30" } },
  ...{ consentedOn: { moment: "2026-11-30T08:15:00Z" }, unconsented: null, withdrawBy: { day: "2026-12-14" } },
  coupon: { coupon: { percentOff: 50, amountOff: null, currency: null, duration: "repeating", months: 3 } },
};

export const sampleMails: DueMailValues = {
  welcome: { address: "asa@hem.example" },
  "trial-started": { until: { day: "2026-12-13" } },
  "trial-ending": { until: { day: "2026-12-13" } },
  "payment-receipt": {
    ...{
      amount: money,
      paidOn: { day: "2026-11-30" },
      plan,
      orderNumber: "4F7A-01C2-99B0-7E5D-A3F1",
      number: "F-1",
      invoice,
      credit: money,
      ...contract,
    },
    ...{ from: { day: "2026-11-30" }, until: { day: "2026-12-30" } },
  },
  "payment-failed": failed,
  "payment-failed-again": failed,
  "plan-started": {
    ...{ amount: { ...money, amount: 0 }, plan, orderNumber: "4F7A-01C2-99B0-7E5D-A3F1" },
    ...{ from: { day: "2026-11-30" }, until: { day: "2026-12-30" }, ...contract },
    ...{ consentedOn: null, unconsented: "", firstMonth: null, firstYear: "" },
  },
  "plan-changed": {
    ...{ previous: plan, charged: { ...money, amount: 71_100 }, chargedVat: { ...money, amount: 14_220 } },
    ...{ credit: money, balance: money, readsOn: "" },
    plan: { plan: "year" },
    amount: { ...money, amount: 79_000 },
    nextOn: { day: "2027-11-30" },
  },
  withdrawn: {
    plan,
    number: "4F7A-01C2-99B0-7E5D-A3F1",
    statedName: "Åsa Berg",
    receivedAt: { moment: "2026-11-30T08:15:00Z" },
    refund: { amount: 75150, currency: "SEK" },
    refunded: "",
    kept: { amount: 3850, currency: "SEK" },
  },
  "subscription-cancelled": {
    ...{ orderNumber: "4F7A-01C2-99B0-7E5D-A3F1", receivedOn: { moment: "2026-11-30T08:15:00Z" } },
    ...{ plan, until: { day: "2026-12-30" }, refund: { ...money, amount: 71_500 } },
    ...{ soonest: "", renews: null },
  },
  "cancellation-received": {
    ...{ plan, number: "4F7A-01C2-99B0-7E5D-A3F1", statedName: "Åsa Berg" },
    receivedAt: { moment: "2026-11-30T08:15:00Z" },
    ...{ ordinary: null, extraordinary: "", reason: "The books do not open.", wishedOn: { day: "2026-12-15" } },
    ...{ soonest: null, endsOn: { day: "2026-12-30" }, afterWish: "", refund: { ...money, amount: 71_500 } },
  },
  refunded: {
    orderNumber: "1A2B-3C4D-5E6F-7A8B-9C0D",
    number: "FAB-0001",
    refund: { amount: 2500, currency: "SEK" },
    payment: money,
    paidOn: { day: "2026-11-30" },
    last4: "4242",
  },
  "dispute-opened": {
    ...{ disputed: money, openedOn: { moment: "2026-11-30T08:15:00Z" }, familyName: "Åsa Berg" },
    path: "/controlpanel/families/6f0e7a52-6c7e-4f0e-9d39-2f8c6f3b8a11",
  },
  extended: { days: 14, amount: money, nextOn: { day: "2027-01-13" } },
  "cancellation-undone": { plan, pausedFrom: { day: "2026-12-30" }, amount: money, nextOn: { day: "2026-12-30" } },
  "subscription-ended": { plan, endedOn: { day: "2026-12-30" }, refund: { ...money, amount: 71_500 } },
  "plan-paused": { plan, until: { day: "2026-12-30" }, amount: money, nextOn: { day: "2027-02-28" } },
  "pause-undone": { plan, amount: money, nextOn: { day: "2026-12-30" } },
  "pause-ending": { plan, amount: money, nextOn: { day: "2027-02-28" } },
  "subscription-ended-unpaid": { plan, amount: money, endedOn: { day: "2026-12-15" } },
  "yearly-renewal": { amount: { ...money, amount: 79_000 }, renewsOn: { day: "2027-01-01" } },
  "yearly-first-payment": { amount: { ...money, amount: 79_000 }, renewsOn: { day: "2027-01-01" } },
  "reading-week": {
    ...{ from: { day: "2026-11-23" }, until: { day: "2026-11-29" } },
    children: {
      reading: [
        { name: "Léon", minutes: 45, days: 4, books: 2 },
        { name: "Ava", minutes: 1, days: 1, books: 1 },
        { name: "Mia", minutes: 0, days: 0, books: 0 },
      ],
    },
  },
  "card-expiring": { card: "Visa", last4: "4242", month: { month: "2026-12" } },
  "email-changed": { address: "n…@hem.example", changedOn: { moment: "2026-11-30T07:42:00.000Z" } },
  "password-changed": { changedOn: { moment: "2026-11-30T07:42:00.000Z" } },
  "device-joined": { device: "Blue tablet", child: "Léon", joinedOn: { moment: "2026-11-30T07:42:00.000Z" } },
  "new-device": { device: "Chrome, Windows", signedInOn: { moment: "2026-11-30T07:42:00.000Z" } },
};
