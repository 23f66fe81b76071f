import Stripe from "stripe";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { startStripeStandIn } from "#tests/support/stripe-stand-in";

/** Pages while the payment provider is down: each says so in words, and none fails. */

const standIn = await startStripeStandIn({ port: 0 });
await sessionScene(["se"], standIn.environment);
const pages = await pageServer();
const { port } = new URL(standIn.apiBase);
const stripe = new Stripe(standIn.secretKey, { host: "127.0.0.1", port, protocol: "http" });
const origin = "https://se.localhost";
const monthly = "price_family_month_se";
let made = 0;

beforeEach(() => {
  for (const method of ["error", "warn"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => {
  standIn.faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => standIn.close());

async function orderedFamily(): Promise<{ browser: Browser; customer: string }> {
  made += 1;
  const email = `down${made}@home.example`;
  const browser = new Browser(origin);
  const form = { priceId: monthly, firstname: "Ida", lastname: "Berg", email, password: "lantern-otter-7" };
  let to = browser.take(await pages.post(browser, "/signup", { ...form, country: "se", privacy: "on" }));
  while (!to.endsWith("/signup/payment")) to = browser.take(await pages.get(browser, to.replace(origin, "")));
  return { browser, customer: (await stripe.customers.list({ email })).data[0]?.id ?? "" };
}

async function paidFamily(): Promise<Browser> {
  const { browser, customer } = await orderedFamily();
  const [intent] = (await stripe.paymentIntents.list({ customer })).data;
  await stripe.paymentIntents.confirm(intent?.id ?? "", { payment_method: "pm_card_visa" });
  browser.take(await pages.post(browser, "/signup/success", {}));
  return browser;
}

/** The page at the end of redirects. */
async function follow(browser: Browser, response: Response): Promise<{ status: number; html: string }> {
  let current = response;
  while (current.status >= 300 && current.status < 400) {
    const to = browser.take(current);
    current = await pages.get(browser, to.replace(origin, ""));
  }
  browser.take(current);
  return { status: current.status, html: await current.text() };
}

it("given a family that has paid, then its pages open, and those about payment say what cannot be read", {
  timeout: 120_000,
}, async () => {
  const browser = await paidFamily();
  standIn.faults.add({ kind: "unavailable" });
  for (const path of ["/bookshelf", "/profile", "/profile/delete"]) {
    expect((await follow(browser, await pages.get(browser, path))).status, path).toBe(200);
  }
  const subscription = await follow(browser, await pages.get(browser, "/subscription"));
  expect([subscription.status, subscription.html]).toEqual([
    200,
    expect.stringContaining("Det går inte att betala just nu"),
  ]);
  const withdrawal = await follow(browser, await pages.get(browser, "/withdraw"));
  expect([withdrawal.status, withdrawal.html]).toEqual([
    200,
    expect.stringContaining("Betalningsleverantören svarar inte just nu"),
  ]);
  expect(withdrawal.html).toContain('name="orderNumber"');
});

it("given a family that acts, then each action says in words that it was not done", { timeout: 120_000 }, async () => {
  const browser = await paidFamily();
  standIn.faults.add({ kind: "unavailable" });
  const actions: Array<Record<string, string>> = [
    { intent: "change-plan", priceId: "price_family_year_se" },
    { intent: "cancel", confirmed: "yes" },
    { intent: "add-card" },
  ];
  for (const form of actions) {
    const { status, html } = await follow(browser, await pages.post(browser, "/subscription", form));
    expect([404, 500]).not.toContain(status);
    expect(html, form.intent).toContain("Det går inte att betala just nu");
  }
});

it("given a family that has ordered, then payment step and result page say so, and the order can be paid afterwards", {
  timeout: 120_000,
}, async () => {
  const { browser } = await orderedFamily();
  standIn.faults.add({ kind: "unavailable" });
  const step = await follow(browser, await pages.get(browser, "/signup/payment"));
  expect([step.status, step.html]).toEqual([200, expect.stringContaining("Det går inte att betala just nu")]);
  const result = await follow(browser, await pages.get(browser, "/signup/success"));
  expect([result.status, result.html]).toEqual([200, expect.stringContaining("Vi vet inte än")]);
  standIn.faults.clear();
  const again = await follow(browser, await pages.get(browser, "/signup/payment"));
  expect(again.html).toContain("79,00");
});
