import type { Backend } from "~/clients/backend";
import type { PaymentSession } from "~/payment/payment-session.server";
import type { ContractWithdrawal } from "~/services/contracts/contract-statements";
import type { Order } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import type { PaymentIntent } from "~/services/contracts/payment-values";
import { ServiceError } from "~/services/contracts/service-error";
import { previewHeader } from "~/services/contracts/subscription";
import { type CardPayment, transition as changeCard } from "./card-payment.machine";
import {
  transition as changeStore,
  changesOf,
  productsEvent,
  type SubscriptionStore,
  type SubscriptionStoreEvent,
} from "./subscription-store.machine";

/**
 * Calls of the subscription store, named as in docs/product/reader.md#subscription-store. A failed call is logged with its code and
 * leaves the store usable. docs/product/reader.md#errors.
 */

type Of = Pick<PaymentSession, "credentials">;
type Fetched = {
  store: SubscriptionStore;
  card: CardPayment;
  /** Whether products and subscriptions were read, without which nothing can be offered. */
  isWhole: boolean;
  /** Codes of failed calls. */
  failures: string[];
};

/** The preview whose sums the family accepted, if any. */
type Accepted = { previewId?: string | undefined };

/** The call's result; null, logged with `code`, if the service fails. */
async function nullOnFailure<Result>(call: Promise<Result>, code: string): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    console.warn(code);
    return null;
  }
}

const payment = (backend: Backend) => backend.clients.payment;

async function getCustomerSubscriptions(backend: Backend, { credentials }: Of): Promise<SubscriptionStoreEvent | null> {
  const response = await nullOnFailure(payment(backend).getSubscriptions({}, credentials), paymentErrors.subscriptions);
  return response && { type: "subscriptions", subscriptions: response.body.data };
}

/**
 * If the products cannot be read, isFetched is false, and products, prices and selection are emptied. An action stores the result; a page
 * only shows it, since a GET writes nothing.
 */
async function getProducts(
  backend: Backend,
  { credentials }: Of,
  store: SubscriptionStore,
): Promise<{ isFetched: boolean; store: SubscriptionStore }> {
  const response = await nullOnFailure(payment(backend).getProducts({}, credentials), paymentErrors.products);
  return { isFetched: response !== null, store: changeStore(store, productsEvent(response?.body ?? null)) };
}

async function getCustomerInvoices(backend: Backend, { credentials }: Of): Promise<SubscriptionStoreEvent | null> {
  const response = await nullOnFailure(payment(backend).getInvoices({}, credentials), paymentErrors.invoices);
  return response && { type: "invoices", invoices: response.body.data };
}

/** What withdrawing from the latest contract leads to; null if there is none, or it could not be read. */
export async function fetchWithdrawal({ backend, credentials }: PaymentSession): Promise<ContractWithdrawal | null> {
  const response = await nullOnFailure(payment(backend).getWithdrawal({}, credentials), paymentErrors.subscriptions);
  return response?.body.withdrawal ?? null;
}

/** The order that is not paid yet; null if there is none, or it could not be read. */
export async function fetchOpenOrder({ backend, credentials }: PaymentSession): Promise<Order | null> {
  const response = await nullOnFailure(payment(backend).getOpenOrder({}, credentials), paymentErrors.paymentStatus);
  return response?.body.order ?? null;
}

/** Reads all data of the page in parallel. */
export async function fetchSubscriptionStore({ backend, credentials, state }: PaymentSession): Promise<Fetched> {
  const of = { credentials };
  const [products, subscriptions, invoices, customer, methods] = await Promise.all([
    getProducts(backend, of, state.store),
    getCustomerSubscriptions(backend, of),
    getCustomerInvoices(backend, of),
    nullOnFailure(payment(backend).getCustomer({}, credentials), paymentErrors.customer),
    nullOnFailure(payment(backend).getPaymentMethods({}, credentials), paymentErrors.methods),
  ]);
  const events = [
    subscriptions,
    invoices,
    customer && { type: "customer" as const, customerId: customer.body.customer?.id ?? null },
  ].filter((event): event is SubscriptionStoreEvent => event !== null);
  let card = state.card;
  if (customer) card = changeCard(card, { type: "customer-fetched", customer: customer.body.customer });
  if (methods) card = changeCard(card, { type: "methods-fetched", paymentMethods: methods.body.paymentMethods.data });
  const failures = [
    ...(products.isFetched ? [] : [paymentErrors.products]),
    ...(subscriptions ? [] : [paymentErrors.subscriptions]),
    ...(invoices ? [] : [paymentErrors.invoices]),
    ...(customer ? [] : [paymentErrors.customer]),
    ...(methods ? [] : [paymentErrors.methods]),
  ];
  const isWhole = products.isFetched && subscriptions !== null;
  return { store: events.reduce(changeStore, products.store), card, isWhole, failures };
}

/**
 * Sends the changes that the family chose, from the current items and the prices selected, to cancel and to reactivate in the store.
 * `toConfirm` is a payment that the bank requires confirmation for before the plan changes.
 * @throws ServiceError of the change that failed; earlier changes remain in force; 409 `preview_outdated` if the accepted sums are no longer
 * the provider's
 */
export async function updateSubscriptions(
  backend: Backend,
  { credentials }: Of,
  store: SubscriptionStore,
  accepted: Accepted = {},
): Promise<{ store: SubscriptionStore; toConfirm: PaymentIntent | null }> {
  let toConfirm: PaymentIntent | null = null;
  let sent = changeStore(store, { type: "update-begun" });
  for (const { id, ...body } of changesOf(store)) {
    const { body: reply } = await payment(backend).changeSubscription(
      { params: { id }, body, headers: headersOf(accepted) },
      credentials,
    );
    const { paymentIntent, ...changed } = reply;
    toConfirm = paymentIntent;
    const subscriptions = sent.customerSubscriptions.map((each) => (each.id === id ? changed : each));
    sent = changeStore(sent, { type: "subscriptions", subscriptions });
  }
  return { store: changeStore(sent, { type: "update-ended" }), toConfirm };
}

/** @throws ServiceError 400 'Invalid Coupon!' */
export async function updateSubscriptionCoupon(
  backend: Backend,
  { credentials }: Of,
  id: string,
  couponId: string,
  accepted: Accepted = {},
): Promise<void> {
  const headers = headersOf(accepted);
  await payment(backend).addCoupon({ params: { id }, body: { couponId }, headers }, credentials);
}

function headersOf({ previewId }: Accepted) {
  return previewId === undefined ? {} : { [previewHeader]: previewId };
}
