// packages/stripe-stand-in/src/listen.ts
import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
async function listenStandIn(standIn, port) {
  const listener = getRequestListener((request, bindings) => standIn.fetch(request, bindings), {
    overrideGlobalObjects: false
  });
  const server = createServer(listener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    async close() {
      standIn.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    }
  };
}

// packages/stripe-stand-in/src/stand-in.ts
import path3 from "node:path";
import { Hono } from "hono";

// packages/stripe-stand-in/src/accounts.ts
import Stripe from "stripe";

// packages/stripe-stand-in/src/ids.ts
import { randomBytes } from "node:crypto";
var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
function newId(prefix, length = 24) {
  return `${prefix}_${randomText(length)}`;
}
function randomText(length) {
  let text2 = "";
  while (text2.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text2.length < length) text2 += letters[byte % 62];
    }
  }
  return text2;
}

// packages/stripe-stand-in/src/api-error.ts
var ApiError = class extends Error {
  constructor(status, body) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
  name = "ApiError";
};
function invalidRequest(message, param, code) {
  return new ApiError(400, {
    type: "invalid_request_error",
    message,
    ...param ? { param } : {},
    ...code ? { code, doc_url: documentation(code) } : {}
  });
}
function missingParameter(param) {
  return invalidRequest(`Missing required param: ${param}.`, param, "parameter_missing");
}
function resourceMissing(kind, id, param = "id") {
  const code = "resource_missing";
  return new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code,
    message: `No such ${kind}: '${id}'`,
    param,
    doc_url: documentation(code)
  });
}
function documentation(code) {
  return `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}`;
}

// packages/stripe-stand-in/src/expand.ts
var deepest = 4;
function expand(root, paths, expander) {
  const result = structuredClone(root);
  for (const path4 of paths) {
    const parts = path4.split(".");
    const depth = parts[0] === "data" ? parts.length - 1 : parts.length;
    if (depth > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property. Property: ${path4}`, "expand");
    }
    expandPath(result, parts, path4, expander);
  }
  return result;
}
function expandPath(object, parts, path4, expander) {
  const [field2 = "", ...rest] = parts;
  let value = object[field2];
  if (value === void 0) {
    value = expander.includable(object, field2);
    if (value === void 0) throw invalidRequest(`This property cannot be expanded (${path4}).`, "expand");
    if (value === null) return;
    value = structuredClone(value);
  } else if (typeof value === "string") {
    const expanded = expander.find(value);
    if (!expanded) throw invalidRequest(`This property cannot be expanded (${path4}).`, "expand");
    value = structuredClone(expanded);
  } else if (Array.isArray(value)) {
    value = value.map(
      (each) => typeof each === "string" ? structuredClone(expander.find(each) ?? each) : each
    );
  }
  object[field2] = value;
  if (rest.length === 0 || value === null) return;
  for (const each of Array.isArray(value) ? value : [value]) {
    if (typeof each === "object" && each !== null) expandPath(each, rest, path4, expander);
  }
}

// packages/stripe-stand-in/src/account.ts
function find(account, kind, id, param) {
  const object = account.ledger.get(kind, id);
  if (!object) throw resourceMissing(kind.replace("checkout.session", "checkout session"), id, param);
  return object;
}
function change(account, object, changes, type) {
  const previous = {};
  for (const [name, value] of Object.entries(changes)) {
    const before = object[name];
    if (JSON.stringify(before) !== JSON.stringify(value)) previous[name] = before ?? null;
  }
  if (Object.keys(previous).length === 0) return object;
  const after = { ...object, ...changes };
  account.ledger.put(after);
  if (type) account.emit(type, after, type.endsWith(".updated") ? previous : void 0);
  return after;
}
function current(account, object) {
  return account.ledger.find(object.id) ?? object;
}

// packages/stripe-stand-in/src/clock.ts
function createClock(ahead = 0) {
  return {
    now: () => Math.floor(Date.now() / 1e3) + ahead,
    ahead: () => ahead,
    setAhead(seconds) {
      ahead = seconds;
    }
  };
}
var day = 24 * 60 * 60;
function addInterval(seconds, interval, count, anchor = seconds) {
  if (interval === "day") return seconds + count * day;
  if (interval === "week") return seconds + count * 7 * day;
  const date = new Date(seconds * 1e3);
  const months = interval === "year" ? count * 12 : count;
  const wantedDay = new Date(anchor * 1e3).getUTCDate();
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(wantedDay, lastDay));
  return Math.floor(first.getTime() / 1e3);
}

// packages/stripe-stand-in/src/params.ts
function text(params, name) {
  const value = params[name];
  if (value === void 0) return void 0;
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, name);
  return value;
}
function clearable(params, name) {
  const value = text(params, name);
  return value === "" ? null : value;
}
function requiredText(params, name) {
  const value = text(params, name);
  if (!value) throw missingParameter(name);
  return value;
}
function integer(params, name) {
  const value = text(params, name);
  if (value === void 0 || value === "") return void 0;
  if (!/^-?\d{1,15}$/.test(value)) throw invalidRequest(`Invalid integer: ${value}`, name, "parameter_invalid_integer");
  return Number(value);
}
function decimal(params, name) {
  const value = text(params, name);
  if (value === void 0 || value === "") return void 0;
  if (!/^-?\d{1,12}(\.\d+)?$/.test(value)) throw invalidRequest(`Invalid decimal: ${value}`, name);
  return Number(value);
}
function flag(params, name) {
  const value = text(params, name);
  if (value === void 0 || value === "") return void 0;
  if (value !== "true" && value !== "false") throw invalidRequest(`Invalid boolean: ${value}`, name);
  return value === "true";
}
function choice(params, name, allowed) {
  const value = text(params, name);
  if (value === void 0) return void 0;
  if (!allowed.includes(value)) {
    throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(", ")}`, name);
  }
  return value;
}
function group(params, name) {
  const value = params[name];
  if (value === void 0 || value === "") return void 0;
  if (typeof value === "string" || Array.isArray(value)) throw invalidRequest("Invalid hash", name);
  return value;
}
function list(params, name) {
  const value = params[name];
  if (value === void 0) return void 0;
  if (value === "") return [];
  if (!Array.isArray(value)) throw invalidRequest("Invalid array", name);
  return value;
}
function groups(params, name) {
  return list(params, name)?.map((value) => {
    if (typeof value === "string" || Array.isArray(value)) throw invalidRequest("Invalid hash", name);
    return value;
  });
}
function texts(params, name) {
  return list(params, name)?.map((value) => {
    if (typeof value !== "string") throw invalidRequest("Invalid string", name);
    return value;
  });
}
function metadata(params, before = {}) {
  if (params.metadata === "") return {};
  const after = { ...before };
  for (const [key, value] of Object.entries(group(params, "metadata") ?? {})) {
    if (typeof value !== "string") throw invalidRequest("Metadata values must be strings", `metadata[${key}]`);
    if (value === "") delete after[key];
    else after[key] = value;
  }
  return after;
}
function address(params) {
  if (!params) return null;
  const part = (name) => text(params, name) || null;
  return {
    city: part("city"),
    country: part("country"),
    line1: part("line1"),
    line2: part("line2"),
    postal_code: part("postal_code"),
    state: part("state")
  };
}

// packages/stripe-stand-in/src/resources/coupons.ts
function createCoupon(account, params) {
  const id = text(params, "id") || randomText(8);
  if (account.ledger.get("coupon", id)) {
    throw invalidRequest("Coupon already exists.", "id", "resource_already_exists");
  }
  const amountOff = integer(params, "amount_off") ?? null;
  const percentOff = decimal(params, "percent_off") ?? null;
  if (amountOff === null === (percentOff === null)) {
    throw invalidRequest("You must pass exactly one of percent_off and amount_off", "percent_off");
  }
  if (percentOff !== null && (percentOff <= 0 || percentOff > 100)) {
    throw invalidRequest("Invalid percent_off: must be between 0 and 100", "percent_off");
  }
  const duration = choice(params, "duration", ["forever", "once", "repeating"]) ?? "once";
  const products = texts(group(params, "applies_to") ?? {}, "products");
  const coupon = {
    id,
    object: "coupon",
    amount_off: amountOff,
    created: account.clock.now(),
    currency: text(params, "currency")?.toLowerCase() ?? null,
    duration,
    duration_in_months: duration === "repeating" ? integer(params, "duration_in_months") ?? 1 : null,
    livemode: false,
    max_redemptions: integer(params, "max_redemptions") ?? null,
    metadata: metadata(params),
    name: text(params, "name") || null,
    percent_off: percentOff,
    redeem_by: integer(params, "redeem_by") ?? null,
    times_redeemed: 0,
    valid: true
  };
  if (products) account.ledger.setNote(productsNote(id), products);
  account.ledger.put(coupon);
  account.emit("coupon.created", coupon);
  return coupon;
}
var productsNote = (coupon) => `coupon-products:${coupon}`;
function productsOf(account, coupon) {
  return account.ledger.note(productsNote(coupon)) ?? null;
}
function deleteCoupon(account, id) {
  const coupon = find(account, "coupon", id);
  account.ledger.remove(id);
  account.emit("coupon.deleted", coupon);
  return { id, object: "coupon", deleted: true };
}
function createPromotionCode(account, params) {
  const promotion = group(params, "promotion") ?? {};
  const coupon = find(account, "coupon", text(promotion, "coupon") ?? "", "promotion[coupon]");
  const code = {
    id: newId("promo"),
    object: "promotion_code",
    active: flag(params, "active") ?? true,
    code: text(params, "code") || randomText(8).toUpperCase(),
    created: account.clock.now(),
    customer: text(params, "customer") || null,
    customer_account: null,
    expires_at: integer(params, "expires_at") ?? null,
    livemode: false,
    max_redemptions: integer(params, "max_redemptions") ?? null,
    metadata: metadata(params),
    promotion: { coupon: coupon.id, type: "coupon" },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0
  };
  account.ledger.put(code);
  account.emit("promotion_code.created", code);
  return code;
}
function presentCoupon(coupon, now) {
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= now;
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return { ...coupon, valid: !isOver && !isUsedUp };
}
function redeem(account, requested, target) {
  return requested.map((each, index) => {
    const existing = text(each, "discount");
    if (existing) return find(account, "discount", existing, `discounts[${index}][discount]`);
    const code = promotionOf(account, each, index);
    const id = code ? code.promotion.coupon : text(each, "coupon") ?? "";
    const coupon = account.ledger.get("coupon", id);
    if (!coupon) throw resourceMissing("coupon", id, "coupon");
    requireUsable(account, coupon, target);
    const now = account.clock.now();
    const discount = {
      id: newId("di"),
      object: "discount",
      checkout_session: null,
      customer: target.customer,
      customer_account: null,
      end: endOf(coupon, now),
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: "coupon" },
      start: now,
      subscription: target.subscription,
      subscription_item: null
    };
    account.ledger.put(discount);
    account.ledger.put({ ...coupon, times_redeemed: coupon.times_redeemed + 1 });
    if (code) account.ledger.put({ ...code, times_redeemed: code.times_redeemed + 1 });
    account.emit("customer.discount.created", discount);
    return discount;
  });
}
function promotionOf(account, params, index) {
  const id = text(params, "promotion_code");
  if (!id) return null;
  const param = `discounts[${index}][promotion_code]`;
  const code = find(account, "promotion_code", id, param);
  const isOver = code.expires_at !== null && code.expires_at <= account.clock.now();
  if (!code.active || isOver)
    throw invalidRequest("This promotion code is not active.", param, "promotion_code_inactive");
  return code;
}
function requireUsable(account, coupon, target) {
  const { valid } = presentCoupon(coupon, account.clock.now());
  if (!valid) throw invalidRequest(`Coupon ${coupon.id} is used up or has expired.`, "coupon", "coupon_expired");
  if (coupon.amount_off !== null && coupon.currency !== target.currency) {
    throw invalidRequest(
      `The coupon's currency (${coupon.currency}) must match the subscription's (${target.currency}).`,
      "coupon"
    );
  }
}
function endOf(coupon, now) {
  if (coupon.duration !== "repeating") return null;
  const date = new Date(now * 1e3);
  date.setUTCMonth(date.getUTCMonth() + (coupon.duration_in_months ?? 1));
  return Math.floor(date.getTime() / 1e3);
}

// packages/stripe-stand-in/src/resources/customers.ts
function createCustomer(account, params) {
  const customer = {
    id: newId("cus", 14),
    object: "customer",
    address: address(group(params, "address")),
    balance: integer(params, "balance") ?? 0,
    created: account.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: text(params, "description") || null,
    email: text(params, "email") || null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: metadata(params),
    name: text(params, "name") || null,
    next_invoice_sequence: 1,
    phone: text(params, "phone") || null,
    preferred_locales: texts(params, "preferred_locales") ?? [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null
  };
  account.ledger.put(customer);
  account.emit("customer.created", customer);
  const given2 = givenDefault(account, params);
  return given2 === void 0 ? customer : setDefault(account, customer, given2, null);
}
function updateCustomer(account, id, params) {
  const customer = find(account, "customer", id);
  const changes = { metadata: metadata(params, customer.metadata) };
  for (const name of ["email", "name", "phone", "description"]) {
    const value = clearable(params, name);
    if (value !== void 0) changes[name] = value;
  }
  if (params.address !== void 0) changes.address = address(group(params, "address"));
  const locales = texts(params, "preferred_locales");
  if (locales) changes.preferred_locales = locales;
  const balance = integer(params, "balance");
  if (balance !== void 0) changes.balance = balance;
  const given2 = givenDefault(account, params);
  if (given2 !== void 0) {
    if (given2) requireOwn(account, customer, given2);
    changes.invoice_settings = { ...customer.invoice_settings, default_payment_method: given2 };
  }
  return change(account, customer, changes, "customer.updated");
}
function givenDefault(account, params) {
  const given2 = clearable(group(params, "invoice_settings") ?? {}, "default_payment_method");
  if (given2) find(account, "payment_method", given2, "invoice_settings[default_payment_method]");
  return given2;
}
function requireOwn(account, customer, paymentMethod) {
  const param = "invoice_settings[default_payment_method]";
  const { customer: owner } = find(account, "payment_method", paymentMethod, param);
  if (owner === customer.id) return;
  throw notAttached(paymentMethod, param);
}
function setDefault(account, customer, paymentMethod, type = "customer.updated") {
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: paymentMethod };
  return change(account, customer, { invoice_settings }, type);
}
function deleteCustomer(account, id) {
  const customer = find(account, "customer", id);
  account.ledger.remove(id);
  account.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}
