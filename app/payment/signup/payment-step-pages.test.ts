import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { expectNothingWritten } from "#tests/support/nothing-written";
import { Browser } from "#tests/support/session-scene";
import { expectRedeemed, monthlyPrice as monthly, signupOrigin, signupScene } from "#tests/support/signup-scene";
import { consentVersion } from "~/services/contracts/payment";

/** The second page of sign-up and its result: payment. docs/product/shell.md#sign-up-payment. */

const {
  databases,
  pages,
  stripe,
  newAddress,
  submit,
  visit,
  stepOf,
  customerOf,
  signUp,
  textOf,
  pay,
  charges,
  standIn,
} = await signupScene();
afterAll(() => standIn.close());
const yearly = "price_family_year_se";

describe("given a family that has registered", () => {
  it("that pays with a good card, then it is charged once and the bookshelf opens", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    // Fills the caches with the unpaid state, which must not block the family after it has paid.
    expect(browser.take(await pages.get(browser, "/"))).toBe("/signup/payment");
    const step = await (await pages.get(browser, "/signup/payment")).text();
    expect(step).toContain("79,00");
    expect(step).toContain("Steg 2 av 2");
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    const success = await (await pages.get(browser, "/signup/success")).text();
    expect(success).toContain("Välkommen!");
    const opened = browser.take(await pages.post(browser, "/signup/success", {}));
    expect(opened).toBe("/bookshelf");
    expect((await pages.get(browser, "/bookshelf")).status).toBe(200);
    expect((await pages.get(browser, "/signup/payment")).status).toBe(302);
    const subscription = await (await pages.get(browser, "/subscription")).text();
    expect(subscription).toContain("Säg upp abonnemanget");
    expect(await charges(email)).toBe(1);
  });

  it("that pays with a declined card and then a good one, then it is charged once", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(await pay(email, "pm_card_chargeDeclined")).toEqual({ error: "generic_decline" });
    expect(await (await pages.get(browser, "/signup/success")).text()).toContain("Betalningen gick inte igenom");
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    expect(await (await pages.get(browser, "/signup/success")).text()).toContain("Välkommen!");
    expect(await charges(email)).toBe(1);
  });

  it("that paid before any webhook arrived, then redirects lead to the success page and the bookshelf", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    expect(browser.take(await pages.get(browser, "/bookshelf"))).toBe("/signup/payment");
    expect(browser.take(await pages.get(browser, "/signup/payment"))).toBe("/signup/success");
    expect(browser.take(await pages.post(browser, "/signup/success", {}))).toBe("/bookshelf");
    expect((await pages.get(browser, "/bookshelf")).status).toBe(200);
  });

  it("that paid in another browser before any webhook arrived, then there is no second payment", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    const other = new Browser(signupOrigin);
    for (const [name, value] of browser.cookies) if (!name.includes("payment")) other.cookies.set(name, value);
    expect(other.cookies.size).toBe(browser.cookies.size - 1);
    await expectNothingWritten(databases.eu, async () => {
      expect(other.take(await pages.get(other, "/signup/payment"))).toBe("/signup/success");
      expect(await (await pages.get(other, "/signup/success")).text()).toContain("Välkommen!");
    });
    expect(other.take(await pages.post(other, "/signup/success", {}))).toBe("/bookshelf");
    expect((await pages.get(other, "/bookshelf")).status).toBe(200);
    expect(await charges(email)).toBe(1);
  });

  it("that registers again with the same address and password, then there is still one account", async () => {
    const email = newAddress();
    await signUp(new Browser(signupOrigin), email);
    await signUp(new Browser(signupOrigin), email);
    const { rows } = await databases.eu.execute(sql`select 1 from directory.users where email = ${email}`);
    expect(rows).toHaveLength(1);
  });

  it("that has not paid, then every page redirects to the payment step", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    for (const path of ["/", "/bookshelf", "/shelves", "/books/hopp", "/reader/hopp", "/subscription"]) {
      expect(browser.take(await pages.get(browser, path)), path).toBe("/signup/payment");
    }
  });

  it("that chooses the trial, then the bookshelf opens without a payment", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(browser.take(await pages.post(browser, "/signup/payment", { intent: "trial" }))).toBe("/signup/success");
    expect(await (await pages.get(browser, "/signup/success")).text()).toContain("Välkommen!");
    expect(browser.take(await pages.get(browser, "/signup/payment"))).toBe("/subscription");
    expect(browser.take(await pages.post(browser, "/signup/success", {}))).toBe("/bookshelf");
    expect((await pages.get(browser, "/bookshelf")).status).toBe(200);
    await expect(pay(email, "pm_card_visa")).rejects.toThrow("nothing to pay");
    expect(await charges(email)).toBe(0);
  });

  it("with a coupon, then the price is reduced; with a wrong coupon, then the page returns 400", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    const wrong = await pages.post(browser, "/signup/payment", { intent: "coupon", couponId: "NOTHING" });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("Ogiltig rabattkod!");
    browser.take(await pages.post(browser, "/signup/payment", { intent: "coupon", couponId: "WELCOME20" }));
    expect(await (await pages.get(browser, "/signup/payment")).text()).toContain("63,20");
  });

  it("with too many wrong coupons, then the page returns 429, keeps the last one and can still be paid", async () => {
    const browser = new Browser(signupOrigin);
    const email = newAddress();
    await signUp(browser, email);
    const statuses = [];
    let html = "";
    for (let turn = 0; turn < 11; turn += 1) {
      const response = await submit(browser, { intent: "coupon", couponId: `GUESS${turn}` });
      statuses.push(response.status);
      html = await response.text();
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect(html).toContain("För många försök");
    expect(html).toContain('value="GUESS10"');
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
  });

  it("without script, then checkout redirects to the provider's page with the redeemed coupon", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    browser.take(await submit(browser, { intent: "coupon", couponId: "WELCOME20" }));
    const to = browser.take(await submit(browser, { intent: "checkout" }));
    expect(to).toContain("/test-payments/");
    const { data } = await stripe.checkout.sessions.list({ customer: await customerOf(email) });
    expect(data.map((session) => session.amount_total)).toEqual([6320]);
  });

  it("that changes its plan, then a coupon for all plans still applies, and one for a single plan does not", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    browser.take(await submit(browser, { intent: "coupon", couponId: "WELCOME20" }));
    browser.take(await submit(browser, { intent: "order", priceId: yearly }));
    expect(await stepOf(browser)).toContain("632,00");
    browser.take(await submit(browser, { intent: "coupon", couponId: "YEAR10" }));
    browser.take(await submit(browser, { intent: "order", priceId: monthly }));
    const step = await stepOf(browser);
    expect(step).toContain("Rabattkoden gäller inte för abonnemanget du valde");
    expect(step).toContain("79,00");
  });

  it.each([
    ["welcome20", null],
    ["nothing", "Ogiltig rabattkod! Koden finns inte."],
    ["over", "Ogiltig rabattkod! Den har gått ut."],
    ["year10", "Ogiltig rabattkod! Den gäller ett annat abonnemang."],
    ["once20", "Ogiltig rabattkod! Den är redan använd."],
  ])("with the code %s in lower case, then the page says %s", async (couponId, refusal) => {
    if (couponId === "once20") {
      const other = new Browser(signupOrigin);
      await signUp(other, newAddress());
      expectRedeemed(await submit(other, { intent: "coupon", couponId: "Once20" }));
    }
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    const response = await submit(browser, { intent: "coupon", couponId });
    if (refusal === null) expectRedeemed(response);
    else expect([response.status, (await response.text()).includes(refusal)]).toEqual([400, true]);
  });

  it("with a coupon for the full price, then redeeming buys nothing, and the order button does, without a card", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    browser.take(await submit(browser, { intent: "coupon", couponId: "FREE" }));
    expect(browser.take(await pages.get(browser, "/signup/success"))).toBe("/signup/payment");
    const step = await stepOf(browser);
    expect(step).toMatch(/Beställ med betalningsskyldighet · 0,00.kr/);
    expect(step).toContain('name="startNow"');
    expect(step).not.toContain("betalleverantörens");
    const text = await textOf(browser, "/signup/payment");
    expect(text).toMatch(/Att betala i dag 0,00.kr/);
    expect(text).toMatch(/[Dd]ärefter 79,00.kr per månad\. Nästa betalning den \d+ \p{L}+ \d{4}/u);
    const to = browser.take(await submit(browser, { intent: "checkout", startNow: "on" }));
    expect(to).toBe(`${signupOrigin}/signup/success`);
    const { rows } = await databases.eu.execute(sql`
      select o.status, consented_at is not null as "hasConsented" from payment.orders o
      left join payment.consents c on o.id = c.order_id where o.email = ${email} and o.coupon_code = 'FREE'`);
    expect(rows).toEqual([{ status: "completed", hasConsented: true }]);
    expect(await textOf(browser, "/signup/success")).toContain("Välkommen!");
    expect(browser.take(await pages.post(browser, "/signup/success", {}))).toBe("/bookshelf");
    expect(browser.take(await pages.get(browser, "/signup/payment"))).toBe("/subscription");
    expect(await textOf(browser, "/withdraw")).toContain("Det finns inget att betala tillbaka.");
    const deletion = await textOf(browser, "/profile/delete");
    expect(deletion).toContain("Du har inte betalat något för det.");
    expect(deletion).not.toContain("Du kan fortfarande få pengar tillbaka");
  });

  it("whose plan has ended within the days for withdrawing, then the page does not say that it ends now", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    browser.take(await pages.post(browser, "/signup/success", {}));
    expect(await textOf(browser, "/withdraw")).toContain("Abonnemanget upphör direkt");
    const { data } = await stripe.subscriptions.list({ customer: await customerOf(email) });
    await stripe.subscriptions.cancel(data[0]?.id ?? "");
    const text = await textOf(browser, "/withdraw");
    expect(text).toContain("Abonnemanget har redan upphört. Pengarna betalas tillbaka till kortet");
    expect(text).not.toContain("upphör direkt");
  });

  it("with a coupon for the full price that is taken off again, then the whole price is to be paid", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    browser.take(await submit(browser, { intent: "coupon", couponId: "FREE" }));
    expect(await stepOf(browser)).toContain("Ta bort FREE");
    expect(browser.take(await submit(browser, { intent: "remove-coupon" }))).toBe("/signup/payment");
    const text = await textOf(browser, "/signup/payment");
    expect(text).toMatch(/Att betala i dag 79,00.kr/);
    expect(text).not.toContain("FREE");
  });

  it("that has kept a card, then an order that costs nothing now says which card pays later", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    const customer = await customerOf(email);
    const { id } = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    browser.take(await submit(browser, { intent: "coupon", couponId: "FREE" }));
    expect(await textOf(browser, "/signup/payment")).toContain("Visa som slutar på 4242");
  });

  it("whose card is processed and then declined, then a reload shows the stored payment step", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    const stepIs = (step: string) => expect.stringContaining(`\\"${step}\\"`);
    expect(await stepOf(browser)).not.toEqual(stepIs("processing"));
    expect(browser.take(await submit(browser, { intent: "payment-processing" }))).toBe("/signup/payment");
    expect(await stepOf(browser)).toEqual(stepIs("processing"));
    browser.take(await submit(browser, { intent: "payment-failed", failure: "card_declined", message: "" }));
    const html = await stepOf(browser);
    expect(html).toEqual(stepIs("failed"));
    expect(html).toContain("Banken nekade kortet.");
  });

  it("whose cards are declined, then the last reason is shown once, and the same order can be tried again and paid", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    browser.take(await submit(browser, { intent: "coupon", couponId: "WELCOME20" }));
    for (const [card, failure] of [
      ["pm_card_chargeDeclined", "generic_decline"],
      ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds"],
    ] as const) {
      browser.take(await submit(browser, { intent: "payment-processing" }));
      expect(await pay(email, card)).toEqual({ error: failure });
      browser.take(await submit(browser, { intent: "payment-failed", failure, message: "" }));
    }
    const first = await stepOf(browser);
    expect(first).toContain("Det finns inte tillräckligt med pengar på kortet.");
    expect(first).not.toContain("Banken nekade kortet.");
    expect(first).toContain("Försök igen");
    const later = await stepOf(browser);
    for (const text of ["tillräckligt med pengar", "Banken nekade kortet.", "Försök igen"]) {
      expect(later).not.toContain(text);
    }
    expect(browser.take(await submit(browser, { intent: "retry" }))).toBe("/signup/payment");
    const again = await stepOf(browser);
    expect(again).toContain("63,20");
    expect(again).toContain('\\"created\\"');
    expect(again).not.toContain("tillräckligt med pengar");
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    expect(await (await pages.get(browser, "/signup/success")).text()).toContain("Välkommen!");
    expect(await charges(email)).toBe(1);
  });

  it("whose bank's page led back to the result page, then it has the reason once, and leads to the payment after that", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(await pay(email, "pm_card_chargeDeclinedInsufficientFunds")).toEqual({ error: "insufficient_funds" });
    const first = await visit(browser, "/signup/success");
    expect(first).toContain("Det finns inte tillräckligt med pengar på kortet.");
    expect(browser.take(await pages.get(browser, "/signup/success"))).toBe("/signup/payment");
    expect(await stepOf(browser)).not.toContain("tillräckligt med pengar");
    browser.take(await submit(browser, { intent: "retry" }));
    expect(await pay(email, "pm_card_chargeDeclined")).toEqual({ error: "generic_decline" });
    expect(await (await pages.get(browser, "/signup/success")).text()).toContain("Banken nekade kortet.");
  });

  it("that pays, then the result page says what was bought, until when, and the next sum and date", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    browser.take(await submit(browser, { intent: "order", priceId: yearly }));
    browser.take(await submit(browser, { intent: "coupon", couponId: "welcome20" }));
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    const text = await textOf(browser, "/signup/success");
    expect(text).toMatch(/Abonnemang Årsvis, 790,00.kr per år Betalt i dag 632,00.kr/);
    expect(text).toMatch(/Betalt till \d+ \p{L}+ \d{4} Nästa betalning \d+ \p{L}+ \d{4}, 790,00.kr/u);
    expect(text).toContain(`Kvittot är på väg till ${email}.`);
    expect(browser.take(await pages.post(browser, "/signup/success", { next: "child" }))).toBe("/profile/children/new");
    expect((await pages.get(browser, "/profile/children/new")).status).toBe(200);
  });

  it("that paid another plan in another browser, then the result page says which one runs", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    const other = new Browser(signupOrigin);
    for (const [name, value] of browser.cookies) if (!name.includes("payment")) other.cookies.set(name, value);
    expect(other.take(await submit(other, { intent: "order", priceId: yearly }))).toBe("/signup/payment");
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    expect(browser.take(await pages.get(browser, "/signup/payment"))).toBe("/signup/success");
    const text = await textOf(browser, "/signup/success");
    expect(text).toContain("Ditt abonnemang är redan igång");
    expect(text).toContain("Årsvis");
    expect(text).not.toContain("Kvittot är på väg");
    const winner = await textOf(other, "/signup/success");
    expect(winner).toContain("Välkommen!");
    expect(await charges(email)).toBe(1);
  });

  it("whose tab lost against another tab with the same order, then it is told so, and which plan runs", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    browser.take(
      await submit(browser, { intent: "payment-failed", failure: "payment_intent_unexpected_state", message: "" }),
    );
    const to = browser.take(await pages.get(browser, "/signup/payment?elsewhere=1"));
    expect(to).toBe("/signup/success?elsewhere=1");
    const text = await textOf(browser, to);
    expect(text).toContain("Inget har debiterats här.");
    expect(text).toContain("Månadsvis, 79,00");
  });

  it("whose order was cancelled in another tab while this one paid, then it is told so, and that nothing was charged", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    const text = "Den här beställningen har avbrutits. Inget har dragits.";
    const cancel = async () => {
      const id = /name="id" value="([^"]+)"/.exec(await visit(browser, "/subscription"))?.[1] ?? "";
      browser.take(await pages.post(browser, "/subscription", { intent: "cancel-order", id }));
    };
    browser.take(await submit(browser, { intent: "trial" }));
    browser.take(await pages.post(browser, "/subscription", { intent: "subscribe", priceId: monthly }));
    await cancel();
    await visit(browser, "/subscription");
    const returned = await textOf(browser, "/signup/success?payment_intent=pi_1&redirect_status=failed");
    expect(returned).toContain(text);
    expect(browser.take(await pages.get(browser, "/signup/payment?elsewhere=1"))).toBe("/subscription");
    expect(await textOf(browser, "/subscription")).toContain(text);
    expect(await charges(email)).toBe(0);
  });

  it("whose only order was cancelled in another tab, then the payment step says so and offers the plans, without a retry", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    await stepOf(browser);
    browser.take(await submit(browser, { intent: "payment-processing" }));
    const id = /name="id" value="([^"]+)"/.exec(await stepOf(browser))?.[1] ?? "";
    expect(id).not.toBe("");
    browser.take(await submit(browser, { intent: "cancel-order", id }));
    await stepOf(browser);
    const step = await textOf(browser, "/signup/payment?elsewhere=1");
    expect(step).toContain("Den här beställningen har avbrutits. Inget har dragits.");
    expect(step).toContain("Välj det här");
    expect(step).not.toContain("Försök igen");
  });

  it("that ticks the box, or leaves it empty, then the answer is stored with the order, and it can pay either way", async () => {
    const stored = async (email: string) => {
      const { rows } = await databases.eu.execute<{ version: string; at: string | null }>(sql`
        select version, consented_at as at from payment.consents c join payment.orders o on o.id = c.order_id
        where o.email = ${email} order by o.created_at`);
      return rows;
    };
    const [ticked, empty, hosted] = [newAddress(), newAddress(), newAddress()];
    for (const email of [ticked, empty, hosted]) {
      const browser = new Browser(signupOrigin);
      await signUp(browser, email);
      const box = /<input[^>]*name="startNow"[^>]*>/.exec(await stepOf(browser))?.[0];
      expect(box).toBeDefined();
      expect(box).not.toContain("checked");
      const startNow: Record<string, string> = email === empty ? {} : { startNow: "on" };
      browser.take(
        await submit(browser, { intent: email === hosted ? "checkout" : "payment-processing", ...startNow }),
      );
      if (email !== hosted) expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    }
    expect(await stored(ticked)).toEqual([{ version: consentVersion, at: expect.anything() }]);
    expect(await stored(empty)).toEqual([{ version: consentVersion, at: null }]);
    expect(await stored(hosted)).toEqual([{ version: consentVersion, at: expect.anything() }]);
  });

  it("that buys a plan within its trial, then it is charged once", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await signUp(browser, email);
    browser.take(await submit(browser, { intent: "trial" }));
    const to = browser.take(await pages.post(browser, "/subscription", { intent: "subscribe", priceId: monthly }));
    expect(to).toBe("/signup/payment");
    const step = await stepOf(browser);
    expect(step).toContain("79,00");
    expect(step).toContain("Din gratis provperiod pågår till och med");
    expect(step).not.toContain("Steg 2 av 2");
    expect(await pay(email, "pm_card_visa")).toEqual({ error: null });
    expect(browser.take(await pages.post(browser, "/signup/success", {}))).toBe("/bookshelf");
    expect(await (await pages.get(browser, "/subscription")).text()).toContain("Säg upp abonnemanget");
    expect(await charges(email)).toBe(1);
  });

  it("that orders a plan no longer offered, then the page shows the reason and the other plans, and no retry", async () => {
    const { id } = await stripe.prices.create({
      product: "prod_family_month",
      currency: "sek",
      unit_amount: 8900,
      recurring: { interval: "month" },
      tax_behavior: "inclusive",
    });
    await stripe.prices.update(id, { active: false });
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    browser.take(await submit(browser, { intent: "order", priceId: id }));
    const step = await stepOf(browser);
    expect(step).toContain("Priset har ändrats, eller så erbjuds abonnemanget inte längre.");
    expect(step).not.toContain("Försök igen");
    const offered = [...step.matchAll(/<input[^>]*name="priceId"[^>]*>/g)].map(
      ([input]) => /value="([^"]*)"/.exec(input)?.[1],
    );
    expect(offered).toEqual([monthly, yearly]);
    browser.take(await submit(browser, { intent: "order", priceId: yearly }));
    expect(await stepOf(browser)).toContain("790,00");
  });
});
