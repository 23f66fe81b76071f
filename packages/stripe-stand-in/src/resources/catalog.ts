import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { invalidRequest, missingParameter } from "../api-error";
import type { Params } from "../form-body";
import { newId } from "../ids";
import { choice, clearable, flag, group, integer, metadata, requiredText, text } from "../params";

export function createProduct(account: Account, params: Params): Stripe.Product {
  const id = text(params, "id") || newId("prod", 14);
  if (account.ledger.get("product", id)) {
    throw invalidRequest("Product already exists.", "id", "resource_already_exists");
  }
  const now = account.clock.now();
  const product: Stripe.Product = {
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
    url: null,
  };
  account.ledger.put(product);
  account.emit("product.created", product);
  return product;
}

export function updateProduct(account: Account, id: string, params: Params): Stripe.Product {
  const product = find(account, "product", id);
  const changes: Partial<Stripe.Product> = { metadata: metadata(params, product.metadata) };
  const name = text(params, "name");
  if (name) changes.name = name;
  const description = clearable(params, "description");
  if (description !== undefined) changes.description = description;
  const active = flag(params, "active");
  if (active !== undefined) changes.active = active;
  const defaultPrice = text(params, "default_price");
  if (defaultPrice) changes.default_price = find(account, "price", defaultPrice, "default_price").id;
  return change(account, product, changes, "product.updated");
}

const intervals = ["day", "week", "month", "year"] as const;

export function createPrice(account: Account, params: Params): Stripe.Price {
  const product = productOf(account, params);
  const amount = integer(params, "unit_amount");
  if (amount === undefined) throw missingParameter("unit_amount");
  if (amount < 0) throw invalidRequest("Invalid non-negative integer", "unit_amount");
  const price: Stripe.Price = {
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
    type: params.recurring === undefined ? "one_time" : "recurring",
    unit_amount: amount,
    unit_amount_decimal: decimalOf(amount),
  };
  account.ledger.put(price);
  account.emit("price.created", price);
  return price;
}

export function updatePrice(account: Account, id: string, params: Params): Stripe.Price {
  const price = find(account, "price", id);
  const changes: Partial<Stripe.Price> = { metadata: metadata(params, price.metadata) };
  const active = flag(params, "active");
  if (active !== undefined) changes.active = active;
  const nickname = clearable(params, "nickname");
  if (nickname !== undefined) changes.nickname = nickname;
  const lookupKey = clearable(params, "lookup_key");
  if (lookupKey !== undefined) changes.lookup_key = lookupKey;
  return change(account, price, changes, "price.updated");
}

function productOf(account: Account, params: Params): Stripe.Product {
  const id = text(params, "product");
  if (id) return find(account, "product", id, "product");
  const data = group(params, "product_data");
  if (!data) throw missingParameter("product");
  return createProduct(account, data);
}

function recurringOf(params: Params): Stripe.Price.Recurring | null {
  const recurring = group(params, "recurring");
  if (!recurring) return null;
  const interval = choice(recurring, "interval", intervals);
  if (!interval) throw missingParameter("recurring[interval]");
  return {
    interval,
    interval_count: integer(recurring, "interval_count") ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/** The legacy form of a price, which subscription items still contain. */
export function planOf(price: Stripe.Price): Stripe.Plan {
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
    usage_type: "licensed",
  };
}

/** Decimals are sent as text; only the SDK converts them to numbers. */
export function decimalOf(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}