function notAttached(paymentMethod, param) {
  return new ApiError(400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`,
    param,
    doc_url: documentation("resource_missing")
  });
}

// packages/stripe-stand-in/src/resources/challenge.ts
function challengeRequest(params) {
  return { returnUrl: flag(params, "use_stripe_sdk") ? null : text(params, "return_url") ?? null };
}
function challengeAction(account, intent, { returnUrl }) {
  const url = `${account.publicOrigin()}/test-payments/three-d-secure/${intent.id}?client_secret=${intent.client_secret}`;
  if (returnUrl) return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: {
      type: "three_d_secure_redirect",
      stripe_js: url,
      source: null
    }
  };
}
function refusedChallenge(intent) {
  const code = `${intent}_authentication_failure`;
  return {
    type: "invalid_request_error",
    code,
    message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    doc_url: documentation(code)
  };
}
function requireUsableBy(account, paymentMethod, customer) {
  const { customer: owner } = find(account, "payment_method", paymentMethod.id);
  if (owner === null || owner === customer) return;
  throw invalidRequest(
    "The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.",
    "payment_method",
    "payment_method_unexpected_state"
  );
}

// packages/stripe-stand-in/src/resources/payment-methods.ts
import { createHash } from "node:crypto";

// packages/stripe-stand-in/src/cards/card-entry.ts
var brands = [
  ["visa", /^4/],
  ["amex", /^3[47]/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["discover", /^(6011|65|64[4-9])/],
  ["diners", /^(36|38|30[0-5]|39)/],
  ["jcb", /^35/],
  ["unionpay", /^62/]
];
function digitsOf(text2) {
  return text2.replace(/\D/g, "");
}
function brandOf(number) {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? "unknown";
}
function numberLength(brand, number) {
  if (brand === "amex") return 15;
  return brand === "diners" && /^36/.test(number) ? 14 : 16;
}
function cvcLength(brand) {
  return brand === "amex" ? 4 : 3;
}
function formatExpiry(text2) {
  let digits = digitsOf(text2);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}
function expiryOf(text2) {
  const digits = digitsOf(formatExpiry(text2));
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2e3 + Number(digits.slice(2)) };
}
function numberMistake(text2) {
  const digits = digitsOf(text2);
  if (digits.length < numberLength(brandOf(digits), digits)) return "incomplete_number";
  return passesLuhn(digits) ? null : "invalid_number";
}
function expiryMistake(text2, now) {
  const expiry = expiryOf(text2);
  if (!expiry) return "incomplete_expiry";
  if (expiry.month < 1 || expiry.month > 12) return "invalid_expiry_month";
  const thisYear = now.getUTCFullYear();
  if (expiry.year > thisYear + 50) return "invalid_expiry_year";
  const isPast = expiry.year < thisYear || expiry.year === thisYear && expiry.month < now.getUTCMonth() + 1;
  return isPast ? "invalid_expiry_year_past" : null;
}
function cvcMistake(text2, brand) {
  const digits = digitsOf(text2);
  return digits.length === cvcLength(brand) || brand === "unknown" && digits.length >= 3 ? null : "incomplete_cvc";
}
function passesLuhn(digits) {
  let sum2 = 0;
  [...digits].reverse().forEach((character, index) => {
    const digit = Number(character);
    const doubled = digit * 2;
    sum2 += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  });
  return digits.length >= 12 && sum2 % 10 === 0;
}

// packages/stripe-stand-in/src/cards/test-cards.ts
var declines = {
  generic: decline("card_declined", "generic_decline", "Your card was declined."),
  insufficient: decline("card_declined", "insufficient_funds", "Your card has insufficient funds."),
  lost: decline("card_declined", "lost_card", "Your card was declined."),
  stolen: decline("card_declined", "stolen_card", "Your card was declined."),
  fraudulent: decline("card_declined", "fraudulent", "Your card was declined."),
  velocity: decline(
    "card_declined",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit."
  ),
  expired: decline("expired_card", "expired_card", "Your card has expired."),
  cvc: decline("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
  processing: decline(
    "processing_error",
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit."
  )
};
var authenticationRequired = decline(
  "authentication_required",
  "authentication_required",
  "Your card was declined. This transaction requires authentication."
);
var cards = {
  "4242424242424242": card("visa"),
  "4000056655665556": card("visa", { funding: "debit" }),
  "5555555555554444": card("mastercard"),
  "2223003122003222": card("mastercard"),
  "5200828282828210": card("mastercard", { funding: "debit" }),
  "5105105105105100": card("mastercard", { funding: "prepaid" }),
  "378282246310005": card("amex"),
  "371449635398431": card("amex"),
  "6011111111111117": card("discover"),
  "6011000990139424": card("discover"),
  "3056930009020004": card("diners"),
  "36227206271667": card("diners"),
  "3566002020360505": card("jcb"),
  "6200000000000005": card("unionpay"),
  // Cards of countries in which the product is sold.
  "4000002760000016": card("visa", { country: "DE" }),
  "4000002460000001": card("visa", { country: "FI" }),
  "4000002500000003": card("visa", { country: "FR" }),
  "4000005780000007": card("visa", { country: "NO" }),
  "4000005280000002": card("visa", { country: "NL" }),
  "4000007520000008": card("visa", { country: "SE" }),
  "4000008260000000": card("visa", { country: "GB" }),
  // Cards that require authentication.
  "4000002500003155": card("visa", { country: "FR", challenge: "first" }),
  "4000002760003184": card("visa", { country: "DE", challenge: "always" }),
  "4000008260003178": card("visa", {
    country: "GB",
    challenge: "always",
    decline: declines.insufficient,
    isSavedBeforeDecline: true
  }),
  "4000003800000446": card("visa", { challenge: "first" }),
  "4000000000003220": card("visa", { challenge: "always" }),
  "4000000000003063": card("visa", { challenge: "always" }),
  "4000008400001629": card("visa", { challenge: "always", decline: declines.generic }),
  "4000000000003055": card("visa"),
  // Cards that are declined.
  "4000000000000002": card("visa", { decline: declines.generic }),
  "4000000000009995": card("visa", { decline: declines.insufficient }),
  "4000000000009987": card("visa", { decline: declines.lost }),
  "4000000000009979": card("visa", { decline: declines.stolen }),
  "4000000000000069": card("visa", { decline: declines.expired }),
  "4000000000000127": card("visa", { decline: declines.cvc }),
  "4000000000000119": card("visa", { decline: declines.processing }),
  "4000000000006975": card("visa", { decline: declines.velocity }),
  "4100000000000019": card("visa", { decline: declines.fraudulent }),
  "4000000000000341": card("visa", { decline: declines.generic, isSavedBeforeDecline: true })
};
var namedCards = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341"
};
function testCard(number) {
  return cards[number] ?? null;
}
function card(brand, differs = {}) {
  return { brand, funding: "credit", country: "US", decline: null, challenge: "never", ...differs };
}
function decline(code, declineCode, message) {
  return { code, declineCode, message };
}

// packages/stripe-stand-in/src/resources/payment-methods.ts
var noteOf = (paymentMethod) => `card:${paymentMethod}`;
function createPaymentMethod(account, params) {
  if (choice(params, "type", ["card"]) !== "card") throw missingParameter("type");
  const card2 = group(params, "card");
  if (!card2) throw missingParameter("card");
  const token = text(card2, "token");
  const number = token ? tokenNumber(token) : digitsOf(text(card2, "number") ?? "");
  const expiry = token ? { month: 12, year: new Date(account.clock.now() * 1e3).getUTCFullYear() + 4 } : checkedExpiry(account, card2);
  checkNumber(number, text(card2, "cvc"));
  return storePaymentMethod(
    account,
    number,
    expiry,
    billingDetails(group(params, "billing_details")),
    text(card2, "cvc") !== void 0
  );
}
function paymentMethodFor(account, id, param) {
  const number = namedCards[id];
  if (!number) return find(account, "payment_method", id, param);
  const year = new Date(account.clock.now() * 1e3).getUTCFullYear() + 1;
  return storePaymentMethod(
    account,
    number,
    { month: (/* @__PURE__ */ new Date()).getUTCMonth() + 1, year },
    billingDetails(void 0),
    true
  );
}
function storePaymentMethod(account, number, expiry, billing, hasCvc) {
  const card2 = testCard(number);
  const paymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billing,
    card: {
      brand: card2.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing.address?.postal_code ? "pass" : null,
        cvc_check: hasCvc ? "pass" : null
      },
      country: card2.country,
      display_brand: card2.brand === "amex" ? "american_express" : card2.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash("sha256").update(number).digest("base64url").slice(0, 16),
      funding: card2.funding,
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [card2.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null
    },
    created: account.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card"
  };
  account.ledger.setNote(noteOf(paymentMethod.id), { number, isAuthenticated: false });
  account.ledger.put(paymentMethod);
  return paymentMethod;
}
function updatePaymentMethod(account, id, params) {
  const paymentMethod = find(account, "payment_method", id);
  const card2 = group(params, "card");
  const changes = { metadata: metadata(params, paymentMethod.metadata ?? {}) };
  if (card2 && paymentMethod.card) {
    changes.card = {
      ...paymentMethod.card,
      exp_month: integer(card2, "exp_month") ?? paymentMethod.card.exp_month,
      exp_year: integer(card2, "exp_year") ?? paymentMethod.card.exp_year
    };
  }
  const billing = group(params, "billing_details");
  if (billing) changes.billing_details = { ...paymentMethod.billing_details, ...given(billing) };
  return change(account, paymentMethod, changes, "payment_method.updated");
}
function attach(account, paymentMethod, customer) {
  find(account, "customer", customer, "customer");
  if (paymentMethod.customer === customer) return paymentMethod;
  if (paymentMethod.customer !== null) {
    throw invalidRequest(
      "The payment method you provided has already been attached to a customer.",
      "payment_method",
      "payment_method_already_attached"
    );
  }
  const declined = declineOnSaving(account, paymentMethod.id);
  if (declined) throw new ApiError(402, cardError(declined));
  return change(account, paymentMethod, { customer }, "payment_method.attached");
}
function detach(account, id) {
  const paymentMethod = find(account, "payment_method", id);
  const { customer } = paymentMethod;
  if (customer === null) {
    throw invalidRequest("The payment method you provided is not attached to a customer so detachment is impossible.");
  }
  const detached = { ...paymentMethod, customer: null };
  account.ledger.put(detached);
  account.emit("payment_method.detached", detached, { customer });
  const owner = account.ledger.get("customer", customer);
  if (owner?.invoice_settings.default_payment_method === id) {
    const invoice_settings = { ...owner.invoice_settings, default_payment_method: null };
    change(account, owner, { invoice_settings }, "customer.updated");
  }
  for (const subscription of account.ledger.all("subscription")) {
    if (subscription.default_payment_method !== id) continue;
    change(account, subscription, { default_payment_method: null }, "customer.subscription.updated");
  }
  return detached;
}
function cardOf(account, paymentMethod) {
  const note = account.ledger.note(noteOf(paymentMethod));
  const card2 = testCard(note?.number ?? "");
  return { ...card2, isAuthenticated: note?.isAuthenticated ?? false };
}
function markAuthenticated(account, paymentMethod) {
  const note = account.ledger.note(noteOf(paymentMethod));
  if (note) account.ledger.setNote(noteOf(paymentMethod), { ...note, isAuthenticated: true });
}
function declineOnSaving(account, paymentMethod) {
  const card2 = cardOf(account, paymentMethod);
  return card2.isSavedBeforeDecline || card2.challenge !== "never" ? null : card2.decline;
}
function cardError({ code, declineCode, message }) {
  return {
    type: "card_error",
    code,
    ...code === "card_declined" || code === "authentication_required" ? { decline_code: declineCode } : {},
    ...code === "incorrect_cvc" ? { param: "cvc" } : {},
    ...code === "expired_card" ? { param: "exp_month" } : {},
    message,
    doc_url: documentation(code)
  };
}
function checkNumber(number, cvc) {
  const wrong = (code, param, message) => new ApiError(402, { type: "card_error", code, param, message, doc_url: documentation(code) });
  if (numberMistake(number)) throw wrong("incorrect_number", "number", "Your card number is incorrect.");
  if (cvc !== void 0 && cvcMistake(cvc, brandOf(number))) {
    throw wrong("invalid_cvc", "cvc", "Your card's security code is invalid.");
  }
  if (testCard(number)) return;
  throw new ApiError(402, {
    ...cardError({
      code: "card_declined",
      declineCode: "test_mode_live_card",
      message: "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing."
    })
  });
}
function checkedExpiry(account, card2) {
  const month = integer(card2, "exp_month") ?? 0;
  const given2 = integer(card2, "exp_year") ?? 0;
  const year = given2 < 100 ? 2e3 + given2 : given2;
  const wrong = (code, param, message) => new ApiError(402, { type: "card_error", code, param, message, doc_url: documentation(code) });
  if (month < 1 || month > 12) {
    throw wrong("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  }
  const now = new Date(account.clock.now() * 1e3);
  const isPast = year < now.getUTCFullYear() || year === now.getUTCFullYear() && month < now.getUTCMonth() + 1;
  if (isPast || year > now.getUTCFullYear() + 50) {
    throw wrong("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  }
  return { month, year };
}
function tokenNumber(token) {
  const number = namedCards[token.replace(/^tok_/, "pm_card_")];
  if (!number) throw invalidRequest(`No such token: '${token}'`, "card[token]", "resource_missing");
  return number;
}
function billingDetails(params) {
  return {
    address: address(group(params ?? {}, "address") ?? {}),
    email: text(params ?? {}, "email") || null,
    name: text(params ?? {}, "name") || null,
    phone: text(params ?? {}, "phone") || null,
    tax_id: null
  };
}
function given(params) {
  const changes = {};
  for (const name of ["email", "name", "phone"]) {
    const value = clearable(params, name);
    if (value !== void 0) changes[name] = value;
  }
  if (params.address !== void 0) changes.address = address(group(params, "address"));
  return changes;
}

// packages/stripe-stand-in/src/resources/setup-intents.ts
function makeSetupIntent(account, given2) {
  const id = newId("seti");
  const intent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: account.clock.now(),
    customer: given2.customer,
    customer_account: null,
    description: given2.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: given2.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given2.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: given2.paymentMethod ? "requires_confirmation" : "requires_payment_method",
    usage: given2.usage
  };
  account.ledger.put(intent);
  account.emit("setup_intent.created", intent);
  return intent;
}
function createSetupIntent(account, params) {
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const given2 = text(params, "payment_method");
  const intent = makeSetupIntent(account, {
    customer,
    paymentMethod: given2 ? paymentMethodFor(account, given2, "payment_method").id : null,
    usage: choice(params, "usage", ["off_session", "on_session"]) ?? "off_session",
    description: text(params, "description") || null,
    metadata: metadata(params)
  });
  if (!flag(params, "confirm")) return intent;
  return confirmSetupIntent(account, intent, null, challengeRequest(params));
}
function confirmSetupIntent(account, intent, paymentMethod, options) {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent, "confirm");
  const chosen = paymentMethod?.id ?? intent.payment_method;
  if (!chosen) {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      "payment_method",
      "setup_intent_unexpected_state"
    );
  }
  if (paymentMethod) requireUsableBy(account, paymentMethod, intent.customer);
  const prepared = change(account, intent, { payment_method: chosen, last_setup_error: null }, null);
  if (cardOf(account, chosen).challenge !== "never") {
    const next_action = challengeAction(account, prepared, options);
    return change(account, prepared, { status: "requires_action", next_action }, "setup_intent.requires_action");
  }
  return save(account, prepared, chosen);
}
function save(account, intent, paymentMethod) {
  const declined = declineOnSaving(account, paymentMethod);
  if (declined) {
    const failed = refuse(account, intent, cardError(declined));
    const payment_method = failed.last_setup_error?.payment_method;
    throw new ApiError(402, {
      ...cardError(declined),
      setup_intent: failed,
      payment_method,
      payment_method_type: "card"
    });
  }
  if (intent.customer) attach(account, find(account, "payment_method", paymentMethod), intent.customer);
  return change(account, intent, { status: "succeeded", next_action: null }, "setup_intent.succeeded");
}
function answerSetupChallenge(account, intent, isProved) {
  if (intent.status !== "requires_action") return intent;
  if (!isProved) return refuse(account, intent, refusedChallenge("setup_intent"));
  markAuthenticated(account, intent.payment_method);
  return save(account, intent, intent.payment_method);
}
function refuse(account, intent, error) {
  const payment_method = find(account, "payment_method", intent.payment_method);
  return change(
    account,
    intent,
    {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      last_setup_error: { ...error, payment_method }
    },
    "setup_intent.setup_failed"
  );
}
function cancelSetupIntent(account, intent) {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent, "cancel");
  const changes = { status: "canceled", cancellation_reason: null, next_action: null };
  return change(account, intent, changes, "setup_intent.canceled");
}
function unexpectedState(intent, operation) {
  const code = "setup_intent_unexpected_state";
  const message = operation === "confirm" && intent.status === "succeeded" ? "You cannot confirm this SetupIntent because it has already succeeded." : `You cannot ${operation} this SetupIntent because it has a status of ${intent.status}.`;
  return new ApiError(400, {
    type: "invalid_request_error",
    code,
    message,
    doc_url: documentation(code),
    setup_intent: intent
  });
}

// packages/stripe-stand-in/src/resources/catalog.ts
function createProduct(account, params) {
  const id = text(params, "id") || newId("prod", 14);
  if (account.ledger.get("product", id)) {
    throw invalidRequest("Product already exists.", "id", "resource_already_exists");
  }
  const now = account.clock.now();
  const product = {
    id,
    object: "product",
    active: flag(params, "active") ?? true,
    created: now,
    default_price: null,
    description: text(params, "description") || null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: metadata(params),
    name: requiredText(params, "name"),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null
  };
  account.ledger.put(product);
  account.emit("product.created", product);
  return product;
}
function updateProduct(account, id, params) {
  const product = find(account, "product", id);
  const changes = { metadata: metadata(params, product.metadata) };
  const name = text(params, "name");
  if (name) changes.name = name;
  const description = clearable(params, "description");
  if (description !== void 0) changes.description = description;
  const active = flag(params, "active");
  if (active !== void 0) changes.active = active;
  const defaultPrice = text(params, "default_price");
  if (defaultPrice) changes.default_price = find(account, "price", defaultPrice, "default_price").id;
  return change(account, product, changes, "product.updated");
}
var intervals = ["day", "week", "month", "year"];
function createPrice(account, params) {
  const product = productOf(account, params);
  const amount = integer(params, "unit_amount");
  if (amount === void 0) throw missingParameter("unit_amount");
  if (amount < 0) throw invalidRequest("Invalid non-negative integer", "unit_amount");
  const price = {
    id: newId("price"),
    object: "price",
    active: flag(params, "active") ?? true,
    billing_scheme: "per_unit",
    created: account.clock.now(),
    currency: requiredText(params, "currency").toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: text(params, "lookup_key") || null,
    metadata: metadata(params),
    nickname: text(params, "nickname") || null,
    product: product.id,
    recurring: recurringOf(params),
    tax_behavior: choice(params, "tax_behavior", ["inclusive", "exclusive", "unspecified"]) ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: params.recurring === void 0 ? "one_time" : "recurring",
    unit_amount: amount,
    unit_amount_decimal: decimalOf(amount)
  };
  account.ledger.put(price);
  account.emit("price.created", price);
  return price;
}
function updatePrice(account, id, params) {
  const price = find(account, "price", id);
  const changes = { metadata: metadata(params, price.metadata) };
  const active = flag(params, "active");
  if (active !== void 0) changes.active = active;
  const nickname = clearable(params, "nickname");
  if (nickname !== void 0) changes.nickname = nickname;
  const lookupKey = clearable(params, "lookup_key");
  if (lookupKey !== void 0) changes.lookup_key = lookupKey;
  return change(account, price, changes, "price.updated");
}
function productOf(account, params) {
  const id = text(params, "product");
  if (id) return find(account, "product", id, "product");
  const data = group(params, "product_data");
  if (!data) throw missingParameter("product");
  return createProduct(account, data);
}
function recurringOf(params) {
  const recurring = group(params, "recurring");
  if (!recurring) return null;
  const interval = choice(recurring, "interval", intervals);
  if (!interval) throw missingParameter("recurring[interval]");
  return {
    interval,
    interval_count: integer(recurring, "interval_count") ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed"
  };
}
function planOf(price) {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed"
  };
}
function decimalOf(value) {
  return String(value);
}

// packages/stripe-stand-in/src/resources/subscription-items.ts
function makeItem(account, subscription, price, quantity, period) {
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.clock.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: []
  };
}
function priceOf(account, params, param) {
  const price = find(account, "price", text(params, "price") ?? "", param);
  if (!price.active) {
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      param,
      "price_inactive"
    );
  }
  if (price.type !== "recurring") {
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      param
    );
  }
  return price;
}
function endOfPeriod(price, start, anchor = start) {
  const { interval = "month", interval_count = 1 } = price.recurring ?? {};
  return addInterval(start, interval, interval_count, anchor);
}
function changedItems(account, subscription, requested) {
  const items = [...subscription.items.data];
  requested.forEach((params, index) => {
    const id = text(params, "id");
    const place = items.findIndex((item) => item.id === id);
    const before = items[place];
    if (id && !before) throw resourceMissing("subscription_item", id, `items[${index}][id]`);
    if (!before) {
      const price2 = priceOf(account, params, `items[${index}][price]`);
      const first2 = items[0];
      const start = first2?.current_period_start ?? account.clock.now();
      const end = first2?.current_period_end ?? endOfPeriod(price2, start);
      items.push(makeItem(account, subscription.id, price2, integer(params, "quantity") ?? 1, { start, end }));
      return;
    }
    if (flag(params, "deleted")) {
      items.splice(place, 1);
      return;
    }
    const price = params.price === void 0 ? before.price : priceOf(account, params, `items[${index}][price]`);
    const quantity = integer(params, "quantity") ?? before.quantity ?? 1;
    items[place] = { ...before, price, plan: planOf(price), quantity, metadata: metadata(params, before.metadata) };
  });
  if (items.length === 0) throw invalidRequest("A subscription must have at least one active item.", "items");
  const [first] = items;
  if (items.some((item) => item.price.currency !== first?.price.currency)) {
    throw invalidRequest("All prices on a subscription must have the same currency.", "items");
  }
  return items;
}
function periodLine(item, productName2, period, isFree = false) {
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  return {
    amount: isFree ? 0 : amount,
    currency: item.price.currency,
    description: isFree ? `Trial period for ${productName2}` : `${item.quantity ?? 1} \xD7 ${productName2}`,
    price: item.price,
    quantity: item.quantity ?? 1,
    period,
    subscription: item.subscription,
    subscriptionItem: item.id,
    isProration: false,
    invoiceItem: null
  };
}

// packages/stripe-stand-in/src/resources/invoice-lines.ts
function totalsOf(account, invoice, drafts, discounts, taxRates) {
  const lines = drafts.map((draft) => lineOf(invoice, draft));
  const discountAmounts = discounts.flatMap((discount) => {
    const amount = applyDiscount(account, discount, lines);
    return amount > 0 ? [{ amount, discount: discount.id }] : [];
  });
  const taxes = taxRates.map((rate) => applyTax(rate, lines));
  const subtotal = sum(lines.map((line) => line.amount));
  const discounted = subtotal - sum(discountAmounts.map(({ amount }) => amount));
  const added = sum(taxes.filter((tax) => tax.tax_behavior === "exclusive").map(({ amount }) => amount));
  const included = sum(taxes.filter((tax) => tax.tax_behavior === "inclusive").map(({ amount }) => amount));
  return { lines, subtotal, total: discounted + added, discountAmounts, taxes, taxExcluded: discounted - included };
}
function lineOf(invoice, draft) {
  const details = {
    invoice_item: draft.invoiceItem,
    proration: draft.isProration,
    proration_details: { credited_items: null },
    subscription: draft.subscription,
    subscription_item: draft.subscriptionItem
  };
  return {
    id: newId("il"),
    object: "line_item",
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: [],
    discountable: !draft.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: { invoice_item_details: null, subscription_item_details: details, type: "subscription_item_details" },
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product },
      type: "price_details",
      unit_amount_decimal: decimalOf(draft.price.unit_amount ?? 0)
    },
    quantity: draft.quantity,
    quantity_decimal: decimalOf(draft.quantity),
    subscription: draft.subscription,
    subtotal: draft.amount,
    taxes: []
  };
}
function applyDiscount(account, discount, lines) {
  const coupon = account.ledger.get("coupon", discount.source.coupon);
  if (!coupon) return 0;
  const products = productsOf(account, coupon.id);
  const open2 = lines.filter((line) => {
    const product = line.pricing?.price_details?.product ?? "";
    return line.discountable && line.amount > 0 && (products === null || products.includes(product));
  });
  let rest = coupon.amount_off ?? 0;
  let total = 0;
  for (const line of open2) {
    const left = restOf(line);
    const amount = coupon.percent_off ? Math.round(left * coupon.percent_off / 100) : Math.min(rest, left);
    rest -= amount;
    total += amount;
    line.discounts.push(discount.id);
    line.discount_amounts?.push({ amount, discount: discount.id });
  }
  return total;
}
function applyTax(rate, lines) {
  const behavior = rate.inclusive ? "inclusive" : "exclusive";
  let amount = 0;
  let taxable = 0;
  for (const line of lines) {
    const rest = restOf(line);
    const tax = Math.round(rate.inclusive ? rest - rest / (1 + rate.percentage / 100) : rest * rate.percentage / 100);
    const base = rate.inclusive ? rest - tax : rest;
    line.taxes?.push({
      amount: tax,
      tax_behavior: behavior,
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: "standard_rated",
      taxable_amount: base,
      type: "tax_rate_details"
    });
    amount += tax;
    taxable += base;
  }
  return {
    amount,
    tax_behavior: behavior,
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: "standard_rated",
    taxable_amount: taxable,
    type: "tax_rate_details"
  };
}
function restOf(line) {
  return line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount));
}
function runningDiscounts(account, ids, now) {
  return ids.flatMap((id) => {
    const discount = account.ledger.get("discount", id);
    const isOver = discount?.end !== null && (discount?.end ?? 0) <= now;
    return discount && !isOver ? [discount] : [];
  });
}
function isForOnce(account, discount) {
  const coupon = account.ledger.get("coupon", discount.source.coupon);
  return coupon !== void 0 && presentCoupon(coupon, account.clock.now()).duration === "once";
}
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

// packages/stripe-stand-in/src/resources/charges.ts
function chargeCard(account, request) {
  const { intent, paymentMethod, offSession, isAuthenticated } = request;
  const card2 = cardOf(account, paymentMethod);
  const asks = card2.challenge === "always" || card2.challenge === "first" && !(card2.isAuthenticated && offSession);
  if (asks && !isAuthenticated) {
    if (!offSession) return { kind: "challenge" };
    return decline2(authenticationRequired);
  }
  if (card2.decline) return decline2(card2.decline);
  const charge = makeCharge(account, request, null);
  account.ledger.put(charge);
  account.emit("charge.succeeded", charge);
  return { kind: "succeeded", charge };
  function decline2(reason) {
    const charge2 = makeCharge(account, { intent, paymentMethod, offSession, isAuthenticated }, reason);
    account.ledger.put(charge2);
    account.emit("charge.failed", charge2);
    return { kind: "declined", charge: charge2, decline: reason };
  }
}
function makeCharge(account, { intent, paymentMethod, isAuthenticated }, decline2) {
  const { card: card2, billing_details } = find(account, "payment_method", paymentMethod);
  const id = newId("ch");
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline2 ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline2 ? null : newId("txn"),
    billing_details: { ...billing_details, tax_id: null },
    calculated_statement_descriptor: "FABEL",
    captured: !decline2,
    created: account.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline2?.code ?? null,
    failure_message: decline2?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: decline2 ? "01" : null,
      network_status: decline2 ? "declined_by_network" : "approved_by_network",
      reason: decline2?.declineCode ?? null,
      risk_level: "normal",
      risk_score: 12,
      seller_message: decline2 ? "The bank did not return any further details with this decline." : "Payment complete.",
      type: decline2 ? "issuer_declined" : "authorized"
    },
    paid: !decline2,
    payment_intent: intent.id,
    payment_method: paymentMethod,
    payment_method_details: {
      type: "card",
      ...card2 ? { card: chargedCard(card2, intent.amount, isAuthenticated) } : {}
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline2 ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null
  };
}
function chargedCard(card2, amount, isAuthenticated) {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card2.brand,
    checks: card2.checks,
    country: card2.country,
    electronic_commerce_indicator: null,
    exp_month: card2.exp_month,
    exp_year: card2.exp_year,
    fingerprint: card2.fingerprint ?? null,
    funding: card2.funding,
    installments: null,
    last4: card2.last4,
    mandate: null,
    network: card2.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: isAuthenticated ? {
      authentication_flow: "challenge",
      electronic_commerce_indicator: "05",
      exemption_indicator: null,
      result: "authenticated",
      result_reason: null,
      transaction_id: newId("tdst"),
      version: "2.2.0"
    } : null,
    transaction_link_id: null,
    wallet: null
  };
}

// packages/stripe-stand-in/src/resources/payment-intents.ts
function makeIntent(account, given2) {
  const id = newId("pi");
  const intent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given2.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: account.clock.now(),
    currency: given2.currency,
    customer: given2.customer,
    customer_account: null,
    description: given2.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given2.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given2.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" }
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: given2.receiptEmail,
    review: null,
    setup_future_usage: given2.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given2.paymentMethod ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null
  };
  account.ledger.put(intent);
  account.emit("payment_intent.created", intent);
  return intent;
}
function createIntent(account, params) {
  const amount = integer(params, "amount");
  if (amount === void 0) throw missingParameter("amount");
  if (amount < 1)
    throw invalidRequest("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const given2 = text(params, "payment_method");
  return makeIntent(account, {
    amount,
    currency: requiredText(params, "currency").toLowerCase(),
    customer,
    description: text(params, "description") || null,
    paymentMethod: given2 ? paymentMethodFor(account, given2, "payment_method").id : null,
    setupFutureUsage: choice(params, "setup_future_usage", ["off_session", "on_session"]) ?? null,
    metadata: metadata(params),
    receiptEmail: text(params, "receipt_email") || null
  });
}
function updateIntent(account, id, params) {
  const intent = find(account, "payment_intent", id);
  const changes = { metadata: metadata(params, intent.metadata) };
  const description = text(params, "description");
  if (description !== void 0) changes.description = description || null;
  const usage = choice(params, "setup_future_usage", ["off_session", "on_session"]);
  if (usage) changes.setup_future_usage = usage;
  return change(account, intent, changes, null);
}
var confirmable = ["requires_payment_method", "requires_confirmation", "requires_action"];
function confirmIntent(account, intent, paymentMethod, options) {
  if (!confirmable.includes(intent.status)) throw unexpectedState2(intent, "confirm");
  const chosen = paymentMethod?.id ?? intent.payment_method;
  if (!chosen) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      "payment_method",
      "payment_intent_unexpected_state"
    );
  }
  if (paymentMethod) requireUsableBy(account, paymentMethod, intent.customer);
  const prepared = change(account, intent, { payment_method: chosen, last_payment_error: null }, null);
  return attempt(account, prepared, chosen, options, false);
}
function attempt(account, intent, paymentMethod, options, isAuthenticated) {
  const outcome = chargeCard(account, { intent, paymentMethod, offSession: options.offSession, isAuthenticated });
  if (outcome.kind === "challenge") {
    const next_action = challengeAction(account, intent, options);
    const changes = { status: "requires_action", next_action };
    return { intent: change(account, intent, changes, "payment_intent.requires_action"), decline: null };
  }
  if (outcome.kind === "declined") {
    const failed = refuse2(
      account,
      intent,
      { ...cardError(outcome.decline), charge: outcome.charge.id },
      outcome.charge.id
    );
    return { intent: failed, decline: outcome.decline };
  }
  const method = find(account, "payment_method", paymentMethod);
  if (intent.setup_future_usage && intent.customer && !method.customer)
    attach(account, method, intent.customer);
  if (isAuthenticated) markAuthenticated(account, paymentMethod);
  const succeeded = change(
    account,
    intent,
    { status: "succeeded", amount_received: intent.amount, latest_charge: outcome.charge.id, next_action: null },
    "payment_intent.succeeded"
  );
  return { intent: succeeded, decline: null };
}
function answerChallenge(account, intent, isProved) {
  if (intent.status !== "requires_action") return { intent, decline: null };
  if (!isProved) return { intent: refuse2(account, intent, refusedChallenge("payment_intent"), null), decline: null };
  const options = { offSession: false, returnUrl: null };
  return attempt(account, intent, intent.payment_method, options, true);
}
function refuse2(account, intent, error, charge) {
  const method = find(account, "payment_method", intent.payment_method);
  const last_payment_error = { ...error, payment_method: method };
  return change(
    account,
    intent,
    {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      last_payment_error,
      ...charge ? { latest_charge: charge } : {}
    },
    "payment_intent.payment_failed"
  );
}
function cancelIntent(account, intent, reason) {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState2(intent, "cancel");
  return change(
    account,
    intent,
    { status: "canceled", canceled_at: account.clock.now(), cancellation_reason: reason, next_action: null },
    "payment_intent.canceled"
  );
}
function declinedResponse(account, { intent, decline: decline2 }) {
  if (!decline2) return null;
  const now = current(account, intent);
  const { charge, payment_method } = now.last_payment_error ?? {};
  return new ApiError(402, {
    ...cardError(decline2),
    ...charge ? { charge } : {},
    payment_intent: now,
    payment_method,
    payment_method_type: "card"
  });
}
function unexpectedState2(intent, operation) {
  const code = "payment_intent_unexpected_state";
  const message = operation === "confirm" && intent.status === "succeeded" ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed." : `You cannot ${operation} this PaymentIntent because it has a status of ${intent.status}.`;
  return new ApiError(400, {
    type: "invalid_request_error",
    code,
    message,
    doc_url: documentation(code),
    payment_intent: intent
  });
}

// packages/stripe-stand-in/src/resources/invoices.ts
var intentNote = (invoice) => `intent-of:${invoice}`;
var invoiceNote = (intent) => `invoice-of:${intent}`;
function makeInvoice(account, request) {
  const { subscription } = request;
  const customer = find(account, "customer", subscription.customer);
  const discounts = runningDiscounts(account, subscription.discounts, account.clock.now());
  const invoice = draftInvoice(account, request, customer, discounts);
  account.ledger.put(invoice);
  account.emit("invoice.created", invoice);
  for (const discount of discounts) if (isForOnce(account, discount)) endDiscount(account, subscription, discount);
  return finalize(account, invoice, customer, subscription);
}
function draftInvoice(account, { subscription, reason, lines, period }, customer, discounts) {
  const now = account.clock.now();
  const id = newId("in");
  const rates = subscription.default_tax_rates ?? [];
  const totals = totalsOf(account, id, lines, discounts, rates);
  return {
    id,
    object: "invoice",
    account_country: account.settings.country,
    account_name: account.settings.displayName,
    account_tax_ids: null,
    amount_due: Math.max(0, totals.total + customer.balance),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, totals.total + customer.balance),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: rates,
    description: null,
    discounts: discounts.map((discount) => discount.id),
    due_date: null,
    effective_at: now,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: totals.lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details"
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal,
    test_clock: null,
    total: totals.total,
    total_discount_amounts: totals.discountAmounts,
    total_excluding_tax: totals.taxExcluded,
    total_pretax_credit_amounts: [],
    total_taxes: totals.taxes,
    webhooks_delivered_at: now
  };
}
function finalize(account, invoice, customer, subscription) {
  const now = account.clock.now();
  const sequence = customer.next_invoice_sequence ?? 1;
  account.ledger.put({
    ...customer,
    balance: settledBalance(invoice),
    currency: invoice.currency,
    next_invoice_sequence: sequence + 1
  });
  const open2 = change(
    account,
    invoice,
    {
      status: "open",
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
      ending_balance: settledBalance(invoice),
      status_transitions: { ...invoice.status_transitions, finalized_at: now }
    },
    "invoice.finalized"
  );
  if (open2.amount_due === 0) return open2;
  attachIntent(account, open2, subscription);
  return open2;
}
function settledBalance(invoice) {
  return Math.min(0, invoice.starting_balance + invoice.total);
}
function attachIntent(account, invoice, subscription) {
  const saves = subscription.payment_settings?.save_default_payment_method === "on_subscription";
  const intent = makeIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    paymentMethod: paymentMethodOf(account, subscription),
    setupFutureUsage: saves || invoice.billing_reason === "subscription_create" ? "off_session" : null,
    metadata: {},
    receiptEmail: null
  });
  account.ledger.setNote(intentNote(invoice.id), intent.id);
  account.ledger.setNote(invoiceNote(intent.id), invoice.id);
  account.ledger.put({
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null }
  });
}
function paymentMethodOf(account, subscription) {
  if (subscription.default_payment_method) return subscription.default_payment_method;
  const customer = account.ledger.get("customer", subscription.customer);
  return customer?.invoice_settings.default_payment_method ?? null;
}
function intentOf(account, invoice) {
  const id = account.ledger.note(intentNote(invoice));
  return id ? find(account, "payment_intent", id) : null;
}
function invoiceOf(account, intent) {
  const id = account.ledger.note(invoiceNote(intent));
  return id ? find(account, "invoice", id) : null;
}
function paymentsOf(account, invoice) {
  return account.ledger.all("invoice_payment").filter((payment2) => payment2.invoice === invoice);
}
function markPaid(account, invoice) {
  const now = account.clock.now();
  for (const payment2 of paymentsOf(account, invoice.id)) {
    const status_transitions = { ...payment2.status_transitions, paid_at: now };
    change(
      account,
      payment2,
      { status: "paid", amount_paid: invoice.amount_due, status_transitions },
      "invoice_payment.paid"
    );
  }
  const paid = change(
    account,
    current(account, invoice),
    {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : invoice.attempt_count,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: now }
    },
    "invoice.paid"
  );
  account.emit("invoice.payment_succeeded", paid);
  return paid;
}
function markFailed(account, invoice, nextAttempt2) {
  return change(
    account,
    current(account, invoice),
    {
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: nextAttempt2,
      auto_advance: nextAttempt2 !== null
    },
    "invoice.payment_failed"
  );
}
function voidInvoice(account, invoice) {
  if (invoice.status !== "open") {
    throw invalidRequest(
      `You can only void an open invoice. This one is ${invoice.status}.`,
      void 0,
      "invoice_not_editable"
    );
  }
  const intent = intentOf(account, invoice.id);
  if (intent && intent.status !== "succeeded" && intent.status !== "canceled") {
    cancelIntent(account, intent, "void_invoice");
  }
  const now = account.clock.now();
  for (const payment2 of paymentsOf(account, invoice.id)) {
    const status_transitions2 = { ...payment2.status_transitions, canceled_at: now };
    change(account, payment2, { status: "canceled", status_transitions: status_transitions2 }, null);
  }
  const status_transitions = { ...invoice.status_transitions, voided_at: now };
  const changes = { status: "void", auto_advance: false, next_payment_attempt: null, status_transitions };
  return change(account, invoice, changes, "invoice.voided");
}
function endDiscount(account, subscription, discount) {
  const discounts = current(account, subscription).discounts.filter((id) => id !== discount.id);
  change(account, current(account, subscription), { discounts }, null);
  account.emit("customer.discount.deleted", discount);
}
function saveDefaultPaymentMethod(account, subscription, paymentMethod) {
  if (subscription.payment_settings?.save_default_payment_method !== "on_subscription") return;
  change(account, current(account, subscription), { default_payment_method: paymentMethod }, null);
}

// packages/stripe-stand-in/src/resources/subscription-status.ts
var retryDays = [3, 5, 7];
function settleConfirmation(account, { intent, decline: decline2 }, { isScheduled = false } = {}) {
  const invoice = invoiceOf(account, intent.id);
  if (invoice?.status !== "open") return;
  const subscription = subscriptionOf(account, invoice);
  if (intent.status === "succeeded") {
    if (subscription) saveDefaultPaymentMethod(account, subscription, intent.payment_method);
    markPaid(account, invoice);
    if (subscription) settlePaid(account, subscription);
    return;
  }
  if (intent.status === "requires_action") {
    account.emit("invoice.payment_action_required", invoice);
    return;
  }
  if (!decline2 && intent.last_payment_error === null) return;
  const isFirst = invoice.billing_reason === "subscription_create";
  if (isScheduled || invoice.attempt_count === 0) {
    markFailed(account, invoice, isFirst ? null : nextAttempt(account, invoice));
  } else account.emit("invoice.payment_failed", current(account, invoice));
  if (subscription && !isFirst && !waitsForUpdate(subscription, invoice)) settleFailed(account, subscription);
}
function waitsForUpdate({ pending_update, latest_invoice }, { id }) {
  return pending_update !== null && latest_invoice === id;
}
function voidOnRequest(account, id) {
  const invoice = voidInvoice(account, find(account, "invoice", id));
  const subscription = subscriptionOf(account, invoice);
  if (subscription && waitsForUpdate(subscription, invoice)) {
    change(account, subscription, { pending_update: null }, "customer.subscription.updated");
  }
  return invoice;
}
function settleFree(account, invoice) {
  markPaid(account, invoice);
  const subscription = subscriptionOf(account, invoice);
  if (subscription) settlePaid(account, subscription);
}
function payInvoice(account, invoice, paymentMethod, { offSession, isScheduled = false, returnUrl = null }) {
  const intent = intentOf(account, invoice.id);
  if (!intent) {
    settleFree(account, invoice);
    return null;
  }
  const subscription = subscriptionOf(account, invoice);
  const saved = subscription ? paymentMethodOf(account, subscription) : null;
  const chosen = paymentMethod ?? (saved ? find(account, "payment_method", saved) : null);
  if (!chosen && !intent.payment_method) {
    markFailed(account, invoice, nextAttempt(account, invoice));
    if (subscription && invoice.billing_reason !== "subscription_create") settleFailed(account, subscription);
    return null;
  }
  const confirmation = confirmIntent(account, intent, chosen, { offSession, returnUrl });
  settleConfirmation(account, confirmation, { isScheduled });
  return declinedResponse(account, confirmation);
}
function subscriptionOf(account, invoice) {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === "string" ? account.ledger.get("subscription", id) ?? null : null;
}
function settlePaid(account, given2) {
  const subscription = applyPending(account, current(account, given2));
  if (!["incomplete", "past_due", "unpaid"].includes(subscription.status)) {
    account.emit("customer.subscription.updated", subscription, {});
    return;
  }
  const latest = account.ledger.get("invoice", subscription.latest_invoice);
  if (latest?.status === "open" && subscription.status !== "incomplete") return;
  change(account, subscription, { status: "active" }, "customer.subscription.updated");
}
function applyPending(account, subscription) {
  const pending = subscription.pending_update;
  if (!pending?.subscription_items) return subscription;
  const changes = {
    pending_update: null,
    items: { ...subscription.items, data: pending.subscription_items },
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor
  };
  return change(account, subscription, changes, "customer.subscription.pending_update_applied");
}
function settleFailed(account, given2) {
  const subscription = current(account, given2);
  if (subscription.status !== "active" && subscription.status !== "trialing") return;
  change(account, subscription, { status: "past_due" }, "customer.subscription.updated");
}
function nextAttempt(account, invoice) {
  const days = retryDays[invoice.attempt_count];
  return days === void 0 ? null : account.clock.now() + days * day;
}

// packages/stripe-stand-in/src/resources/subscriptions.ts
var paymentBehaviors = [
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete"
];
function createSubscription(account, params) {
  const customer = find(account, "customer", requiredText(params, "customer"), "customer");
  const requested = groups(params, "items") ?? [];
  const prices = pricesOf(account, requested, customer);
  const { currency } = prices[0];
  const behavior = choice(params, "payment_behavior", paymentBehaviors) ?? "allow_incomplete";
  const subscription = draftSubscription(account, params, customer, requested, prices);
  const discounts = redeem(account, groups(params, "discounts") ?? [], {
    customer: customer.id,
    subscription: subscription.id,
    currency
  });
  account.ledger.put({ ...subscription, discounts: discounts.map((discount) => discount.id) });
  account.ledger.put({ ...current(account, customer), currency });
  return open(account, current(account, subscription), behavior, flag(params, "off_session") ?? false);
}
function pricesOf(account, requested, customer) {
  if (requested.length === 0) throw missingParameter("items");
  const prices = requested.map((item, index) => priceOf(account, item, `items[${index}][price]`));
  const [price, ...others] = prices;
  if (others.some((each) => each.currency !== price.currency)) {
    throw invalidRequest("All prices on a subscription must have the same currency.", "items");
  }
  if (customer.currency && customer.currency !== price.currency) {
    throw invalidRequest(
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`
    );
  }
  return [price, ...others];
}
function draftSubscription(account, params, customer, requested, prices) {
  const [price] = prices;
  const now = account.clock.now();
  const trialEnd = trialEndOf(params, now);
  const period = { start: now, end: trialEnd ?? endOfPeriod(price, now) };
  const id = newId("sub");
  const given2 = text(params, "default_payment_method");
  const settings = group(params, "payment_settings") ?? {};
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: period.start === now && trialEnd ? trialEnd : now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: integer(params, "cancel_at") ?? null,
    cancel_at_period_end: flag(params, "cancel_at_period_end") ?? false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given2 ? ownMethod(account, given2, customer.id) : null,
    default_source: null,
    default_tax_rates: (texts(params, "default_tax_rates") ?? []).map(
      (rate) => find(account, "tax_rate", rate, "default_tax_rates")
    ),
    description: text(params, "description") || null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" }
    },
    items: {
      object: "list",
      data: prices.map(
        (each, index) => makeItem(account, id, each, integer(requested[index], "quantity") ?? 1, period)
      ),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: texts(settings, "payment_method_types") ?? null,
      save_default_payment_method: choice(settings, "save_default_payment_method", ["on_subscription", "off"]) ?? "off"
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? "trialing" : "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: trialSettings(missingMethod(params) ?? "create_invoice"),
    trial_start: trialEnd ? now : null
  };
}
function open(account, subscription, behavior, offSession) {
  const isTrial = subscription.status === "trialing";
  const method = paymentMethodOf(account, subscription);
  if (!method && !isTrial && behavior !== "default_incomplete" && dueAtStart(subscription)) {
    account.ledger.remove(subscription.id);
    throw invalidRequest(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      void 0,
      "resource_missing"
    );
  }
  const lines = subscription.items.data.map((item) => {
    const period = { start: item.current_period_start, end: item.current_period_end };
    return periodLine(item, productName(account, item.price), period, isTrial);
  });
  const now = account.clock.now();
  const request = { subscription, reason: "subscription_create", lines, period: { start: now, end: now } };
  const invoice = makeInvoice(account, request);
  const setup = isTrial && !method ? pendingSetup(account, subscription) : null;
  const started = { ...current(account, subscription), latest_invoice: invoice.id, pending_setup_intent: setup };
  account.ledger.put(started);
  account.emit("customer.subscription.created", started);
  if (invoice.amount_due === 0) settleFree(account, invoice);
  else if (behavior !== "default_incomplete") {
    const declined = payInvoice(account, invoice, null, { offSession });
    const isOpen = find(account, "invoice", invoice.id).status === "open";
    if (behavior === "error_if_incomplete" && isOpen) {
      cancelNow(account, current(account, subscription), "payment_failed");
      throw declined ?? new ApiError(402, {
        type: "card_error",
        message: "This payment requires additional user action.",
        code: "subscription_payment_intent_requires_action"
      });
    }
  }
  return current(account, subscription);
}
function dueAtStart(subscription) {
  return subscription.items.data.some((item) => (item.price.unit_amount ?? 0) > 0);
}
function pendingSetup(account, subscription) {
  const intent = makeSetupIntent(account, {
    customer: subscription.customer,
    paymentMethod: null,
    usage: "off_session",
    description: null,
    metadata: {}
  });
  account.ledger.setNote(`setup-for:${intent.id}`, subscription.id);
  return intent.id;
}
function settleSetup(account, intent) {
  const id = account.ledger.note(`setup-for:${intent.id}`);
  const subscription = id ? account.ledger.get("subscription", id) : void 0;
  if (!subscription || intent.status !== "succeeded") return;
  const changes = { pending_setup_intent: null, default_payment_method: intent.payment_method };
  change(account, subscription, changes, "customer.subscription.updated");
}
function productName(account, price) {
  const { name } = find(account, "product", price.product);
  const { interval = "", interval_count = 1 } = price.recurring ?? {};
  const amount = ((price.unit_amount ?? 0) / 100).toFixed(2);
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`;
  return `${name} (at ${amount} ${price.currency.toUpperCase()} / ${every})`;
}
function cancelNow(account, given2, reason, status = "canceled") {
  const now = account.clock.now();
  for (const invoice of account.ledger.all("invoice")) {
    if (invoice.status !== "open" || subscriptionOf(account, invoice)?.id !== given2.id) continue;
    voidInvoice(account, invoice);
  }
  const before = current(account, given2);
  const ended = {
    ...before,
    status,
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason }
  };
  account.ledger.put(ended);
  if (status === "canceled") account.emit("customer.subscription.deleted", ended);
  else account.emit("customer.subscription.updated", ended, { status: before.status });
  return ended;
}
function cancelSubscription(account, id, params) {
  const subscription = find(account, "subscription", id);
  if (hasEnded(subscription)) throw noLonger(id);
  const details = group(params, "cancellation_details") ?? {};
  const ended = cancelNow(account, subscription, "cancellation_requested");
  const comment = text(details, "comment") || null;
  if (!comment || !ended.cancellation_details) return ended;
  const noted = { ...ended, cancellation_details: { ...ended.cancellation_details, comment } };
  account.ledger.put(noted);
  return noted;
}
function hasEnded(subscription) {
  return subscription.status === "canceled" || subscription.status === "incomplete_expired";
}
function noLonger(id) {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such subscription: '${id}'`,
    param: "id"
  });
}
function ownMethod(account, id, customer) {
  const method = paymentMethodFor(account, id, "default_payment_method");
  if (method.customer === customer) return method.id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    "default_payment_method",
    "resource_missing"
  );
}
function trialEndOf(params, now) {
  const days = integer(params, "trial_period_days");
  if (days !== void 0) {
    if (days < 1) throw invalidRequest("Invalid trial_period_days: must be at least 1", "trial_period_days");
    return now + days * day;
  }
  if (text(params, "trial_end") === "now") return null;
  const end = integer(params, "trial_end");
  if (end === void 0) return null;
  if (end <= now)
    throw invalidRequest("Invalid timestamp: must be an integer Unix timestamp in the future", "trial_end");
  return end;
}
function trialSettings(missing) {
  return { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } };
}
function missingMethod(params) {
  const behavior = group(group(params, "trial_settings") ?? {}, "end_behavior");
  return behavior && choice(behavior, "missing_payment_method", ["cancel", "create_invoice", "pause"]);
}

