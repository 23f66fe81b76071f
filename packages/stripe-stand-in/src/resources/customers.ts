import type Stripe from "stripe";
import { type Account, change, find } from "../account";
import { ApiError, documentation } from "../api-error";
import type { Params } from "../form-body";
import { newId, randomText } from "../ids";
import { address, clearable, group, integer, metadata, text, texts } from "../params";

export function createCustomer(account: Account, params: Params): Stripe.Customer {
  const customer: Stripe.Customer = {
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
    test_clock: null,
  };
  account.ledger.put(customer);
  account.emit("customer.created", customer);
  const given = givenDefault(account, params);
  return given === undefined ? customer : setDefault(account, customer, given, null);
}

export function updateCustomer(account: Account, id: string, params: Params): Stripe.Customer {
  const customer = find(account, "customer", id);
  const changes: Partial<Stripe.Customer> = { metadata: metadata(params, customer.metadata) };
  for (const name of ["email", "name", "phone", "description"] as const) {
    const value = clearable(params, name);
    if (value !== undefined) changes[name] = value;
  }
  if (params.address !== undefined) changes.address = address(group(params, "address"));
  const locales = texts(params, "preferred_locales");
  if (locales) changes.preferred_locales = locales;
  const balance = integer(params, "balance");
  if (balance !== undefined) changes.balance = balance;
  const given = givenDefault(account, params);
  if (given !== undefined) {
    if (given) requireOwn(account, customer, given);
    changes.invoice_settings = { ...customer.invoice_settings, default_payment_method: given };
  }
  return change(account, customer, changes, "customer.updated");
}

function givenDefault(account: Account, params: Params): string | null | undefined {
  const given = clearable(group(params, "invoice_settings") ?? {}, "default_payment_method");
  if (given) find(account, "payment_method", given, "invoice_settings[default_payment_method]");
  return given;
}

function requireOwn(account: Account, customer: Stripe.Customer, paymentMethod: string): void {
  const param = "invoice_settings[default_payment_method]";
  const { customer: owner } = find(account, "payment_method", paymentMethod, param);
  if (owner === customer.id) return;
  throw notAttached(paymentMethod, param);
}

/** Sets the payment method that invoices are charged to. */
function setDefault(
  account: Account,
  customer: Stripe.Customer,
  paymentMethod: string | null,
  type: "customer.updated" | null = "customer.updated",
): Stripe.Customer {
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: paymentMethod };
  return change(account, customer, { invoice_settings }, type);
}

/** Deletes a customer. Like at the provider, their subscriptions end too, which the caller does. */
export function deleteCustomer(account: Account, id: string): Stripe.DeletedCustomer {
  const customer = find(account, "customer", id);
  account.ledger.remove(id);
  account.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}

function notAttached(paymentMethod: string, param: string): ApiError {
  return new ApiError(400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`,
    param,
    doc_url: documentation("resource_missing"),
  });
}
