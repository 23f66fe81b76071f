import { isOwnPage } from "~/services/.server/account/own-page";
import type { Caller } from "~/services/.server/directory/caller";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { paymentContracts as contracts, type Order } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { listConsents, writeConsent } from "./consents-store";
import { findCustomer, findCustomerById } from "./customers-store";
import type { PaymentParts } from "./deps";
import { authoriseBuyer, authoriseFamily, authoriseOrderReader, orderNotFound } from "./family-access";
import type { Orders } from "./orders";
import { findOrder, findPayableOrder, listOrders, type OrderRow } from "./orders-store";
import { attempt } from "./provider-failure";
import { isPayable } from "./rules";
import type { Cause } from "./settlement";
import { keyRequired } from "./stripe-accounts";
import type { StripePort } from "./stripe-port";
import { orderView, productsView, purchaseView } from "./views";

type Names =
  | "getPaymentConfiguration"
  | "getProducts"
  | "createOrder"
  | "getOrder"
  | "getOpenOrder"
  | "cancelOrder"
  | "settleOrder"
  | "recordConsent"
  | "getConsents"
  | "getPurchases"
  | "createCheckout";

/** Endpoints of plans and orders. docs/product/shell.md#calls, #sign-up-payment; docs/product/choices.md#payment. */
export function orderEndpoints(parts: PaymentParts & { orders: Orders }): Endpoints<Pick<typeof contracts, Names>> {
  const { databases, stripe, environment, orders, plans, settlement } = parts;
  return {
    getPaymentConfiguration: publicEndpoint({
      contract: contracts.getPaymentConfiguration,
      async handle(_input, { realm }) {
        const publishableKey = environment.publishableKeys[realm];
        if (!publishableKey || !stripe.has(realm)) throw keyRequired();
        return { status: 200, body: { publishableKey, scriptUrl: environment.jsUrl } };
      },
    }),
    getProducts: publicEndpoint({
      contract: contracts.getProducts,
      async handle(_input, { realm }) {
        const offered = await attempt(paymentErrors.products, "Products could not be read", () => plans.offered(realm));
        return { status: 200, body: productsView(offered, realm) };
      },
    }),
    createOrder: endpoint({
      contract: contracts.createOrder,
      authorise: ({ headers }, caller) => authoriseBuyer(parts, headers, caller),
      async handle({ body }, { family }, caller) {
        const wish = { ...body, couponId: body.couponId ?? null, message: body.message ?? null, hosted: null };
        const { order } = await orders.place(caller.realm, family, wish, causeOf(caller));
        return { status: 201, body: await whole(stripe.of(caller.realm), await reread(caller, family.uid, order.id)) };
      },
    }),
    getOrder: endpoint({
      contract: contracts.getOrder,
      authorise: async ({ params, headers }, caller) => ({ order: await authoriseOrder(params.id, headers, caller) }),
      async handle(_input, { order }, { realm }) {
        return { status: 200, body: await whole(stripe.of(realm), order) };
      },
    }),
    getOpenOrder: endpoint({
      contract: contracts.getOpenOrder,
      authorise: (_input, caller) => authoriseFamily(parts, caller),
      async handle(_input, { family }, { realm, region }) {
        const customer = await findCustomer(databases[region], realm, { userUid: family.uid });
        const order = customer && (await findPayableOrder(databases[region], customer.id));
        return { status: 200, body: { order: order ? await whole(stripe.of(realm), order) : null } };
      },
    }),
    cancelOrder: endpoint({
      contract: contracts.cancelOrder,
      async authorise({ params }, caller) {
        const { family } = await authoriseOrderReader(parts, {}, caller);
        return { family, order: await reread(caller, family.uid, params.id) };
      },
      async handle(_input, { family, order }, caller) {
        await orders.cancel(caller.realm, family, order.id, causeOf(caller));
        return { status: 204, body: undefined };
      },
    }),
    settleOrder: endpoint({
      contract: contracts.settleOrder,
      async authorise({ params, headers }, caller) {
        const { family } = await authoriseOrderReader(parts, headers, caller);
        const order = await findOrder(databases[caller.region], idsOf(caller, params.id, family.uid));
        if (!order) throw orderNotFound();
        return { order, family };
      },
      async handle(_input, { order, family }, caller) {
        const customer = await findCustomerById(databases[caller.region], order.customerId);
        if (!customer) throw orderNotFound();
        await attempt(paymentErrors.paymentStatus, "The payment's status could not be read", () =>
          settlement.settle(customer, causeOf(caller)),
        );
        return { status: 200, body: await whole(stripe.of(caller.realm), await reread(caller, family.uid, order.id)) };
      },
    }),
    recordConsent: endpoint({
      contract: contracts.recordConsent,
      authorise: async ({ params, headers }, caller) => ({ order: await authoriseOrder(params.id, headers, caller) }),
      async handle({ body }, { order }, { region }) {
        return { status: 200, body: await writeConsent(databases[region], order, body) };
      },
    }),
    getConsents: endpoint({
      contract: contracts.getConsents,
      authorise: (_input, caller) => authoriseFamily(parts, caller),
      async handle(_input, { family }, { realm, region }) {
        return { status: 200, body: { data: await listConsents(databases[region], { realm, userUid: family.uid }) } };
      },
    }),
    getPurchases: endpoint({
      contract: contracts.getPurchases,
      authorise: (_input, caller) => authoriseFamily(parts, caller),
      async handle(_input, { family }, { realm, region }) {
        const customer = await findCustomer(databases[region], realm, { userUid: family.uid });
        const rows = customer ? await listOrders(databases[region], customer.id) : [];
        return { status: 200, body: { data: rows.map(purchaseView) } };
      },
    }),
    createCheckout: endpoint({
      contract: contracts.createCheckout,
      authorise: ({ headers }, caller) => authoriseBuyer(parts, headers, caller),
      async handle({ body }, { family }, caller) {
        const { successUrl, cancelUrl, locale = null, ...rest } = body;
        requireOwnPages({ successUrl, cancelUrl }, caller);
        const hosted = { successUrl, cancelUrl, locale };
        const wish = { ...rest, couponId: rest.couponId ?? null, message: rest.message ?? null, hosted };
        const { order, url } = await orders.place(caller.realm, family, wish, causeOf(caller));
        if (url === null) throw new ServiceError(502, paymentErrors.order, "The provider's page could not be opened");
        const body201 = { order: orderView(order, { intent: null, checkout: null }), url };
        return { status: 201, body: body201 };
      },
    }),
  };

  async function authoriseOrder(id: string, headers: Parameters<typeof authoriseBuyer>[1], caller: Caller) {
    const { family } = await authoriseOrderReader(parts, headers, caller);
    return reread(caller, family.uid, id);
  }

  async function reread(caller: Caller, userUid: string, id: string): Promise<OrderRow> {
    const order = await findOrder(databases[caller.region], idsOf(caller, id, userUid));
    if (!order) throw orderNotFound();
    return order;
  }
}

/** The order with the provider's current payment status. */
async function whole(port: StripePort, order: OrderRow): Promise<Order> {
  return attempt(paymentErrors.paymentStatus, "The payment's status could not be read", async () => {
    const intent = order.paymentIntentId ? await port.findIntent(order.paymentIntentId) : null;
    const checkout = !intent && order.checkoutSessionId ? await port.findCheckout(order.checkoutSessionId) : null;
    const { couponId, status } = order;
    const coupon = couponId !== null && isPayable(status) ? await port.findCoupon(couponId) : null;
    return orderView(order, { intent, checkout, coupon });
  });
}

function idsOf({ realm }: Caller, id: string, userUid: string) {
  return { realm, id, userUid };
}

export function causeOf({ requestId, ipAddress }: Caller): Cause {
  return { requestId, ipAddress };
}

/** @throws ServiceError 400 for a page outside the caller's own origin */
export function requireOwnPages(pages: Record<string, string>, caller: Caller): void {
  const foreign = Object.entries(pages).filter(([, address]) => !isOwnPage(address, caller.origin));
  const details = foreign.map(([attribute]) => ({ attribute, reason: formMessages.incorrectFormat }));
  if (details.length > 0) throw validationError(details);
}
