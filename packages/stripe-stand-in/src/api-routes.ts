import { type Account, change, find } from "./account";
import { ApiError } from "./api-error";
import type { Params } from "./form-body";
import type { Kind, Kinds } from "./ledger";
import { listPage } from "./list-page";
import { choice, flag, group, text, texts } from "./params";
import { createPrice, createProduct, updatePrice, updateProduct } from "./resources/catalog";
import { challengeRequest } from "./resources/challenge";
import { createSession, expireSession, lineItemsOf } from "./resources/checkout-sessions";
import { createCoupon, deleteCoupon } from "./resources/coupons";
import { createCustomer, deleteCustomer, updateCustomer } from "./resources/customers";
import { closeDispute, updateDispute } from "./resources/disputes";
import { previewInvoice } from "./resources/invoice-previews";
import { paymentsOf } from "./resources/invoices";
import { cancelIntent, confirmIntent, createIntent, declinedResponse, updateIntent } from "./resources/payment-intents";
import {
  attach,
  createPaymentMethod,
  detach,
  paymentMethodFor,
  updatePaymentMethod,
} from "./resources/payment-methods";
import { chosenPromotionCodes, createPromotionCode, updatePromotionCode } from "./resources/promotion-codes";
import { createRefund } from "./resources/refunds";
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent } from "./resources/setup-intents";
import { payInvoice, settleConfirmation, subscriptionOf, voidOnRequest } from "./resources/subscription-status";
import { updateSubscription } from "./resources/subscription-updates";
import { cancelNow, cancelSubscription, createSubscription, hasEnded, settleSetup } from "./resources/subscriptions";
import { createTaxRate } from "./resources/tax-rates";

/** An API call: which keys may use it, and its implementation. `id` comes from the path; empty if there is none. */
export type ApiRoute = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** The browser script may use it with the publishable key and, for an object, its client secret. */
  isForBrowsers?: true;
  run(account: Account, id: string, params: Params): object;
};

const get = (path: string, run: ApiRoute["run"]): ApiRoute => ({ method: "GET", path, run });
const post = (path: string, run: ApiRoute["run"]): ApiRoute => ({ method: "POST", path, run });
const remove = (path: string, run: ApiRoute["run"]): ApiRoute => ({ method: "DELETE", path, run });
const forBrowsers = (route: ApiRoute): ApiRoute => ({ ...route, isForBrowsers: true });

/** `GET /v1/things/:id` and `GET /v1/things`, with filters by equality. */
function reading(kind: Kind, path: string, filters: string[] = []): ApiRoute[] {
  return [
    get(`${path}/:id`, (account, id) => find(account, kind, id)),
    get(path, (account, _, params) => listPage(account.ledger.all(kind).filter(equal(params, filters)), params, path)),
  ];
}

function equal(params: Params, filters: string[]): (object: object) => boolean {
  const conditions = filters.flatMap((name) =>
    text(params, name) === undefined ? [] : [[name, text(params, name)] as const],
  );
  return (object) => conditions.every(([name, value]) => String((object as Record<string, unknown>)[name]) === value);
}

