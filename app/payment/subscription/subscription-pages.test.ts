import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, describe, expect, it, vi } from "vitest";
import { expectNothingWritten } from "#tests/support/nothing-written";
import { pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { startStripeStandIn } from "#tests/support/stripe-stand-in";
import { processBackend } from "~/composition/process-backend.server";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";

/** A family's subscription over the real pages, against the stand-in for the payment provider. docs/product/shell.md#card-payment. */

const standIn = await startStripeStandIn({ port: 0 });
const databases = await sessionScene(["se"], standIn.environment);
const pages = await pageServer();
const { port } = new URL(standIn.apiBase);
const stripe = new Stripe(standIn.secretKey, { host: "127.0.0.1", port, protocol: "http" });
const origin = "https://se.localhost";
afterAll(() => standIn.close());

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
let made = 0;

/** Signs up a family that has ordered a plan and not paid. */
async function unpaidFamily(): Promise<{ browser: Browser; email: string }> {
  made += 1;
  const email = `paid${made}@home.example`;
  const browser = new Browser(origin);
  const form = { priceId: monthly, firstname: "Ida", lastname: "Berg", email, password: "lantern-otter-7" };
  let to = browser.take(await pages.post(browser, "/signup", { ...form, country: "se", privacy: "on" }));
  while (!to.endsWith("/signup/payment")) to = browser.take(await pages.get(browser, to.replace(origin, "")));
  return { browser, email };
}

/** A family that has paid with a good card. */
async function paidFamily(): Promise<{ browser: Browser; customer: string }> {
  const { browser, email } = await unpaidFamily();
  const customer = (await stripe.customers.list({ email })).data[0]?.id ?? "";
  const [intent] = (await stripe.paymentIntents.list({ customer })).data;
  await stripe.paymentIntents.confirm(intent?.id ?? "", { payment_method: "pm_card_visa" });
  browser.take(await pages.post(browser, "/signup/success", {}));
  return { browser, customer };
}

/** A paid family whose default card requires 3-D Secure for every payment. */
async function threeDSecureFamily() {
  const family = await paidFamily();
  const card = await stripe.paymentMethods.attach("pm_card_threeDSecure2Required", { customer: family.customer });
  family.browser.take(await submit(family.browser, { intent: "make-default", id: card.id }));
  return family;
}

async function plansOf(customer: string): Promise<string[]> {
  const { data } = await stripe.subscriptions.list({ customer });
  return data.flatMap(({ items }) => items.data.map(({ price }) => price.id));
}

/** Statuses of the customer's invoices, newest first. */
async function invoicesOf(customer: string): Promise<unknown[]> {
  return (await stripe.invoices.list({ customer })).data.map(({ status }) => status);
}

/** Completes or fails the bank's 3-D Secure page, as the cardholder does. */
async function answerBank(customer: string, outcome: "complete" | "fail"): Promise<void> {
  const { data } = await stripe.paymentIntents.list({ customer });
  const asking = data.find(({ status }) => status === "requires_action");
  const action = asking?.next_action?.use_stripe_sdk as { stripe_js?: string } | undefined;
  const address = new URL(asking?.next_action?.redirect_to_url?.url ?? action?.stripe_js ?? "");
  const bank = new URL(address.pathname + address.search, standIn.apiBase);
  await fetch(bank, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
}

async function page(browser: Browser): Promise<string> {
  const response = await pages.get(browser, "/subscription");
  browser.take(response);
  return response.text();
}
const submit = (browser: Browser, form: Record<string, string>) => pages.post(browser, "/subscription", form);
/** Submits a form whose costs are shown first, and accepts them. */
async function accept(browser: Browser, form: Record<string, string>): Promise<Response> {
  const shown = await submit(browser, form);
  browser.take(shown);
  const previewId = /name="previewId" value="([^"]+)"/.exec(await shown.text())?.[1] ?? "";
  return submit(browser, { ...form, previewId });
}
/** Follows the redirect and returns the page with its notice. */
async function noticeOf(browser: Browser, response: Response): Promise<string> {
  expect(browser.take(response)).toBe("/subscription");
  return page(browser);
}

/** The plan's section says why it was not changed, in a message that takes the focus, and offers to try again. */
function expectRefused(html: string, reason: string): void {
  const section = html.split("Ditt abonnemang</h2>")[1]?.split("</section>")[0] ?? "";
  expect(section).toMatch(/role="alert" tabindex="-1"/i);
  for (const text of ["Ditt abonnemang har inte ändrats och inget har dragits.", reason])
    expect(section).toContain(text);
  expect(section).toMatch(
    new RegExp(`name="priceId" value="${yearly}".*value="change-plan"[^>]*>(<[^>]*>)*Försök igen`),
  );
}