// packages/stripe-stand-in/src/resources/checkout-sessions.ts
var paramsNote = (session) => `checkout:${session}`;
function createSession(account, params) {
  const mode = choice(params, "mode", ["payment", "setup", "subscription"]) ?? "payment";
  if (mode === "payment") throw invalidRequest("The stand-in offers the modes setup and subscription.", "mode");
  const successUrl = text(params, "success_url");
  if (!successUrl) throw missingParameter("success_url");
  const customer = text(params, "customer") || null;
  if (customer) find(account, "customer", customer, "customer");
  const order = orderOf(account, params, mode);
  account.setPublicOrigin(new URL(successUrl).origin);
  const session = draftSession(account, params, { mode, customer, successUrl, ...order });
  if (mode === "setup") {
    const usage = "off_session";
    const data = group(params, "setup_intent_data") ?? {};
    const intent = makeSetupIntent(account, {
      customer,
      paymentMethod: null,
      usage,
      description: text(data, "description") || null,
      metadata: metadata(data)
    });
    session.setup_intent = intent.id;
  }
  account.ledger.put(session);
  account.ledger.setNote(paramsNote(session.id), params);
  return session;
}
function orderOf(account, params, mode) {
  const items = mode === "subscription" ? groups(params, "line_items") ?? [] : [];
  if (mode === "subscription" && items.length === 0) throw missingParameter("line_items");
  const prices = items.map((item, index) => priceOf(account, item, `line_items[${index}][price]`));
  const amounts2 = prices.map((price, index) => {
    return (price.unit_amount ?? 0) * (integer(items[index], "quantity") ?? 1);
  });
  const subtotal = amounts2.reduce((sum2, amount) => sum2 + amount, 0);
  return { prices, subtotal, discount: discountOf(account, params, subtotal) };
}
function draftSession(account, params, of) {
  const { mode, customer, successUrl, prices, subtotal, discount } = of;
  const id = newId("cs_test", 58);
  const now = account.clock.now();
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: flag(params, "allow_promotion_codes") ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: mode === "setup" ? null : subtotal,
    amount_total: mode === "setup" ? null : subtotal - discount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: text(params, "cancel_url") ?? null,
    client_reference_id: text(params, "client_reference_id") ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: prices[0]?.currency ?? text(params, "currency")?.toLowerCase() ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    customer_account: null,
    customer_creation: customer ? null : "always",
    customer_details: null,
    customer_email: text(params, "customer_email") ?? null,
    discounts: [],
    expires_at: integer(params, "expires_at") ?? now + day,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: text(params, "locale") ?? null,
    managed_payments: null,
    metadata: metadata(params),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === "subscription" ? "always" : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: successUrl,
    total_details: mode === "setup" ? null : { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${account.publicOrigin()}/test-payments/checkout/${id}`,
    wallet_options: null
  };
}
function discountOf(account, params, subtotal) {
  const off = (groups(params, "discounts") ?? []).map((each) => {
    const id = text(each, "coupon") ?? "";
    const coupon = presentCoupon(find(account, "coupon", id, "coupon"), account.clock.now());
    if (!coupon.valid) throw invalidRequest(`Coupon ${id} is used up or has expired.`, "coupon", "coupon_expired");
    return coupon.percent_off ? Math.round(subtotal * coupon.percent_off / 100) : coupon.amount_off ?? 0;
  });
  return Math.min(
    subtotal,
    off.reduce((sum2, amount) => sum2 + amount, 0)
  );
}
function lineItemsOf(account, session) {
  const params = account.ledger.note(paramsNote(session.id)) ?? {};
  return (groups(params, "line_items") ?? []).map((item) => {
    const price = find(account, "price", text(item, "price") ?? "", "price");
    const quantity = integer(item, "quantity") ?? 1;
    const amount = (price.unit_amount ?? 0) * quantity;
    return {
      id: `li_${randomText(14)}`,
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: find(account, "product", price.product).name,
      metadata: {},
      price,
      quantity,
      quantity_decimal: String(quantity)
    };
  });
}
function beginSubscription(account, session, buyer) {
  if (session.subscription) return find(account, "subscription", session.subscription);
  const params = account.ledger.note(paramsNote(session.id)) ?? {};
  const data = group(params, "subscription_data") ?? {};
  const given2 = {};
  if (buyer.email) given2.email = buyer.email;
  if (buyer.name) given2.name = buyer.name;
  const customer = session.customer ?? createCustomer(account, given2).id;
  const settings = { payment_settings: { save_default_payment_method: "on_subscription" } };
  const subscriptionParams = {
    ...data,
    ...settings,
    customer,
    items: groups(params, "line_items") ?? [],
    payment_behavior: "default_incomplete"
  };
  if (params.discounts !== void 0) subscriptionParams.discounts = params.discounts;
  const subscription = createSubscription(account, subscriptionParams);
  change(account, current(account, session), { subscription: subscription.id, customer }, null);
  return subscription;
}
function completeSession(account, session, buyer) {
  const subscription = session.subscription ? find(account, "subscription", session.subscription) : null;
  const invoice = subscription?.latest_invoice ? find(account, "invoice", subscription.latest_invoice) : null;
  const discount = (invoice?.total_discount_amounts ?? []).reduce((sum2, { amount }) => sum2 + amount, 0);
  const owner = session.customer ? find(account, "customer", session.customer) : null;
  return change(
    account,
    session,
    {
      status: "complete",
      url: null,
      payment_status: session.mode === "setup" || invoice?.amount_due === 0 ? "no_payment_required" : "paid",
      invoice: invoice?.id ?? null,
      customer_details: {
        address: null,
        business_name: null,
        email: buyer.email ?? owner?.email ?? null,
        individual_name: null,
        name: buyer.name ?? owner?.name ?? null,
        phone: null,
        tax_exempt: "none",
        tax_ids: []
      },
      ...invoice ? {
        amount_subtotal: invoice.subtotal,
        amount_total: invoice.total,
        total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 }
      } : {}
    },
    "checkout.session.completed"
  );
}
function expireSession(account, id) {
  const session = find(account, "checkout.session", id);
  if (session.status !== "open") {
    throw invalidRequest("This Session is not in an expirable state. Its status must be open.");
  }
  return change(account, session, { status: "expired", url: null }, "checkout.session.expired");
}

// packages/stripe-stand-in/src/present.ts
function present(account, object) {
  if (object.object === "coupon") return presentCoupon(object, account.clock.now());
  if (object.object !== "invoice" || object.number === null) return object;
  const page2 = `${account.publicOrigin()}/test-payments/invoices/${object.id}/${invoiceKey(object)}`;
  return { ...object, hosted_invoice_url: page2, invoice_pdf: `${page2}/pdf` };
}
function invoiceKey(invoice) {
  return (invoice.lines.data[0]?.id ?? invoice.id).replace(/^\w+?_/, "");
}
function presentReply(account, reply, paths) {
  const expander = {
    find(id) {
      const object = account.ledger.find(id);
      return object && present(account, object);
    },
    includable: (object, field2) => includable(account, object, field2)
  };
  const isPage = "data" in reply && Array.isArray(reply.data);
  const presented = isPage ? { ...reply, data: reply.data.map((each) => present(account, each)) } : present(account, reply);
  return expand(presented, paths, expander);
}
function includable(account, object, field2) {
  const page2 = (data, url) => ({ object: "list", data, has_more: false, url });
  switch (`${object.object}.${field2}`) {
    case "invoice.confirmation_secret": {
      const intent = intentOf(account, object.id);
      return intent?.client_secret ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
    }
    case "invoice.payments":
      return page2(paymentsOf(account, object.id), "/v1/invoice_payments");
    case "customer.subscriptions": {
      const own = account.ledger.all("subscription").filter((each) => each.customer === object.id);
      return page2(
        own.filter((each) => each.status !== "canceled"),
        `/v1/customers/${object.id}/subscriptions`
      );
    }
    case "customer.sources":
      return page2([], `/v1/customers/${object.id}/sources`);
    case "customer.tax_ids":
      return page2([], `/v1/customers/${object.id}/tax_ids`);
    case "charge.refunds": {
      const refunds = account.ledger.all("refund").filter((refund) => refund.charge === object.id);
      return page2(refunds, `/v1/charges/${object.id}/refunds`);
    }
    case "checkout.session.line_items":
      return page2(
        lineItemsOf(account, object),
        `/v1/checkout/sessions/${object.id}/line_items`
      );
    case "coupon.applies_to": {
      const products = productsOf(account, object.id);
      return products && { products };
    }
    default:
      return void 0;
  }
}

// packages/stripe-stand-in/src/accounts.ts
var originNote = "public-origin";
function createAccounts(settings, book, clock, webhooks) {
  const outgoing = /* @__PURE__ */ new Map();
  let cause = null;
  const make = (each) => {
    const ledger = book.of(each.name);
    const account = {
      settings: each,
      ledger,
      clock,
      publicOrigin: () => ledger.note(originNote) ?? each.publicOrigin,
      setPublicOrigin(origin) {
        if (ledger.note(originNote) !== origin) ledger.setNote(originNote, origin);
      },
      emit(type, object, previous) {
        const event = {
          id: newId("evt"),
          object: "event",
          api_version: Stripe.API_VERSION,
          created: clock.now(),
          data: {
            object: structuredClone(present(account, object)),
            ...previous ? { previous_attributes: previous } : {}
          },
          livemode: false,
          pending_webhooks: each.webhooks.length,
          request: { id: cause?.id ?? null, idempotency_key: cause?.idempotencyKey ?? null },
          type
        };
        ledger.put(event);
        outgoing.set(each.name, [...outgoing.get(each.name) ?? [], event]);
      }
    };
    return account;
  };
  const all = settings.map(make);
  const keyed2 = (name, key) => all.find((account) => account.settings[name] === key) ?? null;
  return {
    all,
    bySecretKey: (key) => keyed2("secretKey", key),
    byPublishableKey: (key) => keyed2("publishableKey", key),
    during(account, by, work) {
      cause = by;
      try {
        return work();
      } finally {
        cause = null;
        book.flush();
        const events = outgoing.get(account.settings.name) ?? [];
        outgoing.delete(account.settings.name);
        for (const event of events) webhooks.send(event, account.settings.webhooks);
      }
    },
    resendUnreceived() {
      const horizon = clock.now() - 3 * 24 * 3600;
      for (const account of all) {
        const waiting = account.ledger.all("event").filter((event) => {
          return event.pending_webhooks > 0 && event.created > horizon;
        });
        for (const event of waiting.reverse()) webhooks.send(event, account.settings.webhooks);
      }
    }
  };
}
function markReceived(ledgers, event) {
  for (const ledger of ledgers) {
    const known = ledger.get("event", event.id);
    if (known) ledger.put({ ...known, pending_webhooks: Math.max(0, known.pending_webhooks - 1) });
  }
}

// packages/stripe-stand-in/src/api-handler.ts
import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import Stripe2 from "stripe";

// packages/stripe-stand-in/src/form-body.ts
function parseForm(text2) {
  const root = {};
  for (const [name, value] of new URLSearchParams(text2)) setPath(root, pathOf(name), value, name);
  return listsOf(root);
}
function pathOf(name) {
  const parts = name.split("[");
  return parts.map((part, index) => index === 0 ? part : part.replace(/\]$/, ""));
}
function setPath(root, path4, value, name) {
  let at = root;
  path4.forEach((part, index) => {
    const key = part === "" ? String(Object.keys(at).length) : part;
    if (["__proto__", "constructor", "prototype"].includes(key))
      throw invalidRequest(`Invalid parameter: ${name}`, name);
    if (index === path4.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key] ?? {};
    if (typeof next === "string") throw invalidRequest(`Invalid ${path4[0]}: it is a value and a group`, path4[0]);
    at[key] = next;
    at = next;
  });
}
function listsOf(value) {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, listsOf(each)]);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

// packages/stripe-stand-in/src/idempotency.ts
import { createHash as createHash2 } from "node:crypto";
var noteOf2 = (key) => `idempotency:${key}`;
function storedReply(ledger, key, request, now) {
  const stored = ledger.note(noteOf2(key));
  if (!stored || stored.at + day <= now) return null;
  if (stored.fingerprint !== fingerprint(request)) {
    throw new ApiError(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    });
  }
  return { status: stored.status, body: stored.body };
}
function storeReply(ledger, key, request, reply, now) {
  if (reply.status === 400 || reply.status === 401 || reply.status === 429) return;
  ledger.setNote(noteOf2(key), { ...reply, fingerprint: fingerprint(request), at: now });
}
function purgeExpiredReplies(ledger, now) {
  for (const [key, stored] of ledger.notes("idempotency:")) {
    if (stored.at + day <= now) ledger.setNote(key, void 0);
  }
}
function fingerprint(request) {
  return createHash2("sha256").update(request).digest("hex");
}

// packages/stripe-stand-in/src/api-handler.ts
function apiHandler(parts, route) {
  return async (c) => {
    const requestId = newId("req", 14);
    const path4 = c.req.path.replace(/^\/test-payments/, "");
    const fault = parts.faults.meet(c.req.method, path4);
    if (fault?.kind === "refused") return hangUp(c);
    if (fault?.kind === "unavailable") {
      const body = { error: { type: "api_error", message: "The provider is unavailable." } };
      return respond({ status: 503, body }, requestId);
    }
    const sent = c.req.method === "GET" ? new URL(c.req.url).search.slice(1) : await c.req.text();
    const query = c.req.method === "DELETE" && sent === "" ? new URL(c.req.url).search.slice(1) : sent;
    const reply = replyTo(parts, route, {
      id: c.req.param("id") ?? "",
      isPublic: c.req.path !== path4,
      query,
      requestId,
      request: `${c.req.method} ${path4} ${query}`,
      authorization: c.req.header("Authorization") ?? null,
      idempotencyKey: c.req.method === "POST" ? c.req.header("Idempotency-Key") ?? null : null,
      origin: c.req.header("X-Test-Payments-Origin") ?? null
    });
    if (fault?.kind === "slow") await sleep(fault.milliseconds ?? 1e3);
    if (fault?.kind === "lost") return hangUp(c);
    return respond(reply, requestId);
  };
}
function replyTo({ accounts }, route, call) {
  try {
    const params = parseForm(call.query);
    const { account, isBrowser } = caller(accounts, route, call, params);
    const cause = { id: call.requestId, idempotencyKey: call.idempotencyKey };
    return accounts.during(account, cause, () => {
      if (isBrowser && call.origin) account.setPublicOrigin(call.origin);
      return keyed(account, call, () => run(account, route, call, params, isBrowser));
    });
  } catch (error) {
    return errorReply(error);
  }
}
function keyed(account, { idempotencyKey, request }, work) {
  if (!idempotencyKey) return work();
  const now = account.clock.now();
  const stored = storedReply(account.ledger, idempotencyKey, request, now);
  if (stored) return { ...stored, isReplayed: true };
  const reply = work();
  storeReply(account.ledger, idempotencyKey, request, reply, now);
  return reply;
}
function run(account, route, call, params, isBrowser) {
  try {
    if (isBrowser) requireClientSecret(account, call.id, params);
    const { expand: paths, ...rest } = params;
    const body = presentReply(account, route.run(account, call.id, rest), paths ? texts(params, "expand") ?? [] : []);
    return { status: 200, body: isBrowser ? forBrowser(body) : body };
  } catch (error) {
    const reply = errorReply(error);
    return isBrowser ? { ...reply, body: forBrowser(reply.body) } : reply;
  }
}
function caller(accounts, route, { authorization, isPublic }, params) {
  const [scheme = "", credentials = ""] = (authorization ?? "").split(" ");
  const header = /^basic$/i.test(scheme) ? Buffer.from(credentials, "base64").toString().split(":")[0] : credentials;
  const key = header || (typeof params.key === "string" ? params.key : "");
  delete params.key;
  const bySecret = isPublic ? null : accounts.bySecretKey(key ?? "");
  if (bySecret) return { account: bySecret, isBrowser: false };
  const byPublishable = accounts.byPublishableKey(key ?? "");
  if (byPublishable && route.isForBrowsers) return { account: byPublishable, isBrowser: true };
  if (byPublishable) {
    throw new ApiError(403, {
      type: "invalid_request_error",
      code: "secret_key_required",
      message: "This API call cannot be made with a publishable API key. Please use a secret API key."
    });
  }
  throw new ApiError(401, {
    type: "invalid_request_error",
    message: key ? `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(Math.max(0, key.length - 12))}${key.slice(-4)}` : "You did not provide an API key."
  });
}
function requireClientSecret(account, id, params) {
  if (id === "") return;
  const object = account.ledger.find(id);
  const secret = object && "client_secret" in object ? object.client_secret : null;
  const kind = id.startsWith("seti") ? "setup_intent" : "payment_intent";
  if (!secret || text(params, "client_secret") !== secret) throw resourceMissing(kind, id);
}
var hidden = ["customer", "metadata", "latest_charge", "receipt_email", "application"];
function forBrowser(body) {
  const visible = Object.entries(body).filter(([name]) => !hidden.includes(name)).map(([name, value]) => [
    name,
    value && typeof value === "object" && !Array.isArray(value) ? forBrowser(value) : value
  ]);
  return Object.fromEntries(visible);
}
function errorReply(error) {
  if (error instanceof ApiError) return { status: error.status, body: { error: error.body } };
  console.error(error);
  const body = { type: "api_error", message: "An unknown error occurred" };
  return { status: 500, body: { error: body } };
}
function respond({ status, body, isReplayed }, requestId) {
  const error = body.error;
  if (error) error.request_log_url ??= `https://dashboard.stripe.com/test/logs/${requestId}`;
  return new Response(JSON.stringify(body, null, 2), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-cache, no-store",
      "Access-Control-Allow-Origin": "*",
      "Request-Id": requestId,
      "Stripe-Version": Stripe2.API_VERSION,
      ...isReplayed ? { "Idempotent-Replayed": "true" } : {},
      ...status >= 500 ? { "Stripe-Should-Retry": "true" } : {}
    }
  });
}
function hangUp(c) {
  c.env.outgoing?.destroy();
  return RESPONSE_ALREADY_SENT;
}

