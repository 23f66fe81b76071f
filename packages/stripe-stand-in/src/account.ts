import type Stripe from "stripe";
import { resourceMissing } from "./api-error";
import type { Clock } from "./clock";
import type { Params } from "./form-body";
import type { AnyObject, Kind, Kinds, Ledger } from "./ledger";

export type WebhookEndpoint = { url: string; secret: string };

/** A product with one recurring price, VAT included. */
export type Plan = {
  /** Id of the product. */
  product: string;
  /** Id of the price. */
  price: string;
  name: string;
  description: string;
  interval: "month" | "year";
  /** In minor units of the account's currency. */
  amount: number;
  lookupKey: string;
  metadata: Record<string, string>;
};

/** An account at the provider. */
export type AccountSettings = {
  /** Name of the account in the stored state. */
  name: string;
  /** Name of the shop on invoices and hosted pages. */
  displayName: string;
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  /** BCP 47 tag of the language of its invoices. */
  locale: string;
  /** ISO 4217 code in lower case: currency of new customers. */
  currency: string;
  secretKey: string;
  publishableKey: string;
  webhooks: WebhookEndpoint[];
  /** Origin of the stand-in's pages until a browser has used another one. */
  publicOrigin: string;
  /** What an empty account begins with. */
  plans: Plan[];
  /** The same: parameters of the API's call that creates a coupon. */
  coupons: Params[];
  /** The same for promotion codes, which families type. */
  promotionCodes?: Params[];
};

export type Account = {
  settings: AccountSettings;
  ledger: Ledger;
  clock: Clock;
  /** Origin of hosted pages, e.g. `http://se.localhost:3000`. */
  publicOrigin(): string;
  setPublicOrigin(origin: string): void;
  /** Records an event; it is sent to the webhooks when the request is done. */
  emit(type: Stripe.Event.Type, object: AnyObject, previous?: Record<string, unknown>): void;
};

/** The object with this id. @throws ApiError `resource_missing` */
export function find<Name extends Kind>(account: Account, kind: Name, id: string, param?: string): Kinds[Name] {
  const object = account.ledger.get(kind, id);
  if (!object) throw resourceMissing(kind.replace("checkout.session", "checkout session"), id, param);
  return object;
}

/** Changes an object, stores it, and records an event `type` with the previous values; nothing if no value differs. */
export function change<Item extends AnyObject>(
  account: Account,
  object: Item,
  changes: Partial<Item>,
  type: Stripe.Event.Type | null,
): Item {
  const previous: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    const before = (object as unknown as Record<string, unknown>)[name];
    if (JSON.stringify(before) !== JSON.stringify(value)) previous[name] = before ?? null;
  }
  if (Object.keys(previous).length === 0) return object;
  const after = { ...object, ...changes };
  account.ledger.put(after);
  if (type) account.emit(type, after, type.endsWith(".updated") ? previous : undefined);
  return after;
}

/** The stored version of an object, which may have changed since the argument was read. */
export function current<Item extends AnyObject>(account: Account, object: Item): Item {
  return (account.ledger.find(object.id) as Item | undefined) ?? object;
}