describe("given a family with a subscription", () => {
  it("that cancels and resumes, then the provider stores both changes", async () => {
    const { browser, customer } = await paidFamily();
    const isEnding = async () => (await stripe.subscriptions.list({ customer })).data[0]?.cancel_at_period_end;
    const cancelled = await noticeOf(browser, await submit(browser, { intent: "cancel", confirmed: "yes" }));
    expect(cancelled).toContain("Behåll abonnemanget");
    expect(await isEnding()).toBe(true);
    const goesOn = await noticeOf(browser, await accept(browser, { intent: "go-on" }));
    expect(goesOn).toContain("Säg upp abonnemanget");
    expect(await isEnding()).toBe(false);
  });

  it("that changes its plan, then it has only the new plan", async () => {
    const { browser, customer } = await paidFamily();
    await noticeOf(browser, await accept(browser, { intent: "change-plan", priceId: yearly }));
    const { data } = await stripe.subscriptions.list({ customer });
    expect(data.map(({ items }) => items.data.map(({ price }) => price.id))).toEqual([[yearly]]);
  });

  it("that changes its plan, then it sees the sum, the credit and the next payment first, and pays that sum", async () => {
    const { browser, customer } = await paidFamily();
    const shown = await submit(browser, { intent: "change-plan", priceId: yearly });
    const html = (await shown.text()).replaceAll(/\s/g, " ");
    expect(html).toContain("Avdrag för tid som är kvar");
    expect(html).toContain("−79,00 kr");
    expect(html).toContain("Betala 711,00 kr och byt");
    expect(html).toContain("Inklusive 25 % moms (142,20 kr)");
    expect(html).toMatch(/Nästa betalning<\/dt><dd[^>]*>[^<]*, 790,00 kr/);
    expect(await plansOf(customer)).toEqual([monthly]);
    // Meanwhile the sum changes: it is shown again, and nothing is charged.
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    await stripe.subscriptions.update(subscription?.id ?? "", { discounts: [{ coupon: "YEAR10" }] });
    const previewId = /name="previewId" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const again = await submit(browser, { intent: "change-plan", priceId: yearly, previewId });
    const outdated = (await again.text()).replaceAll(/\s/g, " ");
    expect(outdated).toContain("Beloppet har ändrats");
    expect(outdated).toContain("Betala 632,00 kr och byt");
    expect(await plansOf(customer)).toEqual([monthly]);
  });

  it("that redeems a coupon or resumes, then it sees its next payment first", async () => {
    const { browser } = await paidFamily();
    const textOf = async (form: Record<string, string>) =>
      (await (await submit(browser, form)).text()).replaceAll(/\s/g, " ");
    expect(await textOf({ intent: "coupon", couponId: "HALF3" })).toContain("Använd koden, nästa betalning 39,50 kr");
    await noticeOf(browser, await accept(browser, { intent: "coupon", couponId: "HALF3" }));
    await noticeOf(browser, await submit(browser, { intent: "cancel", confirmed: "yes" }));
    expect(await textOf({ intent: "go-on" })).toMatch(/Behåll abonnemanget, 39,50 kr den \d/);
  });

  it("that pauses, then it sees the dates and the next payment first, and takes the pause back in the same way", async () => {
    const { browser, customer } = await paidFamily();
    const statusOf = async () => (await stripe.subscriptions.list({ customer })).data[0]?.status;
    const shown = (await (await submit(browser, { intent: "pause", months: "2" })).text()).replaceAll(/\s/g, " ");
    expect(shown).toContain("Du kan läsa till och med");
    expect(shown).toContain("Inget dras nu.");
    expect(shown).toMatch(/Pausa, nästa betalning 79,00 kr den \d/);
    expect(await statusOf()).toBe("active");
    const paused = await noticeOf(browser, await accept(browser, { intent: "pause", months: "2" }));
    expect(paused).toContain("Ta tillbaka pausen");
    expect(paused).not.toContain("Ta en paus");
    expect(paused).not.toContain("Byt abonnemang");
    expect(await statusOf()).toBe("trialing");
    const goesOn = await noticeOf(browser, await accept(browser, { intent: "resume" }));
    expect(goesOn).toContain("Ta en paus");
    expect(await invoicesOf(customer)).toEqual(["paid", "paid"]);
    expect((await submit(browser, { intent: "pause", months: "9" })).status).toBe(400);
  });

  it("without a card that changes its plan, then the plan stays and the page links to the cards", async () => {
    const { browser, customer } = await paidFamily();
    browser.take(await submit(browser, { intent: "remove-cards", confirmed: "yes" }));
    const response = await submit(browser, { intent: "change-plan", priceId: yearly });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("Abonnemanget är oförändrat och inget har dragits.");
    expect(html).toMatch(/<a href="#cards"[^>]*>Välj eller lägg till ett kort</);
    expect(html).toMatch(/<section id="cards"/);
    expect(html).not.toContain("Betalningen misslyckades");
    expect(await plansOf(customer)).toEqual([monthly]);
  });

  it("whose bank confirms the plan change, then the new plan applies and is charged once", async () => {
    const { browser, customer } = await threeDSecureFamily();
    const response = await accept(browser, { intent: "change-plan", priceId: yearly });
    browser.take(response);
    expect(await response.text()).toContain("Banken har inte bekräftat bytet");
    expect(await plansOf(customer)).toEqual([monthly]);
    await answerBank(customer, "complete");
    const notice = await noticeOf(browser, await submit(browser, { intent: "plan-confirmed", priceId: yearly }));
    expect(notice).toContain("Ditt abonnemang har ändrats.");
    expect(notice).not.toContain("Banken har inte bekräftat bytet");
    expect(await plansOf(customer)).toEqual([yearly]);
    expect(await invoicesOf(customer)).toEqual(["paid", "paid"]);
  });

  it("whose bank rejects the plan change, then the plan stays, the invoice is void and the page shows why", async () => {
    const { browser, customer } = await threeDSecureFamily();
    browser.take(await accept(browser, { intent: "change-plan", priceId: yearly }));
    await answerBank(customer, "fail");
    const problem = { code: "payment_intent_authentication_failure", message: "no" };
    const refused = await submit(browser, { intent: "plan-refused", priceId: yearly, ...problem });
    expectRefused(await refused.text(), "Banken bekräftade inte att det är du.");
    expect(await page(browser)).not.toContain("Banken bekräftade inte");
    expect(await plansOf(customer)).toEqual([monthly]);
    expect(await invoicesOf(customer)).toEqual(["void", "paid"]);
  });

  it("whose card is declined for a change of plan, then the section says so once, and trying again shows the sum", async () => {
    const { browser, customer } = await paidFamily();
    const { id } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    browser.take(await submit(browser, { intent: "make-default", id }));
    const declined = await accept(browser, { intent: "change-plan", priceId: yearly });
    // The browser reloads the data of the page only after a success.
    expect(declined.status).toBe(200);
    expectRefused(await declined.text(), "Banken nekade kortet.");
    expect(await page(browser)).not.toContain("Ditt abonnemang har inte ändrats");
    expect(await (await submit(browser, { intent: "change-plan", priceId: yearly })).text()).toContain(
      'name="previewId"',
    );
    expect(await plansOf(customer)).toEqual([monthly]);
  });

  it("whose payment is refunded at the provider, then the list of invoices says how much and when", async () => {
    const { browser, customer } = await paidFamily();
    const { data } = await stripe.charges.list({ customer });
    await stripe.refunds.create({ charge: data[0]?.id ?? "", amount: 1900 });
    const html = (await page(browser)).replaceAll(/\s/g, " ");
    expect(html).toMatch(/19,00 kr återbetalades den \d+ \S+ \d{4}/);
    expect(html).toContain(">Betald<");
    await stripe.refunds.create({ charge: data[0]?.id ?? "", amount: (data[0]?.amount ?? 0) - 1900 });
    const whole = await page(browser);
    expect(whole).toContain(">Återbetald<");
    expect(whole).not.toContain(">Betald<");
  });

  it("that leaves before the bank confirms, then the plan change can be repeated or given up", async () => {
    const { browser, customer } = await threeDSecureFamily();
    browser.take(await accept(browser, { intent: "change-plan", priceId: yearly }));
    expect(await page(browser)).toContain("Banken har inte bekräftat bytet");
    browser.take(await accept(browser, { intent: "change-plan", priceId: yearly }));
    // The browser's claim does not count without the bank's confirmation.
    const claimed = await submit(browser, { intent: "plan-confirmed", priceId: yearly });
    expectRefused(await claimed.text(), "Banken bekräftade inte att det är du.");
    browser.take(await accept(browser, { intent: "change-plan", priceId: yearly }));
    const unchanged = await noticeOf(browser, await submit(browser, { intent: "keep-plan" }));
    expect(unchanged).toContain("Ditt abonnemang är oförändrat.");
    expect(await plansOf(customer)).toEqual([monthly]);
    expect(await invoicesOf(customer)).toEqual(["void", "void", "void", "paid"]);
  });

  it("with an invalid coupon, then the page returns 400 with the reason at the field", async () => {
    const { browser } = await paidFamily();
    const response = await submit(browser, { intent: "coupon", couponId: "NOTHING" });
    expect(response.status).toBe(400);
    const html = await response.text();
    const field = /<input[^>]*name="couponId"[^>]*>/.exec(html)?.[0] ?? "";
    expect(field).toContain('value="NOTHING"');
    const described = /aria-describedby="([^"]*)"/.exec(field)?.[1];
    expect(html.split(`id="${described}"`)[1]?.split("</div>")[0]).toContain("Ogiltig rabattkod!");
  });

  it("that adds a card, then it becomes the default card and can be removed", async () => {
    const { browser, customer } = await paidFamily();
    const response = await submit(browser, { intent: "add-card" });
    expect(response.status).toBe(200);
    browser.take(response);
    const [setup] = (await stripe.setupIntents.list({ customer })).data;
    const confirmed = await stripe.setupIntents.confirm(setup?.id ?? "", { payment_method: "pm_card_mastercard" });
    const method = String(confirmed.payment_method);
    const sent = { intent: "card-confirmed", setupIntentId: confirmed.id, status: confirmed.status };
    const added = await noticeOf(browser, await submit(browser, { ...sent, paymentMethodId: method }));
    expect(added).toContain("Mastercard");
    const stored = await stripe.customers.retrieve(customer);
    expect(stored).toMatchObject({ invoice_settings: { default_payment_method: method } });
    // Another card is left, so nothing is asked.
    await noticeOf(browser, await submit(browser, { intent: "remove-card", id: method }));
    expect((await stripe.customers.listPaymentMethods(customer)).data.map(({ id }) => id)).not.toContain(method);
  });

  it("whose first card is declined, then another card in the same form is stored and no error is shown", async () => {
    const { browser, customer } = await paidFamily();
    browser.take(await submit(browser, { intent: "add-card" }));
    browser.take(await submit(browser, { intent: "card-failed", code: "generic_decline" }));
    expect(await page(browser)).toContain("Kortet godkändes inte.");
    const [setup] = (await stripe.setupIntents.list({ customer })).data;
    const confirmed = await stripe.setupIntents.confirm(setup?.id ?? "", { payment_method: "pm_card_mastercard" });
    const sent = { intent: "card-confirmed", setupIntentId: confirmed.id, status: confirmed.status };
    const method = String(confirmed.payment_method);
    const added = await noticeOf(browser, await submit(browser, { ...sent, paymentMethodId: method }));
    expect(added).toContain("Mastercard");
    expect(added).not.toContain("Kortet godkändes inte.");
  });

  it("that removes the default card, then the page shows that no card is selected, and no old error", async () => {
    const { browser, customer } = await paidFamily();
    browser.take(await submit(browser, { intent: "add-card" }));
    browser.take(await submit(browser, { intent: "card-failed", code: "incorrect_cvc" }));
    const [method] = (await stripe.customers.listPaymentMethods(customer)).data;
    const form = { intent: "remove-card", id: method?.id ?? "", confirmed: "yes" };
    const removed = await noticeOf(browser, await submit(browser, form));
    expect(removed).toContain("Inget kort är valt för nästa betalning.");
    expect(removed).not.toContain("Säkerhetskoden är fel.");
  });

  it.each([
    ["remove-card", "renews"],
    ["remove-card", "ends"],
    ["remove-cards", "renews"],
  ])(
    "that asks to remove its last card (%s), then nothing is removed before it read what follows (%s)",
    async (intent, state) => {
      const { browser, customer } = await paidFamily();
      if (state === "ends") await noticeOf(browser, await submit(browser, { intent: "cancel", confirmed: "yes" }));
      const [method] = (await stripe.customers.listPaymentMethods(customer)).data;
      const form: Record<string, string> = intent === "remove-card" ? { intent, id: method?.id ?? "" } : { intent };
      const question = await submit(browser, form);
      browser.take(question);
      const text = state === "ends" ? "och inget mer dras" : "Utan kort kan betalningen som förfaller då inte dras";
      expect(await question.text()).toContain(text);
      expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
      await noticeOf(browser, await submit(browser, { ...form, confirmed: "yes" }));
      expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(0);
    },
  );

  it("that confirms a card without starting, then the page shows that the card form is too old", async () => {
    const { browser } = await paidFamily();
    const sent = { intent: "card-confirmed", setupIntentId: "seti_1", status: "succeeded", paymentMethodId: "pm_1" };
    expect(await noticeOf(browser, await submit(browser, sent))).toContain("Kortformuläret är för gammalt.");
  });

  it("whose security code was wrong, then the page shows the error", async () => {
    const { browser } = await paidFamily();
    browser.take(await submit(browser, { intent: "add-card" }));
    browser.take(await submit(browser, { intent: "card-failed", code: "incorrect_cvc" }));
    expect(await page(browser)).toContain("Säkerhetskoden är fel.");
  });

  it("that reloads its page after an error, then the error is not shown again, a new error is, and no page writes", async () => {
    const { browser } = await paidFamily();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      browser.take(await submit(browser, { intent: "add-card" }));
      browser.take(await submit(browser, { intent: "card-failed", code: "incorrect_cvc" }));
      await expectNothingWritten(databases.eu, async () => {
        expect(await page(browser)).toContain("Säkerhetskoden är fel.");
        expect(await page(browser)).not.toContain("Säkerhetskoden är fel.");
      });
    }
  });

  it("then the card that paid is the default card", async () => {
    const { browser } = await paidFamily();
    const html = await page(browser);
    expect(html).toContain("Används");
    expect(html).not.toContain("Använd det här kortet");
  });

  it("then the page lists the invoice with its amount in the realm's format", async () => {
    const { browser } = await paidFamily();
    const html = await page(browser);
    expect(html).toContain("Fakturor");
    expect(html).toMatch(/79,00.kr/);
  });

  it("then the page contains no secret of the provider", async () => {
    const { browser } = await paidFamily();
    expect(await page(browser)).not.toMatch(/_secret_|sk_test/);
  });

  it("and another family's payment cookie, then the other family's state is not shown", async () => {
    const first = await paidFamily();
    const { browser } = await paidFamily();
    const cookie = [...first.browser.cookies].find(([name]) => name.endsWith("fabel_payment"));
    browser.cookies.set(cookie?.[0] ?? "", cookie?.[1] ?? "");
    first.browser.take(await submit(first.browser, { intent: "add-card" }));
    first.browser.take(await submit(first.browser, { intent: "card-failed", code: "incorrect_cvc" }));
    expect(await page(first.browser)).toContain("Säkerhetskoden är fel.");
    expect(await page(browser)).not.toContain("Säkerhetskoden är fel.");
  });
});

