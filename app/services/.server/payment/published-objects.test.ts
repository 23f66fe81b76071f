import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DeclaredKinds, readDeclarations } from "#tests/support/provider-declarations";
import { addedByUnknownRelease, changesByRelease, declaredBySdkAlone } from "#tests/support/published-changes";
import { type PublishedSchema, readPublishedSchema } from "#tests/support/published-schema";
import { type StripeStandIn, startStripeStandIn } from "#tests/support/stripe-stand-in";
import type { StripePort } from "~/services/.server/payment/stripe-port";
import { createStripePort } from "~/services/.server/payment/stripe-sdk";

/**
 * Compares the stand-in's replies to every call of the product with the provider's published object descriptions: the SDK's declarations
 * (same release as the SDK) and an extract of the OpenAPI schema (an earlier release).
 * docs/decisions/0046-stripe-stand-in.md.
 */

type Reply = { call: string; status: number; version: string | null; body: { object?: string; error?: object } };

let standIn: StripeStandIn;
let recorder: Server;
let stripe: Stripe;
let port: StripePort;
let declared: DeclaredKinds;
let published: PublishedSchema;
const replies: Reply[] = [];
const called = new Set<string>();

beforeAll(async () => {
  standIn = await startStripeStandIn({ port: 0 });
  declared = readDeclarations();
  published = readPublishedSchema();
  recorder = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = "GET", url = "/", headers } = request;
    const body = method === "GET" ? null : Buffer.concat(parts);
    const reply = await fetch(`${standIn.apiBase}${url}`, {
      method,
      body,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          ["host", "connection", "content-length"].includes(name) ? [] : [[name, String(value)]],
        ),
      ),
    });
    const text = await reply.text();
    const call = `${method} ${url.split("?")[0]}`;
    const version = reply.headers.get("stripe-version");
    replies.push({ call, status: reply.status, version, body: JSON.parse(text) as Reply["body"] });
    response.writeHead(reply.status, { "content-type": "application/json" }).end(text);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => recorder.once("listening", resolve));
  const { port: number } = recorder.address() as AddressInfo;
  const real = createStripePort({ secretKey: standIn.secretKey, apiBase: `http://127.0.0.1:${number}` });
  port = new Proxy(real, {
    get(target, name: keyof StripePort) {
      called.add(name);
      return target[name];
    },
  });
  stripe = new Stripe(standIn.secretKey, {
    ...{ host: "127.0.0.1", port: number, protocol: "http" },
    ...{ maxNetworkRetries: 0, telemetry: false },
  });
  await walk();
}, 120_000);
afterAll(async () => {
  recorder.close();
  await standIn.close();
});

const monthly = "price_family_month_se";
const yearly = "price_family_year_se";
const orNothing = (work: Promise<unknown>) => work.catch(() => null);

