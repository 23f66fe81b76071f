import { getWiring } from "~/clients/wiring.server";
import { type PaymentIntent, paymentErrors } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import type { PaymentSession } from "../payment-session.server";
import { type CardPayment, transition as changeCard } from "./card-payment.machine";
import {
  transition as changeStore,
  changesOf,
  productsEvent,
  type SubscriptionStore,
  type SubscriptionStoreEvent,
} from "./subscription-store.machine";

/**
 * The calls of the subscription store, by their names in docs/product/reader.md#subscription-store. A call that gives nothing is logged by its
 * code and leaves the store usable. docs/product/reader.md#errors.
 */

type Of = Pick<PaymentSession, "credentials">;
type Fetched = {
  store: SubscriptionStore;
  card: CardPayment;
  /** Products and subscriptions came; without them nothing can be offered. */
  isWhole: boolean;
  /** Calls that gave nothing, by their codes. */
  failures: string[];
};

/** What a call gives; null, logged by `code`, where the service fails. */
async function orNull<Result>(call: Promise<Result>, code: string): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    console.warn(code);
    return null;
  }
}

const payment = () => getWiring().clients.payment;

export async function getCustomerSubscriptions({ credentials }: Of): Promise<SubscriptionStoreEvent | null> {
  const found = await orNull(payment().getSubscriptions({}, credentials), paymentErrors.subscriptions);
  return found && { type: "subscriptions", subscriptions: found.body.data };
}

/** False, with products, prices and selection emptied, in the stored state too, where the products cannot be had. */
export async function getProducts(
  { credentials, note }: Of & Pick<PaymentSession, "note">,
  store: SubscriptionStore,
): Promise<{ isFetched: boolean; store: SubscriptionStore }> {
  const found = await orNull(payment().getProducts({}, credentials), paymentErrors.products);
  const event = productsEvent(found?.body ?? null);
  await note(event);
  return { isFetched: found !== null, store: changeStore(store, event) };
}

export async function getCustomerInvoices({ credentials }: Of): Promise<SubscriptionStoreEvent | null> {
  const found = await orNull(payment().getInvoices({}, credentials), paymentErrors.invoices);
  return found && { type: "invoices", invoices: found.body.data };
}

/** Everything that the page shows, asked at the same time. */
export async function fetchSubscriptionStore({ credentials, note, state }: PaymentSession): Promise<Fetched> {
  const of = { credentials, note };
  const [products, subscriptions, invoices, customer, methods] = await Promise.all([
    getProducts(of, state.store),
    getCustomerSubscriptions(of),
    getCustomerInvoices(of),
    orNull(payment().getCustomer({}, credentials), paymentErrors.customer),
    orNull(payment().getPaymentMethods({}, credentials), paymentErrors.methods),
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
 * Sends what the family chose: current items, selected prices, those to cancel and to reactivate are in the store.
 * `toConfirm` is a payment that the bank wants confirmed before the plan changes.
 * @throws ServiceError of the change that failed; what was sent before it stands
 */
export async function updateSubscriptions(
  { credentials }: Of,
  store: SubscriptionStore,
): Promise<{ store: SubscriptionStore; toConfirm: PaymentIntent | null }> {
  let toConfirm: PaymentIntent | null = null;
  let sent = changeStore(store, { type: "update-begun" });
  for (const { id, ...body } of changesOf(store)) {
    const { body: reply } = await payment().changeSubscription({ params: { id }, body }, credentials);
    const { paymentIntent, ...changed } = reply;
    toConfirm = paymentIntent;
    const subscriptions = sent.customerSubscriptions.map((each) => (each.id === id ? changed : each));
    sent = changeStore(sent, { type: "subscriptions", subscriptions });
  }
  return { store: changeStore(sent, { type: "update-ended" }), toConfirm };
}

/** @throws ServiceError 400 'Invalid Coupon!' */
export async function updateSubscriptionCoupon({ credentials }: Of, id: string, couponId: string): Promise<void> {
  await payment().addCoupon({ params: { id }, body: { couponId } }, credentials);
}
