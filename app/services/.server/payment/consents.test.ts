import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { consentOf } from "./consents-store";

/** Consent to start at once: stored with version and time for each order, and kept after the account. docs/product/choices.md#payment. */

let scene: PaymentScene;
beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const wish = { priceId: "price_family_month_se", name: "Ada", email: "ada@home.example" };
const version = "2026-11-30";

async function ordered() {
  const family = await scene.signUp();
  const { body: order } = await scene.call("createOrder", { body: wish }, family.email);
  const record = (isConsented: boolean, of = version) =>
    scene.call("recordConsent", { params: { id: order.id }, body: { version: of, isConsented } }, family.email);
  const pay = async () => {
    await scene.pay(order);
    await scene.call("settleOrder", { params: { id: order.id } }, family.email);
  };
  return { ...family, order, record, pay, stored: () => consentOf(scene.databases.eu, order.id) };
}

it("given no record, then there is none, and the order can be paid", async () => {
  const { pay, stored, uid } = await ordered();
  await pay();
  expect(await stored()).toBeNull();
  expect((await scene.family(uid))?.period?.isRunning).toBe(true);
});

it("until the order is paid the last answer counts, and the first after that", async () => {
  const { order, record, pay, stored } = await ordered();
  expect((await record(true)).body).toEqual({ orderId: order.id, version, consentedAt: expect.any(String) });
  expect((await record(false, "2027-01-01")).body).toEqual({
    orderId: order.id,
    version: "2027-01-01",
    consentedAt: null,
  });
  const { body: last } = await record(true);
  expect(Math.abs(Date.now() - Date.parse(last.consentedAt))).toBeLessThan(60_000);
  await pay();
  expect((await record(false)).body).toEqual(last);
  expect(await stored()).toEqual(last);
});

it("given a note that arrives after the payment, then it is stored once", async () => {
  const { record, pay } = await ordered();
  await pay();
  const { body: first } = await record(false);
  expect(first.consentedAt).toBeNull();
  expect((await record(true)).body).toEqual(first);
});

it("before the first log-in the browser session may record it; a text without a version may not be recorded", async () => {
  const { browserSession } = await scene.signUp();
  const { body: order } = await scene.call("createOrder", { body: wish, browserSession }, null);
  const params = { id: order.id };
  const record = (body: object) => scene.call("recordConsent", { params, body, browserSession }, null);
  expect((await record({ version, isConsented: true })).status).toBe(200);
  expect((await record({ version: "new", isConsented: true })).status).toBe(400);
});

it("is listed for its family alone", async () => {
  const [mine, theirs] = [await ordered(), await ordered()];
  const { body: consent } = await mine.record(true);
  expect((await scene.call("getConsents", {}, mine.email)).body).toEqual({ data: [consent] });
  expect((await scene.call("getConsents", {}, theirs.email)).body).toEqual({ data: [] });
  const purchases = async (email: string) => (await scene.call("getPurchases", {}, email)).body.data;
  const own = { id: consent.orderId, number: expect.any(String), amount: 7900, vat: 1580, currency: "SEK" };
  expect(await purchases(mine.email)).toMatchObject([own]);
  expect(await purchases(theirs.email)).toMatchObject([{ id: expect.not.stringContaining(consent.orderId) }]);
});

it("stays with the order when the person is erased, and names nobody", async () => {
  const { uid, order, record, pay, stored } = await ordered();
  await record(true);
  await pay();
  const before = await stored();
  await scene.payment.erasePeople("se", [uid]);
  expect(await stored()).toEqual(before);
  const { rows } = await scene.databases.eu.execute(sql`select * from payment.consents where order_id = ${order.id}`);
  expect(JSON.stringify(rows)).not.toContain(uid);
});