export const apiRoutes: ApiRoute[] = [
  post("/v1/customers", (account, _, params) => createCustomer(account, params)),
  post("/v1/customers/:id", updateCustomer),
  remove("/v1/customers/:id", (account, id) => {
    for (const subscription of account.ledger.all("subscription")) {
      if (subscription.customer === id && !hasEnded(subscription)) {
        cancelNow(account, subscription, "cancellation_requested");
      }
    }
    return deleteCustomer(account, id);
  }),
  get("/v1/customers/:id/payment_methods", (account, id, params) => {
    find(account, "customer", id);
    return methodsOf(account, id, params, `/v1/customers/${id}/payment_methods`);
  }),
  ...reading("customer", "/v1/customers", ["email"]),

  post("/v1/products", (account, _, params) => createProduct(account, params)),
  post("/v1/products/:id", updateProduct),
  ...reading("product", "/v1/products", ["active"]),
  post("/v1/prices", (account, _, params) => createPrice(account, params)),
  post("/v1/prices/:id", updatePrice),
  get("/v1/prices", (account, _, params) => {
    const keys = texts(params, "lookup_keys");
    const prices = account.ledger.all("price").filter(equal(params, ["active", "product", "type", "currency"]));
    const interval = text(group(params, "recurring") ?? {}, "interval");
    const chosen = prices.filter((price) => {
      return (!keys || keys.includes(price.lookup_key ?? "")) && (!interval || price.recurring?.interval === interval);
    });
    return listPage(chosen, params, "/v1/prices");
  }),
  ...reading("price", "/v1/prices"),

  post("/v1/coupons", (account, _, params) => createCoupon(account, params)),
  remove("/v1/coupons/:id", deleteCoupon),
  ...reading("coupon", "/v1/coupons"),
  post("/v1/promotion_codes", (account, _, params) => createPromotionCode(account, params)),
  post("/v1/promotion_codes/:id", updatePromotionCode),
  get("/v1/promotion_codes", (account, _, params) =>
    listPage(chosenPromotionCodes(account, params), params, "/v1/promotion_codes"),
  ),
  ...reading("promotion_code", "/v1/promotion_codes"),
  post("/v1/tax_rates", (account, _, params) => createTaxRate(account, params)),
  ...reading("tax_rate", "/v1/tax_rates", ["active"]),

  forBrowsers(post("/v1/payment_methods", (account, _, params) => createPaymentMethod(account, params))),
  post("/v1/payment_methods/:id/attach", (account, id, params) =>
    attach(account, paymentMethodFor(account, id, "id"), text(params, "customer") ?? ""),
  ),
  post("/v1/payment_methods/:id/detach", detach),
  post("/v1/payment_methods/:id", updatePaymentMethod),
  get("/v1/payment_methods", (account, _, params) => {
    const customer = text(params, "customer");
    if (customer) find(account, "customer", customer, "customer");
    return methodsOf(account, customer ?? null, params, "/v1/payment_methods");
  }),
  ...reading("payment_method", "/v1/payment_methods"),

  post("/v1/setup_intents", (account, _, params) => createSetupIntent(account, params)),
  forBrowsers(
    post("/v1/setup_intents/:id/confirm", (account, id, params) => {
      const intent = find(account, "setup_intent", id);
      const confirmed = confirmSetupIntent(account, intent, methodOf(account, params), challengeRequest(params));
      settleSetup(account, confirmed);
      return confirmed;
    }),
  ),
  post("/v1/setup_intents/:id/cancel", (account, id) => cancelSetupIntent(account, find(account, "setup_intent", id))),
  forBrowsers(get("/v1/setup_intents/:id", (account, id) => find(account, "setup_intent", id))),
  ...reading("setup_intent", "/v1/setup_intents", ["customer", "payment_method"]),

  post("/v1/payment_intents", (account, _, params) => {
    const intent = createIntent(account, params);
    return flag(params, "confirm") ? confirm(account, intent.id, params) : intent;
  }),
  forBrowsers(post("/v1/payment_intents/:id/confirm", confirm)),
  post("/v1/payment_intents/:id/cancel", (account, id, params) =>
    cancelIntent(
      account,
      find(account, "payment_intent", id),
      (text(params, "cancellation_reason") as "requested_by_customer" | undefined) ?? null,
    ),
  ),
  post("/v1/payment_intents/:id", updateIntent),
  forBrowsers(get("/v1/payment_intents/:id", (account, id) => find(account, "payment_intent", id))),
  ...reading("payment_intent", "/v1/payment_intents", ["customer"]),
  ...reading("charge", "/v1/charges", ["customer", "payment_intent"]),
  post("/v1/refunds", (account, _, params) => createRefund(account, params)),
  ...reading("refund", "/v1/refunds", ["charge", "payment_intent"]),
  post("/v1/disputes/:id/close", closeDispute),
  post("/v1/disputes/:id", updateDispute),
  ...reading("dispute", "/v1/disputes", ["charge", "payment_intent"]),

  post("/v1/subscriptions", (account, _, params) => createSubscription(account, params)),
  post("/v1/subscriptions/:id", updateSubscription),
  remove("/v1/subscriptions/:id", cancelSubscription),
  get("/v1/subscriptions", (account, _, params) => listSubscriptions(account, params)),
  ...reading("subscription", "/v1/subscriptions"),

  post("/v1/invoices/create_preview", (account, _, params) => previewInvoice(account, params)),
  post("/v1/invoices/:id/pay", (account, id, params) => {
    const invoice = find(account, "invoice", id);
    if (invoice.status !== "open") {
      throw new ApiError(400, {
        type: "invalid_request_error",
        message: "Invoice is already paid",
        code: "invoice_not_editable",
      });
    }
    const given = text(params, "payment_method");
    const method = given ? paymentMethodFor(account, given, "payment_method") : null;
    const declined = payInvoice(account, invoice, method, { offSession: flag(params, "off_session") ?? true });
    if (declined) throw declined;
    return find(account, "invoice", id);
  }),
  post("/v1/invoices/:id/void", voidOnRequest),
  get("/v1/invoices/:id/lines", (account, id, params) =>
    listPage(find(account, "invoice", id).lines.data, params, `/v1/invoices/${id}/lines`),
  ),
  get("/v1/invoices", (account, _, params) => {
    const subscription = text(params, "subscription");
    const all = account.ledger.all("invoice").filter(equal(params, ["customer", "status", "collection_method"]));
    const chosen = subscription ? all.filter((each) => subscriptionOf(account, each)?.id === subscription) : all;
    return listPage(chosen, params, "/v1/invoices");
  }),
  ...reading("invoice", "/v1/invoices"),
  get("/v1/invoice_payments", (account, _, params) => {
    const invoice = text(params, "invoice");
    const all = invoice ? paymentsOf(account, invoice) : account.ledger.all("invoice_payment");
    const intent = text(group(params, "payment") ?? {}, "payment_intent");
    const paid = intent ? all.filter(({ payment }) => payment.payment_intent === intent) : all;
    return listPage(paid.filter(equal(params, ["status"])), params, "/v1/invoice_payments");
  }),

  post("/v1/checkout/sessions/:id/expire", expireSession),
  post("/v1/checkout/sessions", (account, _, params) => createSession(account, params)),
  get("/v1/checkout/sessions/:id/line_items", (account, id, params) => {
    const url = `/v1/checkout/sessions/${id}/line_items`;
    return listPage(lineItemsOf(account, find(account, "checkout.session", id)), params, url);
  }),
  ...reading("checkout.session", "/v1/checkout/sessions", ["customer", "subscription", "payment_intent", "status"]),

  get("/v1/events", (account, _, params) => {
    const types = texts(params, "types") ?? (text(params, "type") ? [text(params, "type") as string] : null);
    const chosen = account.ledger
      .all("event")
      .filter((event) => !types || types.some((type) => isOfType(event.type, type)));
    return listPage(chosen, params, "/v1/events");
  }),
  ...reading("event", "/v1/events"),
];

