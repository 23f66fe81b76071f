import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { paidFamily } from "#tests/support/paid-family";
import { customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";

/** What super users read about a family, and what the log says of it. docs/decisions/0091-families-for-super-users.md. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
  await seedRealm(scene.databases.eu, "se");
});
afterAll(() => scene.close());

const monthly = "price_family_month_se";
const day = 24 * 3600;

const read = async ({ uid }: { uid: string }) =>
  (await scene.call("getManagedFamily", { params: { uid } }, "super.se")).body;

async function openingsOf(uid: string): Promise<unknown[]> {
  const { rows } = await scene.databases.eu.execute(sql`
    select 1 from directory.audit where action = 'payment.family_opened' and subject_uid = ${uid}
      and user_uid = (select uid from directory.users where username = 'super.se')`);
  return rows;
}

describe("opening a family", () => {
  it("is in the log once for each super user, however often the page is read within ten minutes", async () => {
    const family = await scene.signUp();
    await read(family);
    await read(family);
    expect(await openingsOf(family.uid)).toHaveLength(1);
    const other = await scene.signUp();
    await scene.databases.eu.execute(sql`
      insert into directory.audit (realm, at, action, user_uid, subject_type, subject_uid)
      select realm, now() - interval '11 minutes', action, user_uid, subject_type, ${other.uid}
      from directory.audit where subject_uid = ${family.uid} and action = 'payment.family_opened'`);
    await read(other);
    expect(await openingsOf(other.uid)).toHaveLength(2);
  });

  it("by anybody else is refused and not in the log", async () => {
    const family = await scene.signUp();
    expect((await scene.call("getManagedFamily", { params: { uid: family.uid } }, "admin.se")).status).toBe(403);
    const { rows } = await scene.databases.eu.execute(
      sql`select 1 from directory.audit where subject_uid = ${family.uid} and action = 'payment.family_opened'`,
    );
    expect(rows).toEqual([]);
  });
});

describe("the mails of a family", () => {
  it("are in one list, also those with a link that are sent at once, without what they say", async () => {
    const family = await scene.signUp();
    await vi.waitFor(async () => expect((await read(family)).mails).toHaveLength(1));
    const { mails } = await read(family);
    expect(mails).toEqual([
      {
        ...{ kind: "confirm-email", subject: "Bekräfta din e-postadress", state: "sent" },
        ...{ createdAt: expect.any(String), sentAt: expect.any(String) },
      },
    ]);
  });
});

// Last: the provider's clock stays a month ahead.
describe("the order of a family", () => {
  it("has each of its payments with the order's number, also the renewal", async () => {
    const family = await paidFamily(scene, { priceId: monthly });
    const [{ number }] = (await read(family)).orders;
    scene.standIn.clock.advance(32 * day);
    const { payments } = (await read(family)).provider;
    expect(payments.map(({ orderNumber }: { orderNumber: string }) => orderNumber)).toEqual([number, number]);
  });

  it("that was cancelled and then ended by a withdrawal, then its plan has ended and is not ending", async () => {
    const family = await paidFamily(scene, { priceId: monthly });
    const { data } = await scene.stripe().subscriptions.list({ customer: await customerOf(scene, family.uid) });
    await scene.stripe().subscriptions.update(String(data[0]?.id), { cancel_at_period_end: true });
    expect((await read(family)).provider.plan).toMatchObject({ isEnding: true, endedAt: null });
    await scene.call("withdraw", {}, family.email);
    const { plan } = (await read(family)).provider;
    expect(plan).toMatchObject({ status: "canceled", isEnding: false, endedAt: expect.anything() });
  });

  it("has a renewal that failed", async () => {
    const family = await paidFamily(scene, { priceId: monthly });
    const [{ number }] = (await read(family)).orders;
    const stripe = scene.stripe();
    const customer = await customerOf(scene, family.uid);
    const { id } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    const { data } = await stripe.subscriptions.list({ customer });
    await stripe.subscriptions.update(String(data[0]?.id), { default_payment_method: id });
    scene.standIn.clock.advance(32 * day);
    const { payments } = (await read(family)).provider;
    expect(payments[0]).toMatchObject({ status: "failed", orderNumber: number });
  });
});
