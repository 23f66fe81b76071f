import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { distinctCards } from "./rules";

/** A card that was saved several times: the provider then has several methods for it. */

let scene: PaymentScene;

beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

async function saveCard(email: string, card: string): Promise<string> {
  const { body } = await scene.call("createClientSecret", {}, email);
  const saved = await scene.stripe().setupIntents.confirm(body.setupIntent.id, { payment_method: card });
  scene.standIn.clock.advance(1);
  return String(saved.payment_method);
}

/** A family that has saved a visa, the same visa again, and a mastercard between them. */
async function familyWithCards() {
  const { email } = await scene.signUp();
  const first = await saveCard(email, "pm_card_visa");
  const other = await saveCard(email, "pm_card_mastercard");
  const second = await saveCard(email, "pm_card_visa");
  const listed = async (): Promise<string[]> =>
    (await scene.call("getPaymentMethods", {}, email)).body.paymentMethods.data.map(({ id }: { id: string }) => id);
  const choose = (id: string) =>
    scene.call("changeCustomer", { body: { invoice_settings: { default_payment_method: id } } }, email);
  return { email, first, other, second, listed, choose };
}

it("is listed once, as the method that is charged", async () => {
  const { first, other, second, listed, choose } = await familyWithCards();
  expect(await listed()).toEqual([second, other]);
  await choose(first);
  expect(await listed()).toEqual([other, first]);
  await choose(other);
  expect(await listed()).toEqual([second, other]);
});

it("is removed altogether, and no other card with it; removing it again changes nothing", async () => {
  const { email, first, other, second, listed } = await familyWithCards();
  expect((await scene.call("deletePaymentMethods", { body: { id: second } }, email)).status).toBe(204);
  expect(await listed()).toEqual([other]);
  expect((await scene.call("deletePaymentMethods", { body: { id: first } }, email)).status).toBe(204);
  const known = await scene.stripe().paymentMethods.retrieve(first);
  expect(known.customer).toBeNull();
});

describe("methods without a fingerprint", () => {
  it("are cards of their own", () => {
    const card = { brand: "visa", last4: "4242", exp_month: 1, exp_year: 2030 };
    const method = (id: string) => ({ id, type: "card", customerId: null, card, fingerprint: null, createdAt: 1 });
    expect(distinctCards([method("pm_1"), method("pm_2")], "pm_1")).toHaveLength(2);
  });
});