function isOfType(type: string, requested: string): boolean {
  return requested.endsWith("*") ? type.startsWith(requested.slice(0, -1)) : type === requested;
}

function methodsOf(account: Account, customer: string | null, params: Params, url: string): object {
  const all = account.ledger.all("payment_method").filter((method) => method.customer !== null);
  const own = customer === null ? all : all.filter((method) => method.customer === customer);
  return listPage(own.filter(equal(params, ["type"])), params, url);
}

/** The card that a confirmation references or contains. */
function methodOf(account: Account, params: Params): Kinds["payment_method"] | null {
  const data = group(params, "payment_method_data");
  if (data) return createPaymentMethod(account, data);
  const id = text(params, "payment_method");
  return id ? paymentMethodFor(account, id, "payment_method") : null;
}

function confirm(account: Account, id: string, params: Params): object {
  const usage = choice(params, "setup_future_usage", ["off_session", "on_session"]);
  const stored = find(account, "payment_intent", id);
  const intent = usage ? change(account, stored, { setup_future_usage: usage }, null) : stored;
  const options = { ...challengeRequest(params), offSession: flag(params, "off_session") ?? false };
  const confirmation = confirmIntent(account, intent, methodOf(account, params), options);
  settleConfirmation(account, confirmation);
  const declined = declinedResponse(account, confirmation);
  if (declined) throw declined;
  return find(account, "payment_intent", id);
}

function listSubscriptions(account: Account, params: Params): object {
  const status = text(params, "status");
  const price = text(params, "price");
  const chosen = account.ledger
    .all("subscription")
    .filter(equal(params, ["customer"]))
    .filter((each) => {
      const isWanted =
        status === "all" ||
        (status === "ended" ? hasEnded(each) : status ? each.status === status : each.status !== "canceled");
      return isWanted && (!price || each.items.data.some((item) => item.price.id === price));
    });
  return listPage(chosen, params, "/v1/subscriptions");
}
