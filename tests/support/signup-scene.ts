import Stripe from "stripe";
import { expect } from "vitest";
import { parseEnvironment } from "~/environment.server";
import { createStripeAccounts } from "~/services/.server/payment/stripe-accounts";
import { pageServer } from "./page-server";
import { type Browser, sessionScene } from "./session-scene";
import { startStripeStandIn } from "./stripe-stand-in";

/** Sign-up over the real pages, without script, against a stand-in for the payment provider of its own; Norway has no payment keys. */

export const signupOrigin = "https://se.localhost";
export const monthlyPrice = "price_family_month_se";

/** The form of the first page. */
export const signupForm = (email: string, changes: Record<string, string> = {}) => ({
  priceId: monthlyPrice,
  firstname: "Ida",
  lastname: "Berg",
  email,
  password: "lantern-otter-7",
  country: "se",
  privacy: "on",
  ...changes,
});

/** A coupon that was accepted redirects to the summary with the new price. */
export const expectRedeemed = (response: Response) =>
  expect([response.status, response.headers.get("location")]).toEqual([302, "/signup/payment#main"]);

export async function signupScene() {
  const standIn = await startStripeStandIn({ port: 0 });
  const databases = await sessionScene(["se"], {
    ...standIn.environment,
    STRIPE_SECRET_KEY_NO: undefined,
    STRIPE_PUBLISHABLE_KEY_NO: undefined,
  });
  const pages = await pageServer();
  const { port } = new URL(standIn.apiBase);
  const stripe = new Stripe(standIn.secretKey, { host: "127.0.0.1", port, protocol: "http" });
  let made = 0;
  const newAddress = () => {
    made += 1;
    return `family${made}@home.example`;
  };
  const submit = (browser: Browser, form: Record<string, string>) => pages.post(browser, "/signup/payment", form);

  /** A page in a browser that keeps its cookies. */
  async function visit(browser: Browser, path: string): Promise<string> {
    const response = await pages.get(browser, path);
    browser.take(response);
    return response.text();
  }
  const stepOf = (browser: Browser) => visit(browser, "/signup/payment");
  const customerOf = async (email: string) => (await stripe.customers.list({ email })).data[0]?.id ?? "";

  /** Signs up and follows the redirects of the log-in to the payment step. */
  async function signUp(browser: Browser, email: string): Promise<void> {
    await follow(browser, await pages.post(browser, "/signup", signupForm(email)), "/signup/payment");
  }

  /** Follows the redirects of the log-in to a page. */
  async function follow(browser: Browser, response: Response, page: string): Promise<void> {
    let to = browser.take(response);
    for (let hops = 0; hops < 5 && !to.endsWith(page); hops += 1) {
      to = browser.take(await pages.get(browser, to.replace(signupOrigin, "")));
    }
    expect(to.endsWith(page) ? page : to).toBe(page);
  }

  /** A page's text as a user reads it, without tags. */
  async function textOf(browser: Browser, path: string): Promise<string> {
    const html = await (await pages.get(browser, path)).text();
    return html
      .replace(/<script[\s\S]*?<\/script>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
  }

  /** Confirms the open payment, as the browser's card form does with the page's client secret. */
  async function pay(email: string, card: string): Promise<{ error: string | null }> {
    const customers = await stripe.customers.list({ email });
    const intents = await stripe.paymentIntents.list({ customer: customers.data[0]?.id });
    const open = intents.data.find(({ status }) => status === "requires_payment_method");
    if (!open) throw new Error("there is nothing to pay");
    return stripe.paymentIntents.confirm(open.id, { payment_method: card }).then(
      () => ({ error: null }),
      (error: Stripe.errors.StripeError) => ({ error: error.decline_code ?? error.code ?? "unknown" }),
    );
  }

  /** Number of payments that succeeded. */
  async function charges(email: string): Promise<number> {
    const customers = await stripe.customers.list({ email });
    const intents = await stripe.paymentIntents.list({ customer: customers.data[0]?.id });
    return intents.data.filter(({ status }) => status === "succeeded").length;
  }

  return {
    standIn,
    databases,
    pages,
    stripe,
    /** The payment service's own calls of the provider. */
    port: createStripeAccounts(parseEnvironment(standIn.environment).stripe).of("se"),
    newAddress,
    submit,
    visit,
    stepOf,
    customerOf,
    signUp,
    follow,
    textOf,
    pay,
    charges,
  };
}
