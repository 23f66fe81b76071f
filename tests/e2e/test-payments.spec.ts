import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import Stripe from "stripe";
import { test } from "#tests/support/browser-test";
import { type PaymentPage, startPaymentPage } from "#tests/support/payment-page";
import { type StripeStandIn, startStripeStandIn } from "#tests/support/stripe-stand-in";

/** The pages of the Stripe stand-in: card form, the bank's authentication, Checkout and invoices. */

let standIn: StripeStandIn;
let shop: PaymentPage;
let stripe: Stripe;

test.beforeAll(async () => {
  standIn = await startStripeStandIn({ port: 0 });
  shop = await startPaymentPage(standIn);
  const { hostname, port } = new URL(standIn.apiBase);
  stripe = new Stripe(standIn.secretKey, { host: hostname, port, protocol: "http" });
});
test.afterAll(async () => {
  await shop.close();
  await standIn.close();
});

async function begin() {
  const customer = await stripe.customers.create({ email: "family@example.test", name: "A family" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: "price_family_month_se" }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret"],
  });
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  return { customer, subscription, secret: invoice.confirmation_secret?.client_secret ?? "" };
}

const frameOf = (page: Page, title = "Secure card payment input frame") =>
  page.frameLocator(`iframe[title="${title}"]`);

async function fill(page: Page, number: string): Promise<void> {
  const form = frameOf(page);
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiry date").fill("1240");
  await form.getByLabel("Security code").fill("123");
}

test("given a valid card, then the payment succeeds and the subscription is active", async ({ page }) => {
  const { secret, subscription } = await begin();
  await page.goto(shop.address(secret));
  await expect(frameOf(page).getByText("Test payments: no card is charged")).toBeVisible();
  await fill(page, "4242424242424242");
  await expect(page.getByText("The card is complete")).toBeVisible();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("status")).toHaveText("succeeded");
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("given a declined and then a valid card, then the reason is shown and the second payment succeeds", async ({
  page,
}) => {
  const { secret } = await begin();
  await page.goto(shop.address(secret));
  await fill(page, "4000000000009995");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "card_error | card_declined | insufficient_funds | Your card has insufficient funds.",
  );
  await fill(page, "5555555555554444");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("status")).toHaveText("succeeded");
});

test("given a card that requires authentication, then Fail returns an error and Complete pays", async ({ page }) => {
  const { secret } = await begin();
  await page.goto(shop.address(secret));
  await fill(page, "4000000000003220");
  await page.getByRole("button", { name: "Pay" }).click();
  const bank = page.getByRole("dialog").frameLocator("iframe");
  await bank.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("status")).toContainText("payment_intent_authentication_failure");
  await page.getByRole("button", { name: "Pay" }).click();
  await bank.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("status")).toHaveText("succeeded");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("given an empty form, then every field shows its error, and the payment returns validation_error and sends nothing", async ({
  page,
}) => {
  const { secret } = await begin();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto(shop.address(secret));
  await expect(frameOf(page).getByLabel("Card number")).toBeVisible();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(frameOf(page).getByRole("alert")).toHaveText([
    "Your card number is incomplete.",
    "Your card's expiry date is incomplete.",
    "Your card's security code is incomplete.",
  ]);
  await expect(page.getByRole("status")).toContainText("validation_error | incomplete_number");
  expect(sent).toEqual([]);
});

test("given the keyboard alone, then a card can be entered and paid", async ({ page }) => {
  const { secret } = await begin();
  await page.goto(shop.address(secret));
  await frameOf(page).getByLabel("Card number").focus();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1240");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Pay" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("succeeded");
});

test("given a card element and a setup intent, then the card is saved after authentication", async ({ page }) => {
  const customer = await stripe.customers.create({});
  const intent = await stripe.setupIntents.create({ customer: customer.id });
  await page.goto(shop.address(intent.client_secret ?? "", { form: "card" }));
  await fill(page, "4000002500003155");
  await page.getByRole("button", { name: "Pay" }).click();
  await page.getByRole("dialog").frameLocator("iframe").getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("status")).toHaveText("succeeded");
  expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
});