it("given an ended subscription, then pages redirect to the subscription page and settings return 404", async () => {
  const { browser, customer } = await paidFamily();
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  await stripe.subscriptions.cancel(subscription?.id ?? "");
  await databases.eu.execute(sql`update directory.subscription_periods p set starts_on = current_date - 60,
      ends_on = current_date - 30
    where user_id = (select u.id from directory.users u join payment.customers c on c.user_uid = u.uid
      where c.stripe_id = ${customer})`);
  browser.cookies.delete([...browser.cookies.keys()].find((name) => name.endsWith("fabel_payment")) ?? "");
  for (const path of ["/", "/bookshelf", "/children", "/books/hopp", "/reader/hopp"]) {
    expect(browser.take(await pages.get(browser, path)), path).toBe("/subscription");
  }
  const html = await page(browser);
  expect(html).toContain("Välj ett abonnemang för att läsa igen.");
  expect(html).not.toContain('href="/settings"');
  expect((await pages.get(browser, "/settings")).status).toBe(404);
  expect(browser.take(await submit(browser, { intent: "subscribe", priceId: yearly }))).toBe("/signup/payment");
});

it("given a family that reads without a plan and without an end date, then the page shows no date", async () => {
  const { browser, customer } = await paidFamily();
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  await stripe.subscriptions.cancel(subscription?.id ?? "");
  await databases.eu.execute(sql`update directory.subscription_periods set ends_on = null
    where user_id = (select u.id from directory.users u join payment.customers c on c.user_uid = u.uid
      where c.stripe_id = ${customer})`);
  const html = await page(browser);
  expect(html).toContain("Du kan läsa utan att betala, utan slutdatum.");
  expect(html).not.toContain("läsa till och med");
});