// packages/stripe-stand-in/src/list-page.ts
function listPage(all, params, url) {
  const limit = integer(params, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest("Invalid limit: must be between 1 and 100", "limit");
  const items = all.filter((item) => isCreatedWithin(item, params));
  const after = text(params, "starting_after");
  const before = text(params, "ending_before");
  if (before !== void 0) {
    const end = placeOf(items, before, "ending_before");
    const start2 = Math.max(0, end - limit);
    return { object: "list", url, has_more: start2 > 0, data: items.slice(start2, end) };
  }
  const start = after === void 0 ? 0 : placeOf(items, after, "starting_after") + 1;
  return { object: "list", url, has_more: items.length > start + limit, data: items.slice(start, start + limit) };
}
function placeOf(items, id, param) {
  const place = items.findIndex((item) => item.id === id);
  if (place < 0) throw resourceMissing("object", id, param);
  return place;
}
function isCreatedWithin(item, params) {
  if (params.created === void 0) return true;
  const created = item.created ?? 0;
  if (typeof params.created === "string") return created === integer(params, "created");
  const range = group(params, "created") ?? {};
  const [gt, gte, lt, lte] = ["gt", "gte", "lt", "lte"].map((name) => integer(range, name));
  return (gt === void 0 || created > gt) && (gte === void 0 || created >= gte) && (lt === void 0 || created < lt) && (lte === void 0 || created <= lte);
}

// packages/stripe-stand-in/src/resources/refunds.ts
function createRefund(account, params) {
  const intentId = text(params, "payment_intent");
  const intent = intentId ? find(account, "payment_intent", intentId, "payment_intent") : null;
  const charge = find(
    account,
    "charge",
    intent?.latest_charge ?? text(params, "charge") ?? "",
    "charge"
  );
  const rest = charge.amount_captured - charge.amount_refunded;
  const amount = integer(params, "amount") ?? rest;
  if (rest === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, "charge", "charge_already_refunded");
  if (amount < 1 || amount > rest) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`, "amount");
  }
  const refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: account.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: choice(params, "reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null
  };
  account.ledger.put(refund);
  account.emit("refund.created", refund);
  const amount_refunded = charge.amount_refunded + amount;
  change(account, charge, { amount_refunded, refunded: amount_refunded === charge.amount_captured }, "charge.refunded");
  return refund;
}

// packages/stripe-stand-in/src/resources/prorations.ts
function prorationLines(before, after, at, startsPeriod, nameOf) {
  const changed = (item, others) => !others.some((other) => {
    return other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity;
  });
  const credits = before.filter((item) => changed(item, after) || startsPeriod).map((item) => restOfPeriod(item, at, -1, `Unused time on ${nameOf(item.price)}`));
  if (startsPeriod) return credits;
  const debits = after.filter((item) => changed(item, before)).map((item) => restOfPeriod(item, at, 1, `Remaining time on ${nameOf(item.price)}`));
  return [...credits, ...debits];
}
function restOfPeriod(item, at, sign, description) {
  const whole = item.current_period_end - item.current_period_start;
  const rest = Math.max(0, Math.min(whole, item.current_period_end - at));
  const price = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  return {
    amount: sign * Math.round(price * rest / whole),
    currency: item.price.currency,
    description,
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: at, end: item.current_period_end },
    subscription: item.subscription,
    subscriptionItem: item.id,
    isProration: true,
    invoiceItem: newId("ii")
  };
}
var noteOf3 = (subscription) => `prorations:${subscription}`;
function storeProrations(account, subscription, lines) {
  account.ledger.setNote(noteOf3(subscription), [...storedProrations(account, subscription), ...lines]);
}
function storedProrations(account, subscription) {
  return account.ledger.note(noteOf3(subscription)) ?? [];
}
function takeProrations(account, subscription) {
  const stored = storedProrations(account, subscription);
  if (stored.length > 0) account.ledger.setNote(noteOf3(subscription), void 0);
  return stored;
}

// packages/stripe-stand-in/src/resources/subscription-updates.ts
function updateSubscription(account, id, params) {
  const before = find(account, "subscription", id);
  if (hasEnded(before)) throw noLonger(id);
  const changes = { metadata: metadata(params, before.metadata) };
  setCancellation(account, before, params, changes);
  const method = clearable(params, "default_payment_method");
  if (method !== void 0) {
    changes.default_payment_method = method && ownMethod(account, method, before.customer);
  }
  const description = clearable(params, "description");
  if (description !== void 0) changes.description = description;
  const behavior = missingMethod(params);
  if (behavior) changes.trial_settings = trialSettings(behavior);
  if (params.discounts !== void 0) changes.discounts = changedDiscounts(account, before, params);
  const endsTrial = text(params, "trial_end") === "now" && before.status === "trialing";
  if (endsTrial) Object.assign(changes, { trial_end: account.clock.now(), status: "active" });
  const requested = groups(params, "items");
  if (!requested && !endsTrial && text(params, "billing_cycle_anchor") !== "now") {
    return change(account, before, changes, "customer.subscription.updated");
  }
  return changePlan(account, before, changes, requested ?? [], params);
}
function setCancellation(account, before, params, changes) {
  const atEnd = flag(params, "cancel_at_period_end");
  const at = params.cancel_at === "" ? null : integer(params, "cancel_at");
  if (atEnd === void 0 && at === void 0) return;
  if (at !== void 0) changes.cancel_at = at;
  if (atEnd !== void 0) {
    changes.cancel_at_period_end = atEnd;
    changes.cancel_at = atEnd ? before.items.data[0]?.current_period_end ?? null : null;
  }
  const isEnding = changes.cancel_at !== null;
  changes.canceled_at = isEnding ? before.canceled_at ?? account.clock.now() : null;
  changes.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: isEnding ? "cancellation_requested" : null
  };
}
function changedDiscounts(account, before, params) {
  const target = { customer: before.customer, subscription: before.id, currency: before.currency };
  const after = redeem(account, groups(params, "discounts") ?? [], target).map((discount) => discount.id);
  for (const id of before.discounts) {
    if (!after.includes(id)) account.emit("customer.discount.deleted", find(account, "discount", id));
  }
  return after;
}
function changePlan(account, before, changes, requested, params) {
  const behavior = choice(params, "payment_behavior", paymentBehaviors) ?? "allow_incomplete";
  const proration = choice(params, "proration_behavior", ["create_prorations", "always_invoice", "none"]) ?? "create_prorations";
  const now = account.clock.now();
  const at = integer(params, "proration_date") ?? now;
  const items = changedItems(account, before, requested);
  const endsTrial = changes.trial_end !== void 0;
  const startsPeriod = endsTrial || text(params, "billing_cycle_anchor") === "now" || hasOtherInterval(before.items.data, items);
  const name = (price) => productName(account, price);
  const isCharged = before.status !== "trialing" || endsTrial;
  const prorated = proration === "none" || before.status === "trialing" ? [] : prorationLines(before.items.data, items, at, startsPeriod, name);
  const period = startsPeriod && isCharged ? { start: now, end: endOfPeriod(items[0]?.price, now) } : null;
  const placed = items.map((item) => {
    return period ? { ...item, current_period_start: period.start, current_period_end: period.end } : item;
  });
  const after = {
    ...changes,
    items: { ...before.items, data: placed },
    ...period ? { billing_cycle_anchor: now } : {}
  };
  const isInvoiced = period !== null || proration === "always_invoice" && prorated.length > 0;
  if (!isInvoiced) {
    if (prorated.length > 0) storeProrations(account, before.id, prorated);
    return change(account, before, after, "customer.subscription.updated");
  }
  const changed = change(account, before, after, "customer.subscription.updated");
  const lines = [
    ...takeProrations(account, before.id),
    ...prorated,
    ...period ? placed.map((item) => periodLine(item, name(item.price), period)) : []
  ];
  const span = { start: now, end: now };
  const invoice = makeInvoice(account, { subscription: changed, reason: "subscription_update", lines, period: span });
  change(account, current(account, changed), { latest_invoice: invoice.id }, null);
  collect(account, before, invoice, behavior, flag(params, "off_session") ?? false);
  return current(account, changed);
}
function collect(account, before, invoice, behavior, offSession) {
  if (invoice.amount_due === 0) {
    settleFree(account, invoice);
    return;
  }
  if (behavior === "default_incomplete") return;
  const declined = payInvoice(account, invoice, null, { offSession });
  const now = find(account, "invoice", invoice.id);
  if (now.status !== "open") return;
  const changed = find(account, "subscription", before.id);
  if (behavior === "error_if_incomplete") {
    voidInvoice(account, now);
    restore(account, before, changed, null);
    throw declined ?? invalidRequest("This payment requires additional user action.", void 0, "payment_intent_action_required");
  }
  if (behavior === "pending_if_incomplete") restore(account, before, changed, now.id);
}
function restore(account, before, changed, invoice) {
  const pending_update = invoice ? {
    billing_cycle_anchor: changed.billing_cycle_anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: account.clock.now() + 23 * 3600,
    metadata: null,
    subscription_items: changed.items.data,
    trial_end: null,
    trial_from_plan: null
  } : null;
  const latest_invoice = invoice ?? before.latest_invoice;
  change(account, changed, { ...before, pending_update, latest_invoice }, "customer.subscription.updated");
}
function hasOtherInterval(before, after) {
  const of = (items) => `${items[0]?.price.recurring?.interval} ${items[0]?.price.recurring?.interval_count}`;
  return of(before) !== of(after);
}

// packages/stripe-stand-in/src/resources/tax-rates.ts
function createTaxRate(account, params) {
  const percentage = decimal(params, "percentage");
  const inclusive = flag(params, "inclusive");
  if (percentage === void 0) throw missingParameter("percentage");
  if (inclusive === void 0) throw missingParameter("inclusive");
  const rate = {
    id: newId("txr"),
    object: "tax_rate",
    active: flag(params, "active") ?? true,
    country: text(params, "country") ?? null,
    created: account.clock.now(),
    description: text(params, "description") ?? null,
    display_name: requiredText(params, "display_name"),
    effective_percentage: null,
    flat_amount: null,
    inclusive,
    jurisdiction: text(params, "jurisdiction") ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: metadata(params),
    percentage,
    rate_type: "percentage",
    state: null,
    tax_type: "vat"
  };
  account.ledger.put(rate);
  account.emit("tax_rate.created", rate);
  return rate;
}

// packages/stripe-stand-in/src/api-routes.ts
var get = (path4, run2) => ({ method: "GET", path: path4, run: run2 });
var post = (path4, run2) => ({ method: "POST", path: path4, run: run2 });
var remove = (path4, run2) => ({ method: "DELETE", path: path4, run: run2 });
var forBrowsers = (route) => ({ ...route, isForBrowsers: true });
function reading(kind, path4, filters = []) {
  return [
    get(`${path4}/:id`, (account, id) => find(account, kind, id)),
    get(path4, (account, _, params) => listPage(account.ledger.all(kind).filter(equal(params, filters)), params, path4))
  ];
}
function equal(params, filters) {
  const conditions = filters.flatMap(
    (name) => text(params, name) === void 0 ? [] : [[name, text(params, name)]]
  );
  return (object) => conditions.every(([name, value]) => String(object[name]) === value);
}
var apiRoutes = [
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
  ...reading("promotion_code", "/v1/promotion_codes", ["active", "code", "customer"]),
  post("/v1/tax_rates", (account, _, params) => createTaxRate(account, params)),
  ...reading("tax_rate", "/v1/tax_rates", ["active"]),
  forBrowsers(post("/v1/payment_methods", (account, _, params) => createPaymentMethod(account, params))),
  post(
    "/v1/payment_methods/:id/attach",
    (account, id, params) => attach(account, paymentMethodFor(account, id, "id"), text(params, "customer") ?? "")
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
    })
  ),
  post("/v1/setup_intents/:id/cancel", (account, id) => cancelSetupIntent(account, find(account, "setup_intent", id))),
  forBrowsers(get("/v1/setup_intents/:id", (account, id) => find(account, "setup_intent", id))),
  ...reading("setup_intent", "/v1/setup_intents", ["customer", "payment_method"]),
  post("/v1/payment_intents", (account, _, params) => {
    const intent = createIntent(account, params);
    return flag(params, "confirm") ? confirm(account, intent.id, params) : intent;
  }),
  forBrowsers(post("/v1/payment_intents/:id/confirm", confirm)),
  post(
    "/v1/payment_intents/:id/cancel",
    (account, id, params) => cancelIntent(
      account,
      find(account, "payment_intent", id),
      text(params, "cancellation_reason") ?? null
    )
  ),
  post("/v1/payment_intents/:id", updateIntent),
  forBrowsers(get("/v1/payment_intents/:id", (account, id) => find(account, "payment_intent", id))),
  ...reading("payment_intent", "/v1/payment_intents", ["customer"]),
  ...reading("charge", "/v1/charges", ["customer", "payment_intent"]),
  post("/v1/refunds", (account, _, params) => createRefund(account, params)),
  ...reading("refund", "/v1/refunds", ["charge", "payment_intent"]),
  post("/v1/subscriptions", (account, _, params) => createSubscription(account, params)),
  post("/v1/subscriptions/:id", updateSubscription),
  remove("/v1/subscriptions/:id", cancelSubscription),
  get("/v1/subscriptions", (account, _, params) => listSubscriptions(account, params)),
  ...reading("subscription", "/v1/subscriptions"),
  post("/v1/invoices/:id/pay", (account, id, params) => {
    const invoice = find(account, "invoice", id);
    if (invoice.status !== "open") {
      throw new ApiError(400, {
        type: "invalid_request_error",
        message: "Invoice is already paid",
        code: "invoice_not_editable"
      });
    }
    const given2 = text(params, "payment_method");
    const method = given2 ? paymentMethodFor(account, given2, "payment_method") : null;
    const declined = payInvoice(account, invoice, method, { offSession: flag(params, "off_session") ?? true });
    if (declined) throw declined;
    return find(account, "invoice", id);
  }),
  post("/v1/invoices/:id/void", voidOnRequest),
  get(
    "/v1/invoices/:id/lines",
    (account, id, params) => listPage(find(account, "invoice", id).lines.data, params, `/v1/invoices/${id}/lines`)
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
    return listPage(all, params, "/v1/invoice_payments");
  }),
  post("/v1/checkout/sessions/:id/expire", expireSession),
  post("/v1/checkout/sessions", (account, _, params) => createSession(account, params)),
  get("/v1/checkout/sessions/:id/line_items", (account, id, params) => {
    const url = `/v1/checkout/sessions/${id}/line_items`;
    return listPage(lineItemsOf(account, find(account, "checkout.session", id)), params, url);
  }),
  ...reading("checkout.session", "/v1/checkout/sessions", ["customer", "subscription", "payment_intent", "status"]),
  get("/v1/events", (account, _, params) => {
    const types = texts(params, "types") ?? (text(params, "type") ? [text(params, "type")] : null);
    const chosen = account.ledger.all("event").filter((event) => !types || types.some((type) => isOfType(event.type, type)));
    return listPage(chosen, params, "/v1/events");
  }),
  ...reading("event", "/v1/events")
];
function isOfType(type, requested) {
  return requested.endsWith("*") ? type.startsWith(requested.slice(0, -1)) : type === requested;
}
function methodsOf(account, customer, params, url) {
  const all = account.ledger.all("payment_method").filter((method) => method.customer !== null);
  const own = customer === null ? all : all.filter((method) => method.customer === customer);
  return listPage(own.filter(equal(params, ["type"])), params, url);
}
function methodOf(account, params) {
  const data = group(params, "payment_method_data");
  if (data) return createPaymentMethod(account, data);
  const id = text(params, "payment_method");
  return id ? paymentMethodFor(account, id, "payment_method") : null;
}
function confirm(account, id, params) {
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
function listSubscriptions(account, params) {
  const status = text(params, "status");
  const price = text(params, "price");
  const chosen = account.ledger.all("subscription").filter(equal(params, ["customer"])).filter((each) => {
    const isWanted = status === "all" || (status === "ended" ? hasEnded(each) : status ? each.status === status : each.status !== "canceled");
    return isWanted && (!price || each.items.data.some((item) => item.price.id === price));
  });
  return listPage(chosen, params, "/v1/subscriptions");
}

// packages/stripe-stand-in/src/browser-files.ts
import { readFile } from "node:fs/promises";
import path from "node:path";
function createBrowserFiles(folder) {
  const cache = /* @__PURE__ */ new Map();
  return (name) => {
    const known = cache.get(name);
    if (known) return known;
    const made = folder ? readFile(path.join(folder, `${name}.js`), "utf8") : bundle(name);
    cache.set(name, made);
    return made;
  };
}
async function bundle(name) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "browser", `${name}.ts`)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022"
  });
  return outputFiles[0]?.text ?? "";
}

// packages/stripe-stand-in/src/faults.ts
function createFaults() {
  let faults = [];
  return {
    add(fault) {
      faults.push({ ...fault });
    },
    clear() {
      faults = [];
    },
    meet(method, path4) {
      const fault = faults.find((each) => {
        return (!each.method || each.method === method) && path4.startsWith(each.path ?? "/");
      });
      if (!fault) return null;
      if (fault.times !== void 0) {
        fault.times -= 1;
        if (fault.times <= 0) faults = faults.filter((each) => each !== fault);
      }
      return fault;
    }
  };
}

// packages/stripe-stand-in/src/ledger.ts
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path2 from "node:path";
function openLedgers(file2) {
  const ledgers = /* @__PURE__ */ new Map();
  let unwritten = [];
  const of = (account) => {
    const known = ledgers.get(account);
    if (known) return known;
    const made = createLedger((line) => {
      if (file2) unwritten.push({ account, ...line });
    });
    ledgers.set(account, made);
    return made;
  };
  if (file2 && existsSync(file2)) {
    for (const line of linesOf(file2)) of(line.account).apply(line);
    compact(file2, [...ledgers]);
  }
  return {
    of,
    flush() {
      if (!file2 || unwritten.length === 0) return;
      mkdirSync(path2.dirname(file2), { recursive: true });
      appendFileSync(file2, unwritten.map((line) => `${JSON.stringify(line)}
`).join(""), { mode: 384 });
      unwritten = [];
    }
  };
}
function createLedger(record) {
  const objects = /* @__PURE__ */ new Map();
  const notes = /* @__PURE__ */ new Map();
  return {
    get(kind, id) {
      const object = objects.get(id);
      return object?.object === kind ? object : void 0;
    },
    find: (id) => objects.get(id),
    all: (kind) => [...objects.values()].filter((object) => object.object === kind).reverse(),
    put(object) {
      objects.set(object.id, object);
      record({ put: object });
    },
    remove(id) {
      objects.delete(id);
      record({ remove: id });
    },
    note: (key) => notes.get(key),
    setNote(key, value) {
      if (value === void 0) notes.delete(key);
      else notes.set(key, value);
      record({ note: [key, value ?? null] });
    },
    notes: (prefix) => [...notes].filter(([key]) => key.startsWith(prefix)),
    apply({ put, remove: remove2, note }) {
      if (put) objects.set(put.id, put);
      if (remove2) objects.delete(remove2);
      if (note) {
        if (note[1] === null) notes.delete(note[0]);
        else notes.set(note[0], note[1]);
      }
    },
    lines: () => [
      ...[...objects.values()].map((put) => ({ put })),
      ...[...notes].map((note) => ({ note }))
    ]
  };
}
function linesOf(file2) {
  return readFileSync(file2, "utf8").split("\n").flatMap((text2) => {
    try {
      return text2 ? [JSON.parse(text2)] : [];
    } catch {
      return [];
    }
  });
}
function compact(file2, ledgers) {
  const lines = ledgers.flatMap(([account, ledger]) => ledger.lines().map((line) => ({ account, ...line })));
  writeFileSync(`${file2}.new`, lines.map((line) => `${JSON.stringify(line)}
`).join(""), { mode: 384 });
  renameSync(`${file2}.new`, file2);
}

// packages/stripe-stand-in/src/pages/page-routes.ts
import { parseAccept } from "hono/utils/accept";

// packages/stripe-stand-in/src/browser/return-address.ts
function returnAddressOf(returnUrl, intent) {
  const url = new URL(returnUrl);
  const name = intent.object === "setup_intent" ? "setup_intent" : "payment_intent";
  url.searchParams.set(name, intent.id);
  url.searchParams.set(`${name}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}

// packages/stripe-stand-in/src/browser/texts.ts
var enGb = {
  testPayments: "Test payments: no card is charged",
  testCard: "Card for tests: 4242 4242 4242 4242, any future date, any code",
  frameTitle: "Secure card payment input frame",
  cardNumber: "Card number",
  expiry: "Expiry date",
  expiryHint: "MM / YY",
  cvc: "Security code",
  incompleteNumber: "Your card number is incomplete.",
  invalidNumber: "Your card number is invalid.",
  incompleteExpiry: "Your card's expiry date is incomplete.",
  invalidExpiry: "Your card's expiry date is invalid.",
  pastExpiry: "Your card's expiry date is in the past.",
  incompleteCvc: "Your card's security code is incomplete.",
  declined: "Your card has been declined.",
  insufficientFunds: "Your card has insufficient funds.",
  expiredCard: "Your card has expired.",
  incorrectCvc: "Your card's security code is incorrect.",
  processingError: "An error occurred while processing your card. Try again in a little while.",
  notTestCard: "Your card was declined: only test cards can be used here.",
  authenticationFailed: "We are unable to authenticate your payment method. Please choose a different one and try again.",
  challengeTitle: "Confirm that it is you",
  challengeText: "Your bank would ask you here for a code or for your app. In a test you choose what happens.",
  complete: "Complete",
  fail: "Fail",
  connectionError: "We could not reach the payment provider. Check your connection and try again.",
  email: "Email",
  name: "Name on card",
  pay: "Pay {amount}",
  saveCard: "Save card",
  back: "Back",
  incompleteField: "Please fill in this field.",
  total: "Total",
  discount: "Discount",
  perMonth: "per month",
  perYear: "per year",
  sessionOver: "This payment page is no longer open.",
  invoice: "Invoice",
  invoiceNumber: "Invoice number",
  date: "Date",
  paid: "Paid",
  open: "Not paid",
  voided: "Void",
  amountDue: "Amount due",
  download: "Download the invoice (PDF)",
  vat: "VAT",
  billedTo: "Billed to",
  unusedTime: "Unused time on {plan}",
  remainingTime: "Remaining time on {plan}"
};
var enUs = {
  ...enGb,
  expiry: "Expiration date",
  incompleteExpiry: "Your card's expiration date is incomplete.",
  invalidExpiry: "Your card's expiration date is invalid.",
  pastExpiry: "Your card's expiration date is in the past.",
  vat: "Tax"
};
var de = {
  testPayments: "Testzahlungen: Keine Karte wird belastet",
  testCard: "Karte zum Testen: 4242 4242 4242 4242, beliebiges k\xFCnftiges Datum, beliebige Pr\xFCfnummer",
  frameTitle: "Sicherer Eingaberahmen f\xFCr Kartenzahlungen",
  cardNumber: "Kartennummer",
  expiry: "G\xFCltig bis",
  expiryHint: "MM / JJ",
  cvc: "Pr\xFCfnummer",
  incompleteNumber: "Die Kartennummer ist unvollst\xE4ndig.",
  invalidNumber: "Die Kartennummer ist ung\xFCltig.",
  incompleteExpiry: "Das Ablaufdatum ist unvollst\xE4ndig.",
  invalidExpiry: "Das Ablaufdatum ist ung\xFCltig.",
  pastExpiry: "Das Ablaufdatum liegt in der Vergangenheit.",
  incompleteCvc: "Die Pr\xFCfnummer ist unvollst\xE4ndig.",
  declined: "Ihre Karte wurde abgelehnt.",
  insufficientFunds: "Ihre Karte ist nicht ausreichend gedeckt.",
  expiredCard: "Ihre Karte ist abgelaufen.",
  incorrectCvc: "Die Pr\xFCfnummer Ihrer Karte ist falsch.",
  processingError: "Bei der Verarbeitung Ihrer Karte ist ein Fehler aufgetreten. Versuchen Sie es in K\xFCrze erneut.",
  notTestCard: "Ihre Karte wurde abgelehnt: Hier sind nur Testkarten m\xF6glich.",
  authenticationFailed: "Ihre Zahlungsmethode konnte nicht best\xE4tigt werden. Bitte w\xE4hlen Sie eine andere und versuchen Sie es erneut.",
  challengeTitle: "Best\xE4tigen Sie, dass Sie es sind",
  challengeText: "Hier w\xFCrde Ihre Bank nach einem Code oder Ihrer App fragen. Im Test entscheiden Sie, was geschieht.",
  complete: "Abschlie\xDFen",
  fail: "Ablehnen",
  connectionError: "Der Zahlungsanbieter ist nicht erreichbar. Pr\xFCfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  email: "E-Mail",
  name: "Name auf der Karte",
  pay: "{amount} bezahlen",
  saveCard: "Karte speichern",
  back: "Zur\xFCck",
  incompleteField: "Bitte f\xFCllen Sie dieses Feld aus.",
  total: "Gesamt",
  discount: "Rabatt",
  perMonth: "pro Monat",
  perYear: "pro Jahr",
  sessionOver: "Diese Zahlungsseite ist nicht mehr ge\xF6ffnet.",
  invoice: "Rechnung",
  invoiceNumber: "Rechnungsnummer",
  date: "Datum",
  paid: "Bezahlt",
  open: "Nicht bezahlt",
  voided: "Storniert",
  amountDue: "F\xE4lliger Betrag",
  download: "Rechnung herunterladen (PDF)",
  vat: "MwSt.",
  billedTo: "Rechnung an",
  unusedTime: "Nicht genutzte Zeit f\xFCr {plan}",
  remainingTime: "Verbleibende Zeit f\xFCr {plan}"
};
var fi = {
  testPayments: "Testimaksut: korttia ei veloiteta",
  testCard: "Testikortti: 4242 4242 4242 4242, mik\xE4 tahansa tuleva p\xE4iv\xE4, mik\xE4 tahansa tunnusluku",
  frameTitle: "Suojattu korttimaksun sy\xF6tt\xF6kehys",
  cardNumber: "Kortin numero",
  expiry: "Voimassa",
  expiryHint: "KK / VV",
  cvc: "Turvakoodi",
  incompleteNumber: "Kortin numero on puutteellinen.",
  invalidNumber: "Kortin numero on virheellinen.",
  incompleteExpiry: "Kortin voimassaoloaika on puutteellinen.",
  invalidExpiry: "Kortin voimassaoloaika on virheellinen.",
  pastExpiry: "Kortin voimassaoloaika on p\xE4\xE4ttynyt.",
  incompleteCvc: "Kortin turvakoodi on puutteellinen.",
  declined: "Korttisi hyl\xE4ttiin.",
  insufficientFunds: "Kortilla ei ole riitt\xE4v\xE4sti katetta.",
  expiredCard: "Korttisi on vanhentunut.",
  incorrectCvc: "Kortin turvakoodi on v\xE4\xE4r\xE4.",
  processingError: "Kortin k\xE4sittelyss\xE4 tapahtui virhe. Yrit\xE4 hetken kuluttua uudelleen.",
  notTestCard: "Korttisi hyl\xE4ttiin: t\xE4\xE4ll\xE4 voi k\xE4ytt\xE4\xE4 vain testikortteja.",
  authenticationFailed: "Maksutapaasi ei voitu vahvistaa. Valitse toinen maksutapa ja yrit\xE4 uudelleen.",
  challengeTitle: "Vahvista, ett\xE4 se olet sin\xE4",
  challengeText: "Pankkisi kysyisi t\xE4ss\xE4 koodia tai vahvistusta sovelluksessa. Testiss\xE4 valitset itse, mit\xE4 tapahtuu.",
  complete: "Hyv\xE4ksy",
  fail: "Hylk\xE4\xE4",
  connectionError: "Maksupalveluun ei saatu yhteytt\xE4. Tarkista yhteytesi ja yrit\xE4 uudelleen.",
  email: "S\xE4hk\xF6posti",
  name: "Kortinhaltijan nimi",
  pay: "Maksa {amount}",
  saveCard: "Tallenna kortti",
  back: "Takaisin",
  incompleteField: "T\xE4yt\xE4 t\xE4m\xE4 kentt\xE4.",
  total: "Yhteens\xE4",
  discount: "Alennus",
  perMonth: "kuukaudessa",
  perYear: "vuodessa",
  sessionOver: "T\xE4m\xE4 maksusivu ei ole en\xE4\xE4 auki.",
  invoice: "Lasku",
  invoiceNumber: "Laskun numero",
  date: "P\xE4iv\xE4m\xE4\xE4r\xE4",
  paid: "Maksettu",
  open: "Maksamatta",
  voided: "Mit\xE4t\xF6ity",
  amountDue: "Maksettava",
  download: "Lataa lasku (PDF)",
  vat: "ALV",
  billedTo: "Laskutettu",
  unusedTime: "K\xE4ytt\xE4m\xE4t\xF6n aika: {plan}",
  remainingTime: "J\xE4ljell\xE4 oleva aika: {plan}"
};
var fr = {
  testPayments: "Paiements de test : aucune carte n\u2019est d\xE9bit\xE9e",
  testCard: "Carte de test : 4242 4242 4242 4242, n\u2019importe quelle date \xE0 venir, n\u2019importe quel code",
  frameTitle: "Cadre de saisie s\xE9curis\xE9 pour le paiement par carte",
  cardNumber: "Num\xE9ro de carte",
  expiry: "Date d\u2019expiration",
  expiryHint: "MM / AA",
  cvc: "Code de s\xE9curit\xE9",
  incompleteNumber: "Le num\xE9ro de votre carte est incomplet.",
  invalidNumber: "Le num\xE9ro de votre carte n\u2019est pas valide.",
  incompleteExpiry: "La date d\u2019expiration de votre carte est incompl\xE8te.",
  invalidExpiry: "La date d\u2019expiration de votre carte n\u2019est pas valide.",
  pastExpiry: "La date d\u2019expiration de votre carte est pass\xE9e.",
  incompleteCvc: "Le code de s\xE9curit\xE9 de votre carte est incomplet.",
  declined: "Votre carte a \xE9t\xE9 refus\xE9e.",
  insufficientFunds: "Votre carte ne dispose pas de fonds suffisants.",
  expiredCard: "Votre carte a expir\xE9.",
  incorrectCvc: "Le code de s\xE9curit\xE9 de votre carte est incorrect.",
  processingError: "Une erreur est survenue lors du traitement de votre carte. R\xE9essayez dans un instant.",
  notTestCard: "Votre carte a \xE9t\xE9 refus\xE9e : seules les cartes de test sont accept\xE9es ici.",
  authenticationFailed: "Nous n\u2019avons pas pu authentifier votre moyen de paiement. Choisissez-en un autre et r\xE9essayez.",
  challengeTitle: "Confirmez que c\u2019est bien vous",
  challengeText: "Votre banque vous demanderait ici un code ou une validation dans son application. Lors d\u2019un test, vous choisissez le r\xE9sultat.",
  complete: "Confirmer",
  fail: "Refuser",
  connectionError: "Le prestataire de paiement est injoignable. V\xE9rifiez votre connexion et r\xE9essayez.",
  email: "E-mail",
  name: "Nom du titulaire",
  pay: "Payer {amount}",
  saveCard: "Enregistrer la carte",
  back: "Retour",
  incompleteField: "Veuillez remplir ce champ.",
  total: "Total",
  discount: "Remise",
  perMonth: "par mois",
  perYear: "par an",
  sessionOver: "Cette page de paiement n\u2019est plus ouverte.",
  invoice: "Facture",
  invoiceNumber: "Num\xE9ro de facture",
  date: "Date",
  paid: "Pay\xE9e",
  open: "Non pay\xE9e",
  voided: "Annul\xE9e",
  amountDue: "Montant d\xFB",
  download: "T\xE9l\xE9charger la facture (PDF)",
  vat: "TVA",
  billedTo: "Factur\xE9 \xE0",
  unusedTime: "P\xE9riode non utilis\xE9e : {plan}",
  remainingTime: "P\xE9riode restante : {plan}"
};
var nb = {
  testPayments: "Testbetaling: ingen kort belastes",
  testCard: "Testkort: 4242 4242 4242 4242, en hvilken som helst kommende dato og kode",
  frameTitle: "Sikker ramme for kortbetaling",
  cardNumber: "Kortnummer",
  expiry: "Utl\xF8psdato",
  expiryHint: "MM / \xC5\xC5",
  cvc: "Sikkerhetskode",
  incompleteNumber: "Kortnummeret er ufullstendig.",
  invalidNumber: "Kortnummeret er ugyldig.",
  incompleteExpiry: "Utl\xF8psdatoen er ufullstendig.",
  invalidExpiry: "Utl\xF8psdatoen er ugyldig.",
  pastExpiry: "Utl\xF8psdatoen er passert.",
  incompleteCvc: "Sikkerhetskoden er ufullstendig.",
  declined: "Kortet ditt ble avvist.",
  insufficientFunds: "Det er ikke dekning p\xE5 kortet.",
  expiredCard: "Kortet ditt er utl\xF8pt.",
  incorrectCvc: "Sikkerhetskoden er feil.",
  processingError: "Det oppstod en feil da kortet ble behandlet. Pr\xF8v igjen om litt.",
  notTestCard: "Kortet ditt ble avvist: her kan bare testkort brukes.",
  authenticationFailed: "Vi kunne ikke bekrefte betalingsm\xE5ten din. Velg en annen og pr\xF8v igjen.",
  challengeTitle: "Bekreft at det er deg",
  challengeText: "Her ville banken bedt om en kode eller en godkjenning i appen. I en test velger du selv hva som skjer.",
  complete: "Godkjenn",
  fail: "Avvis",
  connectionError: "Vi fikk ikke kontakt med betalingstjenesten. Sjekk forbindelsen og pr\xF8v igjen.",
  email: "E-post",
  name: "Navn p\xE5 kortet",
  pay: "Betal {amount}",
  saveCard: "Lagre kortet",
  back: "Tilbake",
  incompleteField: "Fyll ut dette feltet.",
  total: "Totalt",
  discount: "Rabatt",
  perMonth: "per m\xE5ned",
  perYear: "per \xE5r",
  sessionOver: "Denne betalingssiden er ikke lenger \xE5pen.",
  invoice: "Faktura",
  invoiceNumber: "Fakturanummer",
  date: "Dato",
  paid: "Betalt",
  open: "Ikke betalt",
  voided: "Annullert",
  amountDue: "\xC5 betale",
  download: "Last ned fakturaen (PDF)",
  vat: "MVA",
  billedTo: "Fakturert til",
  unusedTime: "Ubrukt tid: {plan}",
  remainingTime: "Gjenst\xE5ende tid: {plan}"
};
var nl = {
  testPayments: "Testbetalingen: er wordt geen kaart belast",
  testCard: "Testkaart: 4242 4242 4242 4242, elke toekomstige datum, elke code",
  frameTitle: "Beveiligd invoerkader voor kaartbetaling",
  cardNumber: "Kaartnummer",
  expiry: "Vervaldatum",
  expiryHint: "MM / JJ",
  cvc: "Beveiligingscode",
  incompleteNumber: "Je kaartnummer is onvolledig.",
  invalidNumber: "Je kaartnummer is ongeldig.",
  incompleteExpiry: "De vervaldatum van je kaart is onvolledig.",
  invalidExpiry: "De vervaldatum van je kaart is ongeldig.",
  pastExpiry: "De vervaldatum van je kaart ligt in het verleden.",
  incompleteCvc: "De beveiligingscode van je kaart is onvolledig.",
  declined: "Je kaart is geweigerd.",
  insufficientFunds: "Je kaart heeft onvoldoende saldo.",
  expiredCard: "Je kaart is verlopen.",
  incorrectCvc: "De beveiligingscode van je kaart is onjuist.",
  processingError: "Er ging iets mis bij het verwerken van je kaart. Probeer het zo opnieuw.",
  notTestCard: "Je kaart is geweigerd: hier werken alleen testkaarten.",
  authenticationFailed: "We konden je betaalmethode niet verifi\xEBren. Kies een andere en probeer het opnieuw.",
  challengeTitle: "Bevestig dat jij het bent",
  challengeText: "Je bank zou hier om een code of een bevestiging in de app vragen. In een test kies je zelf wat er gebeurt.",
  complete: "Goedkeuren",
  fail: "Weigeren",
  connectionError: "De betaalprovider is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.",
  email: "E-mail",
  name: "Naam op de kaart",
  pay: "{amount} betalen",
  saveCard: "Kaart opslaan",
  back: "Terug",
  incompleteField: "Vul dit veld in.",
  total: "Totaal",
  discount: "Korting",
  perMonth: "per maand",
  perYear: "per jaar",
  sessionOver: "Deze betaalpagina is niet meer geopend.",
  invoice: "Factuur",
  invoiceNumber: "Factuurnummer",
  date: "Datum",
  paid: "Betaald",
  open: "Niet betaald",
  voided: "Geannuleerd",
  amountDue: "Te betalen",
  download: "Factuur downloaden (PDF)",
  vat: "Btw",
  billedTo: "Gefactureerd aan",
  unusedTime: "Niet-gebruikte tijd: {plan}",
  remainingTime: "Resterende tijd: {plan}"
};
var sv = {
  testPayments: "Testbetalningar: inget kort debiteras",
  testCard: "Testkort: 4242 4242 4242 4242, valfritt kommande datum, valfri kod",
  frameTitle: "S\xE4ker ram f\xF6r kortbetalning",
  cardNumber: "Kortnummer",
  expiry: "Utg\xE5ngsdatum",
  expiryHint: "MM / \xC5\xC5",
  cvc: "S\xE4kerhetskod",
  incompleteNumber: "Kortnumret \xE4r ofullst\xE4ndigt.",
  invalidNumber: "Kortnumret \xE4r ogiltigt.",
  incompleteExpiry: "Utg\xE5ngsdatumet \xE4r ofullst\xE4ndigt.",
  invalidExpiry: "Utg\xE5ngsdatumet \xE4r ogiltigt.",
  pastExpiry: "Utg\xE5ngsdatumet har passerat.",
  incompleteCvc: "S\xE4kerhetskoden \xE4r ofullst\xE4ndig.",
  declined: "Kortet nekades.",
  insufficientFunds: "Det finns inte tillr\xE4ckligt med pengar p\xE5 kortet.",
  expiredCard: "Kortet har g\xE5tt ut.",
  incorrectCvc: "S\xE4kerhetskoden \xE4r fel.",
  processingError: "N\xE5got gick fel n\xE4r kortet behandlades. F\xF6rs\xF6k igen om en stund.",
  notTestCard: "Kortet nekades: h\xE4r g\xE5r det bara att anv\xE4nda testkort.",
  authenticationFailed: "Vi kunde inte verifiera ditt betalningss\xE4tt. V\xE4lj ett annat och f\xF6rs\xF6k igen.",
  challengeTitle: "Bekr\xE4fta att det \xE4r du",
  challengeText: "H\xE4r skulle banken be om en kod eller ett godk\xE4nnande i appen. I ett test v\xE4ljer du sj\xE4lv vad som h\xE4nder.",
  complete: "Godk\xE4nn",
  fail: "Neka",
  connectionError: "Det gick inte att n\xE5 betaltj\xE4nsten. Kontrollera anslutningen och f\xF6rs\xF6k igen.",
  email: "E-post",
  name: "Namn p\xE5 kortet",
  pay: "Betala {amount}",
  saveCard: "Spara kortet",
  back: "Tillbaka",
  incompleteField: "Fyll i det h\xE4r f\xE4ltet.",
  total: "Totalt",
  discount: "Rabatt",
  perMonth: "per m\xE5nad",
  perYear: "per \xE5r",
  sessionOver: "Den h\xE4r betalningssidan \xE4r inte l\xE4ngre \xF6ppen.",
  invoice: "Faktura",
  invoiceNumber: "Fakturanummer",
  date: "Datum",
  paid: "Betald",
  open: "Inte betald",
  voided: "Makulerad",
  amountDue: "Att betala",
  download: "Ladda ner fakturan (PDF)",
  vat: "Moms",
  billedTo: "Faktureras",
  unusedTime: "Outnyttjad tid: {plan}",
  remainingTime: "\xC5terst\xE5ende tid: {plan}"
};
var languages = { de, fi, fr, nb, no: nb, nl, sv, "en-gb": enGb, en: enUs, "en-us": enUs };
function languageOf(wanted) {
  for (const each of wanted) {
    const tag = each.toLowerCase();
    const name = languages[tag] ? tag : tag.split("-")[0] ?? "";
    const texts2 = languages[name];
    if (texts2) return { tag: name === "no" ? "nb" : each, texts: texts2 };
  }
  return { tag: "en", texts: enUs };
}
function errorText(texts2, code, declineCode) {
  if (declineCode === "insufficient_funds") return texts2.insufficientFunds;
  if (declineCode === "test_mode_live_card") return texts2.notTestCard;
  switch (code) {
    case "card_declined":
    case "authentication_required":
      return texts2.declined;
    case "expired_card":
      return texts2.expiredCard;
    case "incorrect_cvc":
    case "invalid_cvc":
      return texts2.incorrectCvc;
    case "processing_error":
      return texts2.processingError;
    case "incorrect_number":
    case "invalid_number":
      return texts2.invalidNumber;
    case "incomplete_number":
      return texts2.incompleteNumber;
    case "incomplete_expiry":
      return texts2.incompleteExpiry;
    case "invalid_expiry_month":
    case "invalid_expiry_year":
      return texts2.invalidExpiry;
    case "invalid_expiry_year_past":
      return texts2.pastExpiry;
    case "incomplete_cvc":
      return texts2.incompleteCvc;
    case "payment_intent_authentication_failure":
    case "setup_intent_authentication_failure":
      return texts2.authenticationFailed;
    default:
      return null;
  }
}

// packages/stripe-stand-in/src/pages/html-text.ts
var entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
function htmlText(text2) {
  return text2.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

// packages/stripe-stand-in/src/pages/layout.ts
function htmlPage({ title, lang, body, script, className }) {
  return `<!doctype html>
<html lang="${htmlText(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${htmlText(title)}</title>
<link rel="stylesheet" href="/test-payments/pages.css">
${script ? `<script src="${script}" defer></script>` : ""}
</head>
<body class="${className}">
${body}
</body>
</html>`;
}
var pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "img-src 'self'",
  // After a payment the form may redirect to a product at another address.
  "form-action 'self' http: https:",
  "base-uri 'none'",
  // In tests the product runs on a different port than the stand-in.
  "frame-ancestors 'self' http://127.0.0.1:* http://localhost:* http://*.localhost:*"
].join("; ");

// packages/stripe-stand-in/src/pages/challenge-page.ts
function challengePage({ languages: languages2, seller, amount, action, isFramed }) {
  const { tag, texts: texts2 } = languageOf(languages2);
  const part = isFramed ? "div" : "main";
  const body = `<${part} class="card">
<p class="notice"><strong>${htmlText(texts2.testPayments)}</strong></p>
<h1>${htmlText(texts2.challengeTitle)}</h1>
${amount ? `<dl class="amounts"><dt class="sum">${htmlText(seller)}</dt><dd class="sum">${htmlText(amount)}</dd></dl>` : ""}
<p>${htmlText(texts2.challengeText)}</p>
<form method="post" action="${htmlText(action)}" class="actions">
<button class="button" name="outcome" value="complete">${htmlText(texts2.complete)}</button>
<button class="button other" name="outcome" value="fail">${htmlText(texts2.fail)}</button>
</form>
</${part}>`;
  const className = isFramed ? "challenge" : "challenge alone";
  return htmlPage({ title: texts2.challengeTitle, lang: tag, body, className });
}
function challengeDonePage(languages2) {
  const { tag, texts: texts2 } = languageOf(languages2);
  const script = "/test-payments/challenge-done.js";
  return htmlPage({ title: texts2.challengeTitle, lang: tag, body: "", script, className: "challenge" });
}
var challengeDoneScript = 'window.parent.postMessage("challenge-done", "*");';

// packages/stripe-stand-in/src/pages/checkout-flow.ts
function asksEmail(session) {
  return session.customer === null && session.customer_email === null;
}
function formMistakes(session, form, texts2, now) {
  const number = digitsOf(form.number);
  const problems = [
    ["number", numberMistake(number)],
    ["expiry", expiryMistake(form.expiry, now)],
    ["cvc", cvcMistake(form.cvc, brandOf(number))]
  ];
  const mistakes = {};
  for (const [name, mistake] of problems) if (mistake) mistakes[name] = errorText(texts2, mistake, void 0) ?? mistake;
  if (form.name.trim() === "") mistakes.name = texts2.incompleteField;
  if (asksEmail(session) && !/^\S+@\S+$/.test(form.email)) mistakes.email = texts2.incompleteField;
  return mistakes;
}
function submitCheckout(account, session, form, texts2) {
  const mistakes = formMistakes(session, form, texts2, new Date(account.clock.now() * 1e3));
  if (Object.keys(mistakes).length > 0) return { kind: "again", mistakes };
  const buyer = buyerOf(session, form);
  account.ledger.setNote(buyerNote(session.id), buyer);
  try {
    const expiry = expiryOf(form.expiry);
    const method = createPaymentMethod(account, {
      type: "card",
      card: {
        number: digitsOf(form.number),
        exp_month: String(expiry?.month),
        exp_year: String(expiry?.year),
        cvc: digitsOf(form.cvc)
      },
      billing_details: { name: form.name, ...buyer.email ? { email: buyer.email } : {} }
    });
    pay(account, session, buyer, method);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return again(error.body.code, error.body.decline_code, error.body.message, texts2);
  }
  return stepOf(account, session.id, texts2);
}
function pay(account, session, buyer, method) {
  const options = { returnUrl: `${account.publicOrigin()}/test-payments/checkout/${session.id}/return` };
  if (session.mode === "setup") {
    const intent2 = find(account, "setup_intent", session.setup_intent);
    if (intent2.status !== "succeeded") confirmSetupIntent(account, intent2, method, options);
    return;
  }
  const subscription = beginSubscription(account, session, buyer);
  const intent = intentOf(account, subscription.latest_invoice);
  if (intent) {
    if (intent.status === "succeeded") return;
    settleConfirmation(account, confirmIntent(account, intent, method, { ...options, offSession: false }));
    return;
  }
  const setup = subscription.pending_setup_intent;
  if (setup) settleSetup(account, confirmSetupIntent(account, find(account, "setup_intent", setup), method, options));
  else attach(account, method, subscription.customer);
}
function stepOf(account, id, texts2) {
  const session = find(account, "checkout.session", id);
  if (session.status === "complete") return { kind: "complete", session };
  const subscription = session.subscription ? find(account, "subscription", session.subscription) : null;
  const intent = session.mode === "setup" ? find(account, "setup_intent", session.setup_intent) : subscription && (intentOf(account, subscription.latest_invoice) ?? pendingSetupOf(account, subscription));
  if (intent?.status === "requires_action") {
    return { kind: "challenge", address: intent.next_action?.redirect_to_url?.url ?? "" };
  }
  if (intent && intent.status !== "succeeded") {
    const error = intent.object === "setup_intent" ? intent.last_setup_error : intent.last_payment_error;
    return again(error?.code, error?.decline_code, error?.message ?? "", texts2);
  }
  if (session.mode === "subscription" && !subscription) return { kind: "again", mistakes: {} };
  const buyer = account.ledger.note(buyerNote(id)) ?? { email: null, name: null };
  return { kind: "complete", session: completeSession(account, current(account, session), buyer) };
}
function pendingSetupOf(account, subscription) {
  const id = subscription.pending_setup_intent;
  return id ? find(account, "setup_intent", id) : null;
}
var buyerNote = (session) => `checkout-buyer:${session}`;
function buyerOf(session, form) {
  const email = session.customer_email ?? (asksEmail(session) ? form.email.trim() : null);
  return { email, name: form.name.trim() || null };
}
function again(code, declineCode, message, texts2) {
  return { kind: "again", mistakes: { form: errorText(texts2, code, declineCode) ?? message } };
}

// packages/stripe-stand-in/src/pages/money.ts
function writeAmount(amount, currency, tag) {
  const options = { style: "currency", currency: currency.toUpperCase() };
  return new Intl.NumberFormat(tag, options).format(amount / 100);
}
function writeDate(seconds, tag) {
  return new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(new Date(seconds * 1e3));
}

// packages/stripe-stand-in/src/pages/checkout-page.ts
function checkoutPage(view) {
  const language = languageOf(view.languages);
  const { texts: texts2 } = language;
  const title = view.isSetup ? texts2.saveCard : texts2.pay.replace("{amount}", writeAmount(view.total, view.currency, language.tag));
  const body = `<main class="card">
<p class="notice"><strong>${htmlText(texts2.testPayments)}</strong> <span class="hint">${htmlText(texts2.testCard)}</span></p>
<h1>${htmlText(view.seller)}</h1>
${view.isSetup ? "" : amounts(view, language)}
${view.mistakes.form ? `<p class="problem" role="alert">${htmlText(view.mistakes.form)}</p>` : ""}
<form method="post" action="${htmlText(view.action)}" class="stack" novalidate>
${view.asksEmail ? field(view, "email", texts2.email, view.email ?? "", 'type="email" autocomplete="email"') : ""}
${field(view, "number", texts2.cardNumber, view.entry.number, 'inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"')}
<div class="fields">
${field(view, "expiry", texts2.expiry, view.entry.expiry, `inputmode="numeric" autocomplete="cc-exp" placeholder="${htmlText(texts2.expiryHint)}"`)}
${field(view, "cvc", texts2.cvc, "", 'inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"')}
</div>
${field(view, "name", texts2.name, view.name, 'autocomplete="cc-name"')}
<div class="actions"><button class="button">${htmlText(title)}</button></div>
</form>
${view.cancelUrl ? `<p><a class="link" href="${htmlText(view.cancelUrl)}">${htmlText(texts2.back)}</a></p>` : ""}
</main>`;
  return htmlPage({ title, lang: language.tag, body, className: "page" });
}
function amounts({ lines, discount, total, currency }, { tag, texts: texts2 }) {
  const line = (label, amount, { isSum = false, interval = "" } = {}) => {
    const kind = isSum ? ' class="sum"' : "";
    const written = `${writeAmount(amount, currency, tag)} ${interval}`.trim();
    return `<dt${kind}>${htmlText(label)}</dt><dd${kind}>${htmlText(written)}</dd>`;
  };
  return `<dl class="amounts">
${lines.map(({ name, amount, interval }) => line(name, amount, { interval: intervalText(interval, texts2) })).join("\n")}
${discount > 0 ? line(texts2.discount, -discount) : ""}
${line(texts2.total, total, { isSum: true })}
</dl>`;
}
function intervalText(interval, texts2) {
  if (interval === "month") return texts2.perMonth;
  return interval === "year" ? texts2.perYear : "";
}
function field({ mistakes }, name, label, value, attributes) {
  const mistake = mistakes[name];
  return `<div class="field ${name}">
<label class="Label" for="${name}">${htmlText(label)}</label>
<input class="Input${mistake ? " Input--invalid" : ""}" id="${name}" name="${name}" value="${htmlText(value)}" ${attributes} required aria-describedby="${name}-error" aria-invalid="${mistake !== void 0}">
<p class="Error" id="${name}-error">${htmlText(mistake ?? "")}</p>
</div>`;
}
function overPage(languages2, back) {
  const { tag, texts: texts2 } = languageOf(languages2);
  const body = `<main class="card"><h1>${htmlText(texts2.sessionOver)}</h1>
${back ? `<p><a class="link" href="${htmlText(back)}">${htmlText(texts2.back)}</a></p>` : ""}</main>`;
  return htmlPage({ title: texts2.sessionOver, lang: tag, body, className: "page" });
}

// packages/stripe-stand-in/src/pages/element-page.ts
function elementPage() {
  const { texts: texts2 } = languageOf(["en"]);
  const field2 = (name, label, text2, attributes) => `
<div class="field ${name}">
<label class="Label" for="${name}" data-text="${text2}">${htmlText(label)}</label>
<div class="holder">
<input class="Input" id="${name}" name="${name}" type="text" inputmode="numeric" ${attributes} aria-describedby="${name}-error" spellcheck="false">
${name === "number" ? '<span id="brand" aria-hidden="true"></span>' : ""}
</div>
<p class="Error" id="${name}-error" role="alert"></p>
</div>`;
  const body = `<div>
<p class="notice"><strong data-text="testPayments">${htmlText(texts2.testPayments)}</strong> <span class="hint" data-text="testCard">${htmlText(texts2.testCard)}</span></p>
<form class="fields" novalidate>
${field2("number", texts2.cardNumber, "cardNumber", 'autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23"')}
${field2("expiry", texts2.expiry, "expiry", 'autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"')}
${field2("cvc", texts2.cvc, "cvc", 'autocomplete="cc-csc" placeholder="CVC" maxlength="4"')}
</form>
</div>`;
  return htmlPage({
    title: texts2.frameTitle,
    lang: "en",
    body,
    script: "/test-payments/element.js",
    className: "element"
  });
}

// packages/stripe-stand-in/src/pages/invoice-page.ts
import PDFDocument from "pdfkit";
function viewOf(invoice, languages2) {
  const language = languageOf(languages2);
  const { tag, texts: texts2 } = language;
  const amount = (value) => writeAmount(value, invoice.currency, tag);
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum2, each) => sum2 + each.amount, 0);
  const taxes = (behavior) => (invoice.total_taxes ?? []).filter((tax) => tax.tax_behavior === behavior).map((tax) => ({ label: taxLabel(invoice, tax, language), value: amount(tax.amount) }));
  const states = { paid: texts2.paid, open: texts2.open, void: texts2.voided };
  return {
    language,
    title: `${texts2.invoice} ${invoice.number ?? ""}`,
    facts: [
      { label: texts2.invoiceNumber, value: invoice.number ?? "" },
      { label: texts2.date, value: writeDate(invoice.created, tag) },
      { label: texts2.billedTo, value: [invoice.customer_name, invoice.customer_email].filter(Boolean).join(", ") }
    ],
    rows: [
      ...invoice.lines.data.map((line) => ({ label: lineLabel(line, texts2), value: amount(line.amount) })),
      ...discount > 0 ? [{ label: texts2.discount, value: amount(-discount) }] : [],
      ...taxes("exclusive"),
      { label: texts2.total, value: amount(invoice.total), isSum: true },
      ...taxes("inclusive"),
      ...invoice.amount_due === invoice.total ? [] : [{ label: texts2.amountDue, value: amount(invoice.amount_due) }]
    ],
    state: states[invoice.status ?? ""] ?? ""
  };
}
function lineLabel({ description }, texts2) {
  const label = (description ?? "").replace(/ \(at [^()]*\)$/, "");
  const [, kind, plan] = /^(Unused|Remaining) time on (.*)$/.exec(label) ?? [];
  if (plan === void 0) return label;
  return (kind === "Unused" ? texts2.unusedTime : texts2.remainingTime).replace("{plan}", () => plan);
}
function taxLabel(invoice, tax, { tag, texts: texts2 }) {
  const rate = invoice.default_tax_rates.find(({ id }) => id === tax.tax_rate_details?.tax_rate);
  if (!rate) return texts2.vat;
  const percentage = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  return `${rate.display_name} ${percentage.format(rate.percentage / 100)}`;
}
function invoicePage(account, invoice, languages2, address2) {
  const { language, title, facts, rows, state } = viewOf(invoice, languages2);
  const { texts: texts2, tag } = language;
  const list2 = (items) => items.map(({ label, value, isSum }) => {
    const kind = isSum ? ' class="sum"' : "";
    return `<dt${kind}>${htmlText(label)}</dt><dd${kind}>${htmlText(value)}</dd>`;
  }).join("\n");
  const body = `<main class="card">
<p class="notice"><strong>${htmlText(texts2.testPayments)}</strong></p>
<h1>${htmlText(title)}</h1>
<p><strong>${htmlText(state)}</strong></p>
<dl class="amounts">${list2(facts)}</dl>
<dl class="amounts">${list2(rows)}</dl>
${invoice.status === "open" ? payment(account, invoice, language, address2) : ""}
<p><a class="link" href="${htmlText(address2)}/pdf">${htmlText(texts2.download)}</a></p>
</main>`;
  return htmlPage({ title, lang: tag, body, className: "page" });
}
function payment(account, invoice, { texts: texts2, tag }, address2) {
  const error = intentOf(account, invoice.id)?.last_payment_error;
  const problem = error && (errorText(texts2, error.code, error.decline_code) ?? error.message ?? "");
  const label = texts2.pay.replace("{amount}", writeAmount(invoice.amount_due, invoice.currency, tag));
  return `${problem ? `<p class="problem" role="alert">${htmlText(problem)}</p>` : ""}
<form method="post" action="${htmlText(address2)}" class="stack">
<div class="actions"><button class="button">${htmlText(label)}</button></div>
</form>`;
}
async function invoicePdf(invoice, languages2) {
  const { language, title, facts, rows, state } = viewOf(invoice, languages2);
  const document = new PDFDocument({
    size: "A4",
    margin: 56,
    info: { Title: title, Author: invoice.account_name ?? "" }
  });
  const chunks = [];
  document.on("data", (chunk) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on("end", resolve));
  const right = document.page.width - 56;
  document.font("Helvetica-Bold").fontSize(22).text(invoice.account_name ?? "").moveDown(0.3);
  document.fontSize(16).text(printable(title)).moveDown(0.2);
  document.font("Helvetica").fontSize(11).text(printable(state)).moveDown();
  for (const { label, value } of facts) document.text(printable(`${label}: ${value}`));
  document.moveDown(1.5);
  for (const { label, value, isSum } of rows) {
    document.font(isSum ? "Helvetica-Bold" : "Helvetica");
    const { y } = document;
    document.text(printable(value), 56, y, { width: right - 56, align: "right" });
    document.text(printable(label), 56, y, { width: right - 56 - 120 });
    document.moveDown(0.4);
  }
  document.moveDown(2).font("Helvetica-Oblique").fontSize(10).text(printable(language.texts.testPayments), 56);
  document.end();
  await done;
  return Buffer.concat(chunks);
}
function printable(text2) {
  return text2.replace(/[\u202f\u2009]/g, "\xA0").replaceAll("\u2212", "-");
}