test("given the locale fr, then the form and its errors are French", async ({ page }) => {
  const { secret } = await begin();
  await page.goto(shop.address(secret, { locale: "fr" }));
  const form = frameOf(page, "Cadre de saisie sécurisé pour le paiement par carte");
  await expect(form.getByText("Paiements de test : aucune carte n’est débitée")).toBeVisible();
  await form.getByLabel("Numéro de carte").fill("4000000000000002");
  await form.getByLabel("Date d’expiration").fill("1240");
  await form.getByLabel("Code de sécurité").fill("123");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("status")).toContainText("Votre carte a été refusée.");
});

test("axe finds no violations in the form, the bank's dialog, Checkout and an invoice", async ({ page }) => {
  const violations = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);
  const { secret, customer } = await begin();
  await page.goto(shop.address(secret));
  await expect(frameOf(page).getByLabel("Card number")).toBeVisible();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(frameOf(page).getByText("Your card number is incomplete.")).toBeVisible();
  expect(await violations()).toEqual([]);
  await fill(page, "4000000000003220");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("dialog").frameLocator("iframe").getByRole("button", { name: "Complete" })).toBeVisible();
  expect(await violations()).toEqual([]);

  const invoices = await stripe.invoices.list({ customer: customer.id });
  const { url } = await checkout();
  for (const address of [url, invoices.data[0]?.hosted_invoice_url]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address ?? "");
      expect(await violations()).toEqual([]);
    }
  }
});

test("given an invoice, then its page has a PDF to download", async ({ page }) => {
  const { customer } = await begin();
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  await page.goto(invoice?.hosted_invoice_url ?? "");
  await expect(page.getByRole("heading", { name: `Faktura ${invoice?.number}` })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Ladda ner fakturan (PDF)" }).click();
  expect((await download).suggestedFilename()).toBe(`${invoice?.number}.pdf`);
});

async function checkout() {
  const { customer } = await begin();
  const { origin } = new URL(standIn.apiBase);
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: "price_family_year_se", quantity: 1 }],
    discounts: [{ coupon: "WELCOME20" }],
    success_url: `${origin}/paid?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/back`,
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, locale: "en-GB" });

  async function enter(page: Page, number: string): Promise<void> {
    await page.getByLabel("Card number").fill(number);
    await page.getByLabel("Expiry date").fill("12 / 40");
    await page.getByLabel("Security code").fill("123");
    await page.getByLabel("Name on card").fill("A Family");
    await page.getByRole("button", { name: /^Pay/ }).click();
  }

  test("given Checkout and a valid card, then the session is paid and redirects to the success address", async ({
    page,
  }) => {
    const session = await checkout();
    await page.goto(session.url ?? "");
    await expect(page.getByText("Test payments: no card is charged")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pay SEK 632.00" })).toBeVisible();
    await enter(page, "4242 4242 4242 4242");
    await expect(page).toHaveURL(new RegExp(`/paid\\?session=${session.id}$`));
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
    expect(done).toMatchObject({ status: "complete", payment_status: "paid", amount_total: 63200 });
    expect((done.subscription as Stripe.Subscription).status).toBe("active");
  });

  test("given missing fields and a declined card, then the errors are shown and the name is kept", async ({ page }) => {
    const session = await checkout();
    await page.goto(session.url ?? "");
    await page.getByLabel("Name on card").fill("A Family");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByText("Your card number is incomplete.")).toBeVisible();
    await expect(page.getByText("Your card's security code is incomplete.")).toBeVisible();
    await expect(page.getByLabel("Name on card")).toHaveValue("A Family");
    await enter(page, "4000 0000 0000 0002");
    await expect(page.getByRole("alert")).toHaveText("Your card has been declined.");
    await enter(page, "4242 4242 4242 4242");
    await expect(page).toHaveURL(/\/paid/);
  });

  test("given Checkout and an authentication, then Fail returns to the form and Complete to the shop", async ({
    page,
  }) => {
    const session = await checkout();
    await page.goto(session.url ?? "");
    await enter(page, "4000000000003220");
    await page.getByRole("button", { name: "Fail" }).click();
    await expect(page.getByRole("alert")).toContainText("unable to authenticate");
    await enter(page, "4000000000003220");
    await page.getByRole("button", { name: "Complete" }).click();
    await expect(page).toHaveURL(/\/paid/);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("complete");
  });
});