/** Makes every call of the product, and between them the confirmations of the browser and the bank. */
async function walk(): Promise<void> {
  await port.listPrices();
  await port.findPrice(monthly);
  await port.findPrice("price_none");
  await port.findCoupon("WELCOME20");
  const [code] = await port.findPromotionCodes("welcome20", true);
  await port.findPromotionCodes("over", false);
  const customer = await port.createCustomer({ name: "Ada", email: "ada@home.example", ourId: "1" }, "c1");
  await port.findCustomer(customer.id);
  const taxRateId = await port.ensureTaxRate({ name: "Moms", percentage: 25 }, "t1");
  expect(await port.ensureTaxRate({ name: "Moms", percentage: 25 }, "t2")).toBe(taxRateId);
  const discount = { couponId: "WELCOME20", promotionCodeId: code?.id ?? null };
  const draft = { customerId: customer.id, discount, subscriptionType: "fabel-consumer", taxRateId };
  await port.previewFirstPayment({ customerId: customer.id, priceId: monthly, discount, taxRateId });
  const subscription = await port.createSubscription({ ...draft, priceId: monthly, orderId: "o1" }, "s1");
  const intent = String(subscription.latestInvoice?.clientSecret).split("_secret_")[0] ?? "";
  await orNothing(stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_chargeDeclined" }));
  await port.findIntent(intent);
  await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
  const setup = await port.createSetupIntent(customer.id, "si1");
  await stripe.setupIntents.confirm(setup.id, { payment_method: "pm_card_threeDSecure2Required" });
  const asking = await stripe.paymentMethods.attach("pm_card_threeDSecure2Required", { customer: customer.id });
  await port.listMethods(customer.id);
  await port.findMethod(asking.id);
  await port.setDefaultMethod(customer.id, { methodId: asking.id, amongUntil: asking.created }, "d1");
  await port.setSubscriptionMethod(subscription.id, asking.id, "d2");
  const changing = await port.changePlan(subscription, { priceId: yearly, prorationDate: null }, "p1");
  expect(changing.pendingPriceId).toBe(yearly);
  await port.payInvoice(changing.latestInvoice?.id ?? "", "y1");
  await port.voidInvoice(changing.latestInvoice?.id ?? "", "v1");
  const { id: subscriptionId, itemId } = subscription;
  const plan = { itemId, priceId: yearly, prorationDate: null };
  const half = { couponId: "HALF3", promotionCodeId: null };
  await port.previewInvoice({ subscriptionId, plan, discount: half, goesOn: false, resumes: false });
  await port.setCoupon(subscription.id, half, "k1");
  const until = subscription.periodEnd + 30 * 24 * 3600;
  await port.pause(subscription.id, { until, pausedFrom: subscription.periodEnd }, "w1");
  await port.resume(subscription.id, "w2");
  await port.setCancelAtPeriodEnd(subscription.id, true, "e1");
  await port.setCancelAtPeriodEnd(subscription.id, false, "e2");
  await port.listSubscriptions(customer.id);
  await port.listInvoices(customer.id);
  const pages = {
    successUrl: "https://www.fabel.example/a",
    cancelUrl: "https://www.fabel.example/b",
    locale: "fi" as const,
  };
  const checkout = await port.createCheckout({ ...draft, ...pages, priceId: monthly, orderId: "o2" }, "h1");
  await port.findCheckout(checkout.id);
  await port.expireCheckout(checkout.id, "x1");
  await port.createCardCheckout({ customerId: customer.id, ...pages }, "h2");
  await port.setNextPayment(subscription.id, Math.floor(Date.now() / 1000) + 60 * 24 * 3600, "n1");
  await port.removeMethod(asking.id, "r1");
  await port.cancelSubscription(subscription.id, "q1");
  await port.cancelSubscription(subscription.id, "q2");
  const [payment] = await port.listPayments(subscription.id);
  await port.refund(payment?.intentId ?? "", 100, "b1");
  await port.listPayments(subscription.id);
  await port.refund(payment?.intentId ?? "", 100, "b3", "mark");
  await port.refund(payment?.intentId ?? "", 100, "b4", "mark");
  expect((await port.listCharges(customer.id)).map(({ refunded }) => refunded)).toContain(200);
  const disputing = await stripe.paymentMethods.attach("pm_card_createDispute", { customer: customer.id });
  const request = { amount: 7900, currency: "sek", customer: customer.id, confirm: true, off_session: true };
  await stripe.paymentIntents.create({ ...request, payment_method: disputing.id });
  const [dispute] = (await port.listReversals(customer.id)).filter(({ kind }) => kind === "dispute");
  await stripe.disputes.update(dispute?.id ?? "", { evidence: { uncategorized_text: "winning_evidence" } });
  const inquired = await stripe.paymentMethods.attach("pm_card_createDisputeInquiry", { customer: customer.id });
  await stripe.paymentIntents.create({ ...request, payment_method: inquired.id });
  await port.listReversals(customer.id);
  const { data: charged } = await stripe.charges.list({ customer: customer.id, limit: 1 });
  expect(await port.findChargedCustomer(charged[0]?.id ?? "")).toBe(customer.id);
  await port.clearCredit(customer.id, "b2");
  const closed = await port.createCustomer({ name: "Bo", email: "bo@home.example", ourId: "2" }, "c2");
  await port.deleteCustomer(closed.id);
  await port.listEvents(0);
  await orNothing(port.readEvent("{}", "t=1,v1=none", "whsec_none"));
  // The objects that these calls created, each in full.
  await stripe.charges.list({ customer: customer.id, limit: 100 });
  await stripe.invoicePayments.list({ limit: 100 });
  await stripe.products.list({ limit: 100 });
}

/** Whether a reply is an object in full; that of a deletion only names it, which the provider declares apart. */
function isObject({ status, body }: (typeof replies)[number]): boolean {
  return status === 200 && (body as { deleted?: boolean }).deleted !== true;
}

it("given a deletion, then the reply names the object", () => {
  const deletions = replies.filter((reply) => reply.status === 200 && !isObject(reply));
  expect(deletions.map(({ body }) => body)).toEqual([
    { id: expect.stringMatching(/^cus_/), object: "customer", deleted: true },
  ]);
});

it("given every call of the product, then each reply matches the SDK's declarations and API version", () => {
  expect([...called].toSorted()).toEqual(
    Object.keys(createStripePort({ secretKey: "sk_test", apiBase: null })).toSorted(),
  );
  const objects = replies.filter(isObject);
  const found = objects.flatMap(({ call, body }) => declared.differences(body).map((line) => `${call}: ${line}`));
  expect([...new Set(found.map((line) => line.replace(/\[\d+\]/g, "[]").replace(/_[A-Za-z0-9]{14,}/g, "_")))]).toEqual(
    [],
  );
  // Errors have their own object type.
  const errors = replies.filter(({ status }) => status >= 400);
  expect(errors.map(({ status }) => status).toSorted()).toEqual([402, 404, 404]);
  for (const { body } of errors) {
    const { error } = body;
    expect(error).toMatchObject({
      type: expect.stringMatching(/^(card_error|invalid_request_error)$/),
      message: expect.any(String),
    });
  }
  expect([...new Set(replies.map(({ version }) => version))]).toEqual([Stripe.API_VERSION]);
});

it("given every call of the product, then each reply matches the OpenAPI schema but for known later changes", () => {
  const described = replies.filter((reply) => reply.status !== 200 || isObject(reply));
  const found = described.flatMap(({ status, body }) =>
    status === 200 ? published.differences(body) : published.differencesOf("error", body),
  );
  const known = [...Object.values(changesByRelease).flat(), ...addedByUnknownRelease, ...declaredBySdkAlone];
  expect([...new Set(found)].toSorted()).toEqual(known.toSorted());
  const releases = Object.keys(changesByRelease);
  expect(releases).toEqual(releases.toSorted());
  expect([releases[0], releases.at(-1)].map((release) => (release ?? "") >= published.release)).toEqual([true, true]);
});

it("given an object with a wrong, a missing and an unknown member, then both comparisons report each", {
  timeout: 120_000,
}, async () => {
  const product = await stripe.products.create({ name: "Books" });
  const { name: _, lastResponse: __, ...rest } = product;
  const wrong = { ...rest, active: "yes", colour: "red" };
  expect(declared.differences(wrong)).toEqual([
    'product.active is "yes", not false',
    "product.name is missing",
    "product.colour is not declared",
  ]);
  const ofSchema = published.differences(wrong).filter((line) => !declaredBySdkAlone.includes(line));
  expect(ofSchema).toEqual([
    'product.active is "yes": Invalid input: expected boolean, received string',
    "product.name is missing",
    "product.tax_details is not published",
    "product.colour is not published",
  ]);
});