it("given an unpaid renewal, then the page offers to pay it, and no plan change, coupon or end date", async () => {
  const { browser, customer } = await paidFamily();
  expect(await page(browser)).toContain("läsa till och med");
  const card = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  browser.take(await submit(browser, { intent: "make-default", id: card.id }));
  standIn.clock.advance(32 * 24 * 3600);
  const html = await page(browser);
  expect(html).toContain("Den senaste betalningen gick inte igenom.");
  expect(html).not.toContain("ångra dig fram till dess");
  expect(html).not.toMatch(/change-plan|name="couponId"/);
  expect(html).toMatch(/value="pay-overdue"[^>]*>.*?Betala 79,00/s);
});

it("given an unpaid renewal on a 3-D Secure card, then it is paid only after the bank has confirmed", async () => {
  const { browser, customer } = await threeDSecureFamily();
  standIn.clock.advance(32 * 24 * 3600);
  expect(await (await submit(browser, { intent: "pay-overdue" })).text()).toMatch(/"pi_\w+_secret_/);
  await answerBank(customer, "fail");
  const refused = await submit(browser, { intent: "overdue-refused", code: "payment_intent_authentication_failure" });
  expect(await refused.text()).toMatch(/role="alert" tabindex="-1".*Banken bekräftade inte att det är du\./is);
  await submit(browser, { intent: "pay-overdue" });
  await answerBank(customer, "complete");
  browser.take(await submit(browser, { intent: "pay-overdue" }));
  const html = await page(browser);
  expect(html).toContain("Betalningen gick igenom. Bokhyllan är öppen.");
  expect(html).not.toContain("Den senaste betalningen gick inte igenom.");
});

it("given a plan no longer offered, then the page shows its price, a notice and the plans on offer", async () => {
  const { browser, customer } = await paidFamily();
  const old = await stripe.prices.create({
    ...{ product: "prod_family_month", currency: "sek", unit_amount: 6900, recurring: { interval: "month" } },
  });
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  const items = [{ id: subscription?.items.data[0]?.id ?? "", price: old.id }];
  await stripe.subscriptions.update(subscription?.id ?? "", { items, proration_behavior: "none" });
  await stripe.prices.update(old.id, { active: false });
  const html = await page(browser);
  expect(html).toMatch(/Månadsvis, 69,00.kr per månad/);
  expect(html).toContain("Ditt abonnemang säljs inte längre.");
  expect(html).toContain(`value="${monthly}"`);
  browser.take(await accept(browser, { intent: "change-plan", priceId: monthly }));
  expect(await page(browser)).not.toContain("Ditt abonnemang säljs inte längre.");
});

describe("given a provider that is temporarily unavailable", () => {
  it.each(["/subscription", "/signup/payment"])(
    "then %s offers no plans, offers them again after the recovery, and writes nothing",
    async (path) => {
      const { browser } = await (path === "/subscription" ? paidFamily() : unpaidFamily());
      const { clients } = processBackend();
      // The store of a family that has changed its plan holds the plans.
      if (path === "/subscription") browser.take(await accept(browser, { intent: "change-plan", priceId: yearly }));
      const down = new ServiceError(503, paymentErrors.products, "The plans could not be read");
      const call = vi.spyOn(clients.payment, "getProducts").mockRejectedValue(down);
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      await expectNothingWritten(databases.eu, async () => {
        const html = await (await pages.get(browser, path)).text();
        expect(warned).toHaveBeenCalledWith("get_products_failed");
        call.mockRestore();
        warned.mockRestore();
        expect(html).toContain("Det går inte att betala just nu");
        expect(html).not.toContain(`value="${monthly}"`);
        expect(await (await pages.get(browser, path)).text()).toContain(`value="${monthly}"`);
      });
    },
  );

  it("then the page shows an error for each part that could not be loaded", async () => {
    const { browser } = await paidFamily();
    standIn.faults.add({ kind: "unavailable" });
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const html = await page(browser);
    standIn.faults.clear();
    expect(reported).toHaveBeenCalled();
    reported.mockRestore();
    expect(html).toContain("Det går inte att betala just nu");
    for (const failure of ["abonnemang", "betalningsuppgifter", "fakturor"]) {
      expect(html).toMatch(new RegExp(`(Ditt|Dina) ${failure} kunde inte hämtas`));
    }
  });
});