// packages/stripe-stand-in/src/pages/pages.css.ts
var pagesCss = `
:root { color-scheme: light; --color-primary: #0570de; --color-background: #fff; --color-text: #30313d; --color-text-secondary: #5c5f6b;
  --color-text-placeholder: #757680; --color-danger: #c0123c; --color-border: #8d8f99; --font-family: system-ui, sans-serif;
  --font-size-base: 16px; --spacing-unit: 4px; --border-radius: 5px; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; font-family: var(--font-family); font-size: var(--font-size-base); line-height: 1.4; color: var(--color-text); }
p, h1, h2, dl, dd { margin: 0; }
.Label { display: block; margin-bottom: var(--spacing-unit); font-size: 0.9375em; font-weight: 500; color: var(--color-text); }
.Input { width: 100%; min-height: 44px; padding: calc(var(--spacing-unit) * 2) calc(var(--spacing-unit) * 3); font: inherit; color: var(--color-text);
  background-color: var(--color-background); border: 1px solid var(--color-border); border-radius: var(--border-radius); }
.Input::placeholder { color: var(--color-text-placeholder); opacity: 1; }
.Input:focus { outline: 2px solid var(--color-primary); outline-offset: 1px; border-color: var(--color-primary); }
.Input--invalid { border-color: var(--color-danger); color: var(--color-danger); }
.Error { margin-top: var(--spacing-unit); font-size: 0.875em; color: var(--color-danger); }
.Error:empty { display: none; }
.element { background: var(--color-background); padding: 3px; overflow: hidden; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: calc(var(--spacing-unit) * 3); align-items: start; }
.field { min-width: 0; }
.field.number { grid-column: 1 / -1; }
.holder { position: relative; }
#brand { position: absolute; inset-inline-end: calc(var(--spacing-unit) * 3); top: 50%; transform: translateY(-50%); font-size: 0.6875em; font-weight: 700;
  letter-spacing: 0.04em; color: var(--color-text-secondary); pointer-events: none; }
.notice { margin-bottom: calc(var(--spacing-unit) * 3); padding: calc(var(--spacing-unit) * 2) calc(var(--spacing-unit) * 3); font-size: 0.875em;
  border: 1px dashed var(--color-border); border-radius: var(--border-radius); color: var(--color-text); }
.notice strong, .notice .hint { display: block; }
.notice .hint { color: var(--color-text-secondary); }
[data-kind="card"] .notice .hint { display: none; }
[data-kind="card"] .fields { grid-template-columns: 2fr 1fr 1fr; }
[data-kind="card"] .field.number { grid-column: auto; }
@media (max-width: 420px) {
  [data-kind="card"] .fields { grid-template-columns: 1fr 1fr; }
  [data-kind="card"] .field.number { grid-column: 1 / -1; }
}
.page { min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: #eef1f6; }
.challenge { min-height: 100vh; display: grid; place-items: center; padding: 16px; background: transparent; }
:root:has(.challenge) { color-scheme: light dark; }
.challenge.alone { background: #eef1f6; }
.card { width: 100%; max-width: 30rem; padding: 24px; background: #fff; border-radius: 12px; box-shadow: 0 4px 24px rgb(15 23 42 / 0.18); }
.card h1 { font-size: 1.375rem; line-height: 1.25; margin-bottom: 12px; }
.card > * + * { margin-top: 16px; }
.amounts { display: grid; grid-template-columns: minmax(min-content, 1fr) fit-content(58%); overflow-wrap: break-word; gap: 6px 16px; padding: 12px 0; border-block: 1px solid #d5d8df; }
.amounts dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amounts .sum { font-weight: 700; }
.stack { display: grid; gap: 14px; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
.button { flex: 1 1 9rem; min-height: 48px; padding: 10px 18px; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: #fff;
  background: #0b5cb5; border: 2px solid #0b5cb5; border-radius: 8px; cursor: pointer; }
.button.other { color: #0b5cb5; background: #fff; }
.button:hover { filter: brightness(1.1); }
.button:focus-visible, a:focus-visible { outline: 3px solid #f2a900; outline-offset: 2px; }
.link { color: #0b5cb5; }
.problem { padding: 10px 12px; color: var(--color-danger); border: 1px solid var(--color-danger); border-radius: 8px; }
@media (prefers-color-scheme: dark) {
  .page, .challenge.alone, .page .card, .challenge .card { color-scheme: dark; --color-background: #1f2430; --color-text: #f2f4f8; --color-text-secondary: #c2c8d4;
    --color-text-placeholder: #a0a7b5; --color-border: #7f8797; --color-danger: #ff9aae; --color-primary: #7db7ff; }
  .page, .challenge.alone { background: #12151c; color: var(--color-text); }
  .card { background: #1b202b; color: var(--color-text); }
  .amounts { border-color: #3a4150; }
  .button.other { color: #9cc8ff; background: transparent; border-color: #9cc8ff; }
  .link { color: #9cc8ff; }
}
`;

