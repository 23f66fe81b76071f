import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { sessionSecret } from "#tests/support/auth-secrets";
import { callerOf, uidOf } from "#tests/support/callers";
import { type CallInput, type PaymentCall, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { tableHashes } from "#tests/support/table-hashes";
import { secretBox } from "~/security/secret-box.server";
import type { Caller } from "~/services/.server/directory/caller";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import { createIdempotency } from "~/services/.server/dispatch/idempotency";
import { paymentContracts } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import { previewHeader } from "~/services/contracts/subscription";

/** Permissions of the payment endpoints. docs/security.md, lines 4, 19 and 27. */

let scene: PaymentScene;
const page = "http://localhost:3000/subscription";
const own = { priceId: "price_family_month_se", name: "Ada", email: "ada@home.example" };
const params = { id: "sub_of_nobody" };

/** All endpoints about a family, each with a valid input. */
const calls: Partial<Record<PaymentCall, CallInput>> = {
  createOrder: { body: own },
  createCheckout: { body: { ...own, successUrl: page, cancelUrl: page } },
  createCardCheckout: { body: { successUrl: page, cancelUrl: page } },
  getConsents: {},
  getPurchases: {},
  getOpenOrder: {},
  getSupportActs: {},
  getStatements: {},
  getTrial: {},
  startTrial: {},
  createClientSecret: {},
  getCustomer: {},
  changeCustomer: { body: { invoice_settings: { default_payment_method: "pm_1" } } },
  getPaymentMethods: {},
  deletePaymentMethods: {},
  getInvoices: {},
  getSubscriptions: {},
  getWithdrawal: {},
  withdraw: {},
  createSubscription: { body: { priceId: own.priceId } },
  changeSubscription: { params, body: { cancel_at_period_end: true } },
  payOverdue: { params },
  pausePlan: { params, body: { months: 1 }, preview: "0d3a8a0e-7d2f-4f7e-9a51-6a5d0f2c1b11" },
  resumePlan: { params, preview: "0d3a8a0e-7d2f-4f7e-9a51-6a5d0f2c1b11" },
  previewSubscription: { body: { subscriptionId: params.id, cancel_at_period_end: false } },
  addCoupon: { params, body: { couponId: "WELCOME20" } },
};
/** Endpoints that take an order's id: without permission they return 404, as for an unknown order. */
const ofOrders: PaymentCall[] = ["getOrder", "cancelOrder", "settleOrder", "recordConsent"];
/** A valid input of those, with an id of no order. */
const orderInput = { params, body: { version: "2026-11-30", isConsented: true } };
/** Endpoints of super users, each with a valid input; `uid` becomes that of a family of the country. */
const unknownId = "00000000-0000-4000-8000-00000000000a";
const ofFamily = { params: { uid: "", id: unknownId } };
const superCalls: Partial<Record<PaymentCall, CallInput>> = {
  searchFamilies: { body: { q: "family.se" } },
  getManagedFamily: ofFamily,
  previewFamilyRefund: { ...ofFamily, body: { paymentId: "pi_1", amount: null } },
  refundFamilyPayment: { ...ofFamily, body: { paymentId: "pi_1", amount: 1, left: 1, reason: "r" } },
  extendFamilyPlan: { ...ofFamily, body: { days: 1, reason: "r" } },
  getUnmatchedStatements: {},
  reviewStatement: { params: { id: unknownId }, body: { note: "r" } },
};
const superNames = Object.keys(superCalls) as PaymentCall[];
/** What a super user gets about a family that has bought nothing, and about a statement that does not exist. */
const superStatuses = [200, 200, 404, 404, 404, 200, 404];

const open: PaymentCall[] = ["getPaymentConfiguration", "getProducts", "stateAboutContract"];
const names = Object.keys(calls) as PaymentCall[];

beforeAll(async () => {
  scene = await paymentScene();
  await seedRealm(scene.databases.eu, "se");
});
afterAll(() => scene.close());

it("the lists of this file contain every endpoint", () => {
  expect([...names, ...ofOrders, ...superNames, ...open].toSorted()).toEqual(Object.keys(paymentContracts).toSorted());
});

describe.each(["student.se", "teacher.se", "admin.se", "super.se", "guardian.se"])("%s", (username) => {
  it.each(names)("gets 403 from %s", async (name) => {
    expect((await scene.call(name, calls[name] ?? {}, username)).status).toBe(403);
  });

  it.each(ofOrders)("gets 404 from %s", async (name) => {
    expect((await scene.call(name, orderInput, username)).status).toBe(404);
  });
});

describe("endpoints of super users", () => {
  const inputOf = (name: PaymentCall, uid: string): CallInput => {
    const { params, ...input } = superCalls[name] ?? {};
    return { ...input, params: params && "uid" in (params as object) ? { ...params, uid } : params };
  };
  const status = async (name: PaymentCall, uid: string, caller: Caller) =>
    dispatch(scene.payment.service as never, name, inputOf(name, uid), caller).then(
      (reply) => reply.status,
      (error: unknown) => (error instanceof ServiceError ? error.status : 500),
    );

  it.each(["student.se", "teacher.se", "admin.se", "guardian.se", "family.se"])(
    "return 403 for %s",
    async (username) => {
      const uid = await uidOf(scene.databases.eu, "family.se");
      const caller = await callerOf(scene.databases.eu, username);
      for (const name of superNames) expect([name, await status(name, uid, caller)]).toEqual([name, 403]);
    },
  );

  it("return 401 without a token, and 403 for who acts as a super user", async () => {
    const uid = await uidOf(scene.databases.eu, "family.se");
    const acting = await callerOf(scene.databases.eu, "super.se", { actor: unknownId });
    for (const name of superNames) {
      expect([name, await status(name, uid, { ...acting, user: null })]).toEqual([name, 401]);
      expect([name, await status(name, uid, acting)]).toEqual([name, 403]);
    }
  });

  it("answer a super user of the country; a family of another country and who is no family do not exist", async () => {
    const { databases } = scene;
    const caller = await callerOf(databases.eu, "super.se");
    const statuses = async (uid: string) => {
      const all = [];
      for (const name of superNames) all.push(await status(name, uid, caller));
      return all;
    };
    expect(await statuses(await uidOf(databases.eu, "family.se"))).toEqual(superStatuses);
    const missing = [200, 404, 404, 404, 404, 200, 404];
    const elsewhere = await scene.signUp("fr");
    expect(await statuses(elsewhere.uid)).toEqual(missing);
    expect(await statuses(await uidOf(databases.eu, "student.se"))).toEqual(missing);
    expect(await statuses("no-uid")).toEqual(missing);
    const { body } = await scene.call("searchFamilies", { body: { q: elsewhere.email } }, "super.se");
    expect(body.data).toEqual([]);
  });

  it("require fresh proof of identity before money moves, and a second factor before a note", async () => {
    const needed = new ServiceError(403, "secure_login_needed", "Log in with the second factor first");
    const refuse = async () => Promise.reject(needed);
    const strict = scene.another({ proofs: { requireFreshProof: refuse, requireFactor: refuse } });
    const uid = await uidOf(scene.databases.eu, "family.se");
    const codes = [];
    for (const name of superNames) {
      codes.push((await strict.call(name, inputOf(name, uid), "super.se")).body?.error ?? "none");
    }
    const free = ["none", "none", "not_found"];
    expect(codes).toEqual([...free, "secure_login_needed", "secure_login_needed", "none", "secure_login_needed"]);
  });
});

it.each(names)("given no token, then %s returns 401", async (name) => {
  expect((await scene.call(name, calls[name] ?? {}, null)).status).toBe(401);
});

it.each([...names, ...ofOrders])(
  "given a user who impersonates a family, then %s returns 403, or 404 for an order",
  async (name) => {
    const actor = "00000000-0000-4000-8000-000000000001";
    const caller = await callerOf(scene.databases.eu, "family.se", { actor });
    const input: CallInput = ofOrders.includes(name) ? orderInput : (calls[name] ?? {});
    const headers = input.preview === undefined ? {} : { [previewHeader]: input.preview };
    const status = await dispatch(scene.payment.service as never, name, { ...input, headers }, caller).then(
      (reply) => reply.status,
      (error: unknown) => (error instanceof ServiceError ? error.status : 500),
    );
    expect(status).toBe(ofOrders.includes(name) ? 404 : 403);
  },
);

it("a deactivated family gets 403", async () => {
  const { uid, email } = await scene.signUp();
  await scene.databases.eu.execute(sql`update directory.users set status = 'inactive' where uid = ${uid}`);
  expect((await scene.call("getSubscriptions", {}, email)).status).toBe(403);
});

describe("another family's data", () => {
  it("returns 404 for its subscription, orders and card, and 400 for its card as the default", async () => {
    const [mine, theirs] = [await scene.signUp(), await scene.signUp()];
    const { body: order } = await scene.call("createSubscription", { body: { priceId: own.priceId } }, theirs.email);
    await scene.pay(order);
    const { body: secret } = await scene.call("createClientSecret", {}, theirs.email);
    const saved = await scene
      .stripe()
      .setupIntents.confirm(secret.setupIntent.id, { payment_method: "pm_card_mastercard" });
    const card = String(saved.payment_method);
    await scene.call("createClientSecret", {}, mine.email);
    const id = order.subscriptionId;
    const replies = [
      await scene.call("changeSubscription", { params: { id }, body: { cancel_at_period_end: true } }, mine.email),
      await scene.call("addCoupon", { params: { id }, body: { couponId: "WELCOME20" } }, mine.email),
      await scene.call("getOrder", { params: { id: order.id } }, mine.email),
      await scene.call("settleOrder", { params: { id: order.id } }, mine.email),
      await scene.call("cancelOrder", { params: { id: order.id } }, mine.email),
      await scene.call("recordConsent", { ...orderInput, params: { id: order.id } }, mine.email),
      await scene.call("deletePaymentMethods", { body: { id: card } }, mine.email),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const taken = { body: { invoice_settings: { default_payment_method: card } } };
    expect((await scene.call("changeCustomer", taken, mine.email)).status).toBe(400);
    const { body } = await scene.call("getPaymentMethods", {}, theirs.email);
    expect(body.paymentMethods.data.map((method: { id: string }) => method.id)).toContain(card);
  });

  it("returns 404 for an order in another country", async () => {
    const theirs = await scene.signUp("fr");
    const { body: order } = await scene.call(
      "createOrder",
      { body: { ...own, priceId: "price_family_month_fr" } },
      theirs.email,
      "fr",
    );
    const mine = await scene.signUp();
    expect((await scene.call("getOrder", { params: { id: order.id } }, mine.email)).status).toBe(404);
    const { browserSession } = theirs;
    expect((await scene.call("getOrder", { params: { id: order.id }, browserSession }, null)).status).toBe(404);
  });
});

it("a repeated idempotent write returns 403 once the family is deactivated", async () => {
  const { uid, email } = await scene.signUp();
  const store = createIdempotency(scene.databases, secretBox(sessionSecret, "idempotency"));
  const begin = async () =>
    dispatch(
      scene.payment.service as never,
      "startTrial",
      {},
      await callerOf(scene.databases.eu, email, { realm: "se" }),
      {
        key: "3f6f1a0e-8f0e-4ac1-9d0e-5c1f5a3b7c11",
        store,
      },
    );
  expect((await begin()).status).toBe(201);
  expect((await begin()).status).toBe(201);
  await scene.databases.eu.execute(sql`update directory.users set status = 'inactive' where uid = ${uid}`);
  await expect(begin()).rejects.toMatchObject({ status: 403 });
});

it("GET endpoints write nothing to the database and cause no event at the provider", async () => {
  const { uid, email, browserSession } = await scene.signUp();
  const { body: order } = await scene.call("createOrder", { body: own }, email);
  await scene.pay(order);
  const before = await tableHashes(scene.databases.eu);
  const events = scene.standIn.webhooks.held().length;
  const reading = (Object.keys(paymentContracts) as PaymentCall[]).filter(
    (name) => paymentContracts[name].method === "GET",
  );
  expect(reading).toHaveLength(16);
  for (const name of reading) {
    const input = name === "getOrder" ? { params: { id: order.id }, browserSession } : { params: { uid } };
    expect((await scene.call(name, input, superNames.includes(name) ? "super.se" : email)).status).toBe(200);
  }
  expect(await tableHashes(scene.databases.eu)).toEqual(before);
  expect(scene.standIn.webhooks.held()).toHaveLength(events);
});
