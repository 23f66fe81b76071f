import { afterAll, expect, it } from "vitest";
import { Browser } from "#tests/support/session-scene";
import { monthlyPrice, signupOrigin, signupScene } from "#tests/support/signup-scene";

/** An order that was begun and not paid, on the subscription page. */

const scene = await signupScene();
afterAll(() => scene.standIn.close());

/** A family on trial that has ordered a plan and left the bank's challenge. */
async function halfwayFamily() {
  const browser = new Browser(signupOrigin);
  const email = scene.newAddress();
  await scene.signUp(browser, email);
  browser.take(await scene.submit(browser, { intent: "trial" }));
  const post = (form: Record<string, string>) => scene.pages.post(browser, "/subscription", form);
  const ordered = await post({ intent: "subscribe", priceId: monthlyPrice });
  expect(browser.take(ordered)).toBe("/signup/payment");
  await scene.pay(email, "pm_card_threeDSecure2Required");
  return { browser, email, post };
}

it("says what the unpaid invoice is, and leads back to the same payment, also in another browser", async () => {
  const { browser, email, post } = await halfwayFamily();
  const html = await scene.visit(browser, "/subscription");
  expect(html).toContain("Din beställning är inte betald än");
  expect(html).toContain("Hör till beställningen ovan, inte betald än");
  browser.cookies.delete([...browser.cookies.keys()].find((name) => name.endsWith("fabel_payment")) ?? "");
  expect(await scene.visit(browser, "/subscription")).toContain("Fortsätt betala");
  expect(browser.take(await post({ intent: "continue-order" }))).toBe("/signup/payment");
  expect(await scene.stepOf(browser)).toMatch(/Betala 79,00.kr/);
  const customer = await scene.customerOf(email);
  const open = (await scene.stripe.subscriptions.list({ customer, status: "all" })).data;
  expect(open.map(({ status }) => status)).toEqual(["incomplete", "canceled"]);
});

it("of a family without a trial, left at the bank: the payment step says so, and goes on or cancels", async () => {
  const browser = new Browser(signupOrigin);
  const email = scene.newAddress();
  await scene.signUp(browser, email);
  expect(await scene.stepOf(browser)).not.toContain("Din beställning är inte betald än");
  browser.take(await scene.submit(browser, { intent: "payment-processing", startNow: "on" }));
  await scene.pay(email, "pm_card_threeDSecure2Required");
  expect(browser.take(await scene.pages.get(browser, "/subscription"))).toBe("/signup/payment");
  const html = await scene.stepOf(browser);
  expect(html).toContain("Din beställning är inte betald än");
  expect(html).not.toContain("Betala 79,00");
  browser.cookies.delete([...browser.cookies.keys()].find((name) => name.endsWith("fabel_payment")) ?? "");
  expect(await scene.stepOf(browser)).toContain("Fortsätt betala");
  expect(browser.take(await scene.submit(browser, { intent: "continue-order" }))).toBe("/signup/payment");
  const going = await scene.stepOf(browser);
  expect(going).toMatch(/Betala 79,00.kr/);
  expect(going).not.toContain("Din beställning är inte betald än");
  // The family's own choice stays.
  expect(/<input[^>]*name="startNow"[^>]*>/.exec(going)?.[0]).toContain("checked");
  browser.take(await scene.submit(browser, { intent: "payment-processing" }));
  const id = /name="id" value="([^"]+)"/.exec(await scene.stepOf(browser))?.[1] ?? "";
  expect(browser.take(await scene.submit(browser, { intent: "cancel-order", id }))).toBe("/signup/payment");
  const cancelled = await scene.stepOf(browser);
  expect(cancelled).toContain("Beställningen är avbruten. Inget har dragits.");
  expect(cancelled).toContain("Välj");
  expect(await scene.charges(email)).toBe(0);
});

it("that is cancelled is gone from the page, with its invoice, and the payment step leads back", async () => {
  const { browser, email, post } = await halfwayFamily();
  const id = /name="id" value="([^"]+)"/.exec(await scene.visit(browser, "/subscription"))?.[1] ?? "";
  expect(browser.take(await post({ intent: "cancel-order", id }))).toBe("/subscription");
  const html = await scene.visit(browser, "/subscription");
  expect(html).toContain("Beställningen är avbruten. Inget har dragits.");
  expect(html).not.toMatch(/inte betald än|Obetald/);
  expect(browser.take(await scene.pages.get(browser, "/signup/payment"))).toBe("/subscription");
  expect(await scene.charges(email)).toBe(0);
});

it("a plan that has ended within the time for withdrawal can still be withdrawn from", async () => {
  const browser = new Browser(signupOrigin);
  const email = scene.newAddress();
  await scene.signUp(browser, email);
  await scene.pay(email, "pm_card_visa");
  browser.take(await scene.pages.post(browser, "/signup/success", {}));
  const customer = await scene.customerOf(email);
  for (const { id } of (await scene.stripe.subscriptions.list({ customer })).data) {
    await scene.stripe.subscriptions.cancel(id);
  }
  const html = await scene.visit(browser, "/subscription");
  expect(html).toMatch(/Du kan ångra beställning [0-9A-F-]+ till och med den/);
  expect(html).toContain('href="/withdraw"');
});