// packages/stripe-stand-in/src/pages/page-routes.ts
var below = "/test-payments";
function addPages(app, accounts, fileOf) {
  for (const name of ["stripe", "element"]) {
    app.get(`${below}/${name}.js`, async (c) => file(c, await fileOf(name), "text/javascript"));
  }
  app.get(`${below}/challenge-done.js`, (c) => file(c, challengeDoneScript, "text/javascript"));
  app.get(`${below}/pages.css`, (c) => file(c, pagesCss, "text/css"));
  app.get(`${below}/element`, (c) => page(c, elementPage()));
  addChallenges(app, accounts);
  addCheckout(app, accounts);
  addInvoices(app, accounts);
}
function addChallenges(app, accounts) {
  app.get(`${below}/three-d-secure/:id`, (c) => {
    const target = intentOf2(accounts, c);
    if (!target) return gone(c);
    const { account, intent } = target;
    const languages2 = languagesOf(c, account);
    const { tag } = languageOf(languages2);
    const amount = intent.object === "payment_intent" ? writeAmount(intent.amount, intent.currency, tag) : null;
    const { pathname, search } = new URL(c.req.url);
    const isFramed = c.req.query("framed") === "1";
    return page(
      c,
      challengePage({ languages: languages2, seller: account.settings.displayName, amount, action: pathname + search, isFramed })
    );
  });
  app.post(`${below}/three-d-secure/:id`, async (c) => {
    const target = intentOf2(accounts, c);
    if (!target) return gone(c);
    const { account, intent } = target;
    const isProved = (await c.req.formData()).get("outcome") === "complete";
    const returnUrl = intent.next_action?.redirect_to_url?.return_url;
    const after = accounts.during(account, null, () => settleChallenge(account, intent, isProved));
    if (c.req.query("framed") === "1") return page(c, challengeDonePage(languagesOf(c, account)));
    return returnUrl ? c.redirect(returnAddressOf(returnUrl, after), 303) : gone(c);
  });
}
function addCheckout(app, accounts) {
  app.get(
    `${below}/checkout/:id`,
    (c) => withSession(accounts, c, (account, session) => show(c, account, session, {}))
  );
  app.post(`${below}/checkout/:id`, async (c) => {
    const form = formOf(await c.req.formData());
    return withSession(accounts, c, (account, session) => {
      const texts2 = textsOf(c, account, session);
      const step = accounts.during(account, null, () => submitCheckout(account, session, form, texts2));
      return follow(c, account, step, form);
    });
  });
  app.get(
    `${below}/checkout/:id/return`,
    (c) => withSession(accounts, c, (account, session) => {
      const texts2 = textsOf(c, account, session);
      return follow(
        c,
        account,
        accounts.during(account, null, () => stepOf(account, session.id, texts2)),
        null
      );
    })
  );
}
function addInvoices(app, accounts) {
  app.get(`${below}/invoices/:id/:key`, (c) => {
    const target = invoiceOf2(accounts, c);
    if (!target) return gone(c);
    return page(c, invoicePage(target.account, target.invoice, target.languages, new URL(c.req.url).pathname));
  });
  app.post(`${below}/invoices/:id/:key`, (c) => {
    const target = invoiceOf2(accounts, c);
    if (!target) return gone(c);
    const { account, invoice, languages: languages2 } = target;
    const back = account.publicOrigin() + new URL(c.req.url).pathname;
    const bank = accounts.during(account, null, () => payAtPage(account, invoice, back));
    return c.redirect(bank === null ? back : `${bank}&locale=${languageOf(languages2).tag}`, 303);
  });
  app.get(`${below}/invoices/:id/:key/pdf`, async (c) => {
    const target = invoiceOf2(accounts, c);
    if (!target) return gone(c);
    const pdf = await invoicePdf(target.invoice, target.languages);
    return c.body(Uint8Array.from(pdf).buffer, 200, {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${target.invoice.number}.pdf"`,
      "Cache-Control": "no-store"
    });
  });
}
function intentOf2(accounts, c) {
  const id = c.req.param("id") ?? "";
  for (const account of accounts.all) {
    const intent = account.ledger.get("payment_intent", id) ?? account.ledger.get("setup_intent", id);
    if (intent?.client_secret && intent.client_secret === c.req.query("client_secret")) return { account, intent };
  }
  return null;
}
function settleChallenge(account, intent, isProved) {
  if (intent.object === "payment_intent") {
    const confirmation = answerChallenge(account, intent, isProved);
    settleConfirmation(account, confirmation);
    return find(account, "payment_intent", intent.id);
  }
  try {
    settleSetup(account, answerSetupChallenge(account, intent, isProved));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return find(account, "setup_intent", intent.id);
}
function payAtPage(account, invoice, back) {
  if (invoice.status !== "open") return null;
  payInvoice(account, invoice, null, { offSession: false, returnUrl: back });
  const intent = intentOf(account, invoice.id);
  return intent?.status === "requires_action" ? intent.next_action?.redirect_to_url?.url ?? null : null;
}
function withSession(accounts, c, work) {
  const id = c.req.param("id") ?? "";
  for (const account of accounts.all) {
    const session = account.ledger.get("checkout.session", id);
    if (!session) continue;
    if (session.status === "complete") return c.redirect(successAddress(session), 303);
    if (session.status === "expired")
      return page(c, overPage(languagesOf(c, account, session), session.cancel_url), 404);
    return work(account, session);
  }
  return gone(c);
}
function follow(c, account, step, form) {
  const session = find(account, "checkout.session", c.req.param("id") ?? "");
  if (step.kind === "complete") return c.redirect(successAddress(step.session), 303);
  if (step.kind === "challenge") {
    const { tag } = languageOf(languagesOf(c, account, session));
    return c.redirect(`${step.address}&locale=${tag}`, 303);
  }
  return show(c, account, session, { mistakes: step.mistakes, form });
}
function successAddress(session) {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
function show(c, account, session, { mistakes = {}, form = null }) {
  const lines = lineItemsOf(account, session).map(({ description, amount_total, price }) => ({
    name: description ?? "",
    amount: amount_total,
    interval: price?.recurring?.interval ?? null
  }));
  const view = {
    languages: languagesOf(c, account, session),
    seller: account.settings.displayName,
    action: `/test-payments/checkout/${session.id}`,
    isSetup: session.mode === "setup",
    currency: session.currency ?? account.settings.currency,
    lines,
    discount: session.total_details?.amount_discount ?? 0,
    total: session.amount_total ?? 0,
    email: form?.email ?? null,
    asksEmail: asksEmail(session),
    name: form?.name ?? "",
    entry: { number: form?.number ?? "", expiry: form?.expiry ?? "" },
    mistakes,
    cancelUrl: session.cancel_url
  };
  return page(c, checkoutPage(view), Object.keys(mistakes).length > 0 ? 422 : 200);
}
function formOf(data) {
  const of = (name) => String(data.get(name) ?? "").slice(0, 200);
  return { number: of("number"), expiry: of("expiry"), cvc: of("cvc"), email: of("email"), name: of("name") };
}
function invoiceOf2(accounts, c) {
  for (const account of accounts.all) {
    const invoice = account.ledger.get("invoice", c.req.param("id") ?? "");
    if (!invoice || invoiceKey(invoice) !== c.req.param("key")) continue;
    const customer = account.ledger.get("customer", invoice.customer);
    return { account, invoice, languages: [...customer?.preferred_locales ?? [], account.settings.locale] };
  }
  return null;
}
function textsOf(c, account, session) {
  return languageOf(languagesOf(c, account, session)).texts;
}
function languagesOf(c, account, session) {
  const requested = c.req.query("locale");
  const ofSession = session?.locale && session.locale !== "auto" ? [session.locale] : [];
  return [...requested ? [requested] : [], ...ofSession, ...acceptedLanguages(c), account.settings.locale];
}
function acceptedLanguages(c) {
  return parseAccept(c.req.header("Accept-Language") ?? "").flatMap(({ type, q }) => q > 0 ? [type] : []);
}
function page(c, html, status = 200) {
  return c.html(html, status, { "Content-Security-Policy": pagePolicy, "Cache-Control": "no-store" });
}
function file(c, text2, type) {
  return c.body(text2, 200, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-cache" });
}
function gone(c) {
  return page(c, overPage([...acceptedLanguages(c), "en"], null), 404);
}

// packages/stripe-stand-in/src/resources/billing-cycle.ts
var hour = 3600;
function dueWork(account) {
  const due = [];
  for (const subscription of account.ledger.all("subscription")) {
    if (!hasEnded(subscription)) due.push(...dueOf(account, subscription));
  }
  for (const invoice of account.ledger.all("invoice")) {
    if (invoice.status !== "open" || invoice.next_payment_attempt === null) continue;
    due.push({ at: invoice.next_payment_attempt, run: () => retry(account, invoice) });
  }
  for (const session of account.ledger.all("checkout.session")) {
    if (session.status !== "open") continue;
    due.push({
      at: session.expires_at,
      run: () => change(account, session, { status: "expired", url: null }, "checkout.session.expired")
    });
  }
  return due;
}
function dueOf(account, subscription) {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  if (subscription.status === "incomplete") {
    const run2 = () => cancelNow(account, subscription, "payment_failed", "incomplete_expired");
    return [{ at: subscription.created + 23 * hour, run: () => void run2() }];
  }
  const due = [];
  const pending = subscription.pending_update;
  if (pending) due.push({ at: pending.expires_at, run: () => expirePending(account, subscription) });
  if (subscription.cancel_at !== null) {
    due.push({
      at: subscription.cancel_at,
      run: () => void cancelNow(account, subscription, "cancellation_requested")
    });
  }
  const isNoticed = account.ledger.note(trialNotice(subscription.id)) === end;
  if (subscription.status === "trialing" && !isNoticed && end - 3 * day > subscription.created) {
    due.push({ at: end - 3 * day, run: () => noticeTrialEnd(account, subscription, end) });
  }
  const endsFirst = subscription.cancel_at !== null && subscription.cancel_at <= end;
  if (!endsFirst) due.push({ at: end, run: () => renew(account, subscription) });
  return due;
}
var trialNotice = (subscription) => `trial-notice:${subscription}`;
function noticeTrialEnd(account, subscription, end) {
  account.ledger.setNote(trialNotice(subscription.id), end);
  account.emit("customer.subscription.trial_will_end", subscription);
}
function renew(account, subscription) {
  const method = paymentMethodOf(account, subscription);
  if (subscription.status === "trialing" && !method) {
    const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
    if (missing === "cancel") return void cancelNow(account, subscription, "payment_failed");
    if (missing === "pause") {
      return void change(account, subscription, { status: "paused" }, "customer.subscription.paused");
    }
  }
  const items = subscription.items.data.map((item) => {
    const start = item.current_period_end;
    const anchor = subscription.billing_cycle_anchor;
    return { ...item, current_period_start: start, current_period_end: endOfPeriod(item.price, start, anchor) };
  });
  const [first] = subscription.items.data;
  const status = subscription.status === "trialing" ? "active" : subscription.status;
  const renewed = change(
    account,
    subscription,
    { items: { ...subscription.items, data: items }, status },
    "customer.subscription.updated"
  );
  const lines = [
    ...takeProrations(account, subscription.id),
    ...items.map(
      (item) => periodLine(item, productName(account, item.price), {
        start: item.current_period_start,
        end: item.current_period_end
      })
    )
  ];
  const invoice = makeInvoice(account, {
    subscription: renewed,
    reason: "subscription_cycle",
    lines,
    period: { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 }
  });
  change(account, current(account, renewed), { latest_invoice: invoice.id }, null);
  if (invoice.amount_due === 0) settleFree(account, invoice);
  else payInvoice(account, invoice, null, { offSession: true, isScheduled: true });
}
function retry(account, invoice) {
  payInvoice(account, invoice, null, { offSession: true, isScheduled: true });
  const now = current(account, invoice);
  if (now.status !== "open" || now.next_payment_attempt !== null) return;
  const subscription = subscriptionOf(account, invoice);
  if (subscription && !hasEnded(subscription)) cancelNow(account, subscription, "payment_failed");
}
function expirePending(account, subscription) {
  const { latest_invoice } = subscription;
  const invoice = account.ledger.get("invoice", latest_invoice);
  if (invoice?.status === "open") voidInvoice(account, invoice);
  change(account, subscription, { pending_update: null }, "customer.subscription.pending_update_expired");
}
function runDue(account, until, moveTo) {
  for (let round = 0; round < 1e4; round += 1) {
    const next = dueWork(account).filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
    if (!next) return;
    moveTo(Math.max(next.at, account.clock.now()));
    next.run();
  }
}

// packages/stripe-stand-in/src/seed.ts
function seedAccount(account) {
  const { currency, plans, coupons } = account.settings;
  if (account.ledger.all("product").length > 0) return;
  for (const { product, price: id, name, description, interval, amount, lookupKey, metadata: metadata2 } of plans) {
    createProduct(account, { id: product, name, description, metadata: metadata2 });
    const price = createPrice(account, {
      product,
      currency,
      unit_amount: String(amount),
      recurring: { interval },
      tax_behavior: "inclusive",
      lookup_key: lookupKey,
      metadata: metadata2
    });
    account.ledger.remove(price.id);
    account.ledger.put({ ...price, id });
  }
  for (const coupon of coupons) createCoupon(account, coupon);
}

// packages/stripe-stand-in/src/webhooks.ts
import { createHmac } from "node:crypto";
var retries = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600];
function createWebhooks(received) {
  let waiting = [];
  const underWay = /* @__PURE__ */ new Set();
  const timers = /* @__PURE__ */ new Set();
  const faults = { held: false, doubled: false, delay: 0 };
  let closed = false;
  const later = (milliseconds, work) => {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timer.unref();
    timers.add(timer);
  };
  const deliver = (delivery) => {
    const work = post2(delivery).then((status) => {
      if (status !== null && status >= 200 && status < 300) {
        received(delivery.event);
      } else {
        const wait = retries[delivery.attempt];
        if (wait !== void 0) later(wait * 1e3, () => void deliver({ ...delivery, attempt: delivery.attempt + 1 }));
      }
      return status;
    });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  };
  return {
    send(event, endpoints) {
      for (const endpoint of endpoints) {
        const delivery = { event, endpoint, attempt: 0 };
        for (let copy = 0; copy < (faults.doubled ? 2 : 1); copy += 1) {
          if (faults.held) waiting.push(delivery);
          else if (faults.delay > 0) later(faults.delay, () => void deliver(delivery));
          else void deliver(delivery);
        }
      }
    },
    held: () => [...waiting],
    deliver(delivery) {
      const place = waiting.indexOf(delivery);
      if (place >= 0) waiting.splice(place, 1);
      return deliver(delivery);
    },
    drop() {
      waiting = [];
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    faults,
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    }
  };
}
async function post2({ event, endpoint }) {
  const body = JSON.stringify(event, null, 2);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    "Stripe-Signature": signature(body, endpoint.secret, Math.floor(Date.now() / 1e3))
  };
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(2e4)
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
function signature(body, secret, seconds) {
  const hmac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hmac}`;
}

// packages/stripe-stand-in/src/stand-in.ts
var clockNote = "clock-ahead";
function createStandIn({ accounts: settings, folder, files }) {
  const book = openLedgers(folder && path3.join(folder, "ledger.jsonl"));
  const own = book.of("");
  const clock = createClock(own.note(clockNote) ?? 0);
  const faults = createFaults();
  const webhooks = createWebhooks((event) => {
    markReceived(
      accounts.all.map((account) => account.ledger),
      event
    );
    book.flush();
  });
  const accounts = createAccounts(settings, book, clock, webhooks);
  const silent = { emit: () => void 0 };
  for (const account of accounts.all) accounts.during(account, null, () => seedAccount({ ...account, ...silent }));
  const app = new Hono();
  for (const route of apiRoutes) {
    const handler = apiHandler({ accounts, faults }, route);
    app.on(route.method, [route.path, `/test-payments${route.path}`], handler);
  }
  addPages(app, accounts, createBrowserFiles(files));
  app.notFound(
    (c) => c.json(
      {
        error: {
          type: "invalid_request_error",
          message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
        }
      },
      404
    )
  );
  const settle = (until) => {
    const start = clock.ahead();
    for (const account of accounts.all) {
      clock.setAhead(start);
      accounts.during(account, null, () => {
        purgeExpiredReplies(account.ledger, clock.now());
        runDue(account, until, (seconds) => clock.setAhead(clock.ahead() + seconds - clock.now()));
      });
    }
    clock.setAhead(start);
  };
  const timer = setInterval(() => settle(clock.now()), 3e4).unref();
  settle(clock.now());
  accounts.resendUnreceived();
  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    accounts: accounts.all,
    clock: {
      now: () => clock.now(),
      advance(seconds) {
        const until = clock.now() + seconds;
        settle(until);
        clock.setAhead(clock.ahead() + until - clock.now());
        own.setNote(clockNote, clock.ahead());
        book.flush();
      }
    },
    faults,
    webhooks,
    close() {
      clearInterval(timer);
      webhooks.close();
      book.flush();
    }
  };
}

export {
  listenStandIn,
  createStandIn
};
//# sourceMappingURL=chunk-67RKOJNM.js.map
