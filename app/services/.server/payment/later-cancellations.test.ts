import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { paidFamily } from "#tests/support/paid-family";
import { type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** Cancellations for a later day than the paid time. docs/decisions/0095-stated-cancellations.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
  await seedRealm(scene.databases.eu, "se");
});
afterAll(() => scene.close());

const yearly = "price_family_year_se";
const day = 24 * 3600;

/** A family that has paid for a month. */
async function buyer() {
  const { order, ...family } = await paidFamily(scene);
  const { rows } = await scene.databases.eu.execute<{ number: string }>(
    sql`select number from payment.orders where id = ${order.id}`,
  );
  return { ...family, orderNumber: String(rows[0]?.number) };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

const state = ({ orderNumber, email }: Buyer, more: object = {}) =>
  scene.call(
    "stateAboutContract",
    { body: { kind: "cancellation", name: "Ada Berg", orderNumber, email, ...more } },
    null,
  );
const confirm = ({ uid }: Buyer) =>
  scene.databases.eu.execute(sql`update directory.users set email_verified = true where uid = ${uid}`);
const hourly = () => scene.payment.reconciliation.hourly();

async function mailsAbout({ uid }: Buyer, kind: string): Promise<Array<Record<string, unknown>>> {
  const { rows } = await scene.databases.eu.execute<{ values: Record<string, unknown> }>(
    sql`select values from mail.due_mails where uid = ${uid} and kind = ${kind} and state <> 'withheld'`,
  );
  return rows.map(({ values }) => values);
}

const subscriptionOf = async ({ email }: Buyer) => (await scene.call("getSubscriptions", {}, email)).body.data[0];
const later = async (family: Buyer) => {
  const { currentPeriodEnd } = await subscriptionOf(family);
  const endsOn = new Date(Date.parse(currentPeriodEnd) + 5 * day * 1000).toISOString().slice(0, 10);
  await state(family, { endsOn });
  await hourly();
  return endsOn;
};

it("given a cancellation for a later day, then the family sees when it ends, cannot pause, other changes name it, and super users see it", async () => {
  const family = await buyer();
  const wished = await later(family);
  const held = await subscriptionOf(family);
  expect(held).toMatchObject({ cancel_at_period_end: false, mayPause: false, nextPaymentAt: held.currentPeriodEnd });
  expect(held.cancelledTo > wished).toBe(true);
  const preview = (change: object) =>
    scene.call("previewSubscription", { body: { subscriptionId: held.id, ...change } }, family.email);
  expect((await preview({ pauseMonths: 1 })).status).toBe(409);
  const { body: toYear } = await preview({ priceId: yearly });
  expect(toYear).toMatchObject({ nextPaymentAt: null, nextPaymentAmount: null });
  expect(toYear.cancelledTo > held.cancelledTo).toBe(true);
  const { body: goesOn } = await preview({ cancel_at_period_end: false });
  expect(goesOn).toMatchObject({ cancelledTo: null, nextPaymentAt: held.currentPeriodEnd, nextPaymentAmount: 7900 });
  const { body: seen } = await scene.call("getManagedFamily", { params: { uid: family.uid } }, "super.se");
  expect(seen.provider.plan).toMatchObject({ isEnding: true, endsOn: held.cancelledTo });
  expect(seen.statements).toMatchObject([{ type: "ordinary", reason: null, endsOn: wished }]);
});

it("given one that is taken back, then the plan goes on, a mail says so, and a later cancellation counts again", async () => {
  const family = await buyer();
  await confirm(family);
  await later(family);
  const { id } = await subscriptionOf(family);
  const change = { params: { id }, body: { cancel_at_period_end: false } };
  await scene.call("changeSubscription", change, family.email);
  await hourly();
  expect(await subscriptionOf(family)).toMatchObject({ cancelledTo: null, mayPause: true });
  expect(await mailsAbout(family, "cancellation-undone")).toMatchObject([{ amount: { amount: 7900 } }]);
  await state(family);
  await hourly();
  expect(await subscriptionOf(family)).toMatchObject({ cancel_at_period_end: true });
  expect(await mailsAbout(family, "cancellation-received")).toHaveLength(2);
});

it("given one for a sooner end after it, then that counts, the first is replaced, and each has a receipt", async () => {
  const family = await buyer();
  await confirm(family);
  await later(family);
  await state(family);
  await hourly();
  expect(await subscriptionOf(family)).toMatchObject({ cancel_at_period_end: true });
  await state(family, { type: "extraordinary", reason: "Charged twice" });
  await hourly();
  await state(family);
  await hourly();
  const { body: seen } = await scene.call("getManagedFamily", { params: { uid: family.uid } }, "super.se");
  const states = seen.statements.map(({ type, status }: Record<string, string>) => [type, status]);
  expect(states).toEqual([
    ["ordinary", "repeated"],
    ["extraordinary", "done"],
    ["ordinary", "replaced"],
    ["ordinary", "replaced"],
  ]);
  const { body: waiting } = await scene.call("getUnmatchedStatements", {}, "super.se");
  expect(waiting.data).toMatchObject([{ reason: "Charged twice" }]);
  expect(await mailsAbout(family, "cancellation-received")).toHaveLength(4);
});

it("given one from an account without a confirmed address, then the general mail says until when the plan renews", async () => {
  const family = await buyer();
  await later(family);
  const { cancelledTo } = await subscriptionOf(family);
  expect(await mailsAbout(family, "cancellation-received")).toEqual([]);
  expect(await mailsAbout(family, "subscription-cancelled")).toMatchObject([
    { soonest: null, renews: "", until: { day: cancelledTo }, refund: null },
  ]);
});
