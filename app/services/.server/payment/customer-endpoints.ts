import { randomUUID } from "node:crypto";
import type { Family } from "~/services/.server/directory/people/families";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { paymentContracts as contracts, paymentErrors } from "~/services/contracts/payment";
import { notFound, ServiceError, validationError } from "~/services/contracts/service-error";
import { chargeMethod, chargeSavedCard } from "./charged-method";
import {
  customerAtProvider,
  findCustomer,
  isRemovedMethod,
  type KnownCustomer,
  noteRemovedMethod,
} from "./customers-store";
import type { PaymentParts } from "./deps";
import { authoriseFamily } from "./family-access";
import { requireOwnPages } from "./order-endpoints";
import type { Orders } from "./orders";
import { attempt } from "./provider-failure";
import { customerView, invoiceView, methodView } from "./views";

type Names =
  | "createClientSecret"
  | "createCardCheckout"
  | "getCustomer"
  | "changeCustomer"
  | "getPaymentMethods"
  | "deletePaymentMethods"
  | "getInvoices";

/** Endpoints of a family's cards and invoices. docs/product/shell.md#calls, #card-payment. Read calls create no customer. */
export function customerEndpoints(parts: PaymentParts & { orders: Orders }): Endpoints<Pick<typeof contracts, Names>> {
  const { databases, stripe, orders } = parts;
  const authorise = (_input: unknown, caller: Caller) => authoriseFamily(parts, caller);
  return {
    createClientSecret: endpoint({
      contract: contracts.createClientSecret,
      authorise,
      async handle(_input, { family }, { realm }) {
        const port = stripe.of(realm);
        const intent = await attempt(paymentErrors.clientSecret, "The client secret could not be created", async () => {
          const customer = await orders.ensureCustomer(realm, family);
          return port.createSetupIntent(customer.stripeId, `setup-${randomUUID()}`);
        });
        const { id, clientSecret, status } = intent;
        if (clientSecret === null) {
          throw new ServiceError(502, paymentErrors.noClientSecret, "Client secret could not be created");
        }
        return { status: 201, body: { setupIntent: { id, client_secret: clientSecret, status } } };
      },
    }),
    createCardCheckout: endpoint({
      contract: contracts.createCardCheckout,
      authorise,
      async handle({ body }, { family }, caller) {
        const { locale = null, ...pages } = body;
        requireOwnPages(pages, caller);
        const checkout = await attempt(paymentErrors.clientSecret, "The page could not be opened", async () => {
          const { stripeId: customerId } = await orders.ensureCustomer(caller.realm, family);
          return stripe.of(caller.realm).createCardCheckout({ customerId, ...pages, locale }, `card-${randomUUID()}`);
        });
        if (checkout.url === null) throw new ServiceError(502, paymentErrors.noClientSecret, "The page has no address");
        return { status: 201, body: { url: checkout.url } };
      },
    }),
    getCustomer: endpoint({
      contract: contracts.getCustomer,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(family, caller);
        const customer =
          known &&
          (await attempt(paymentErrors.customer, "The customer could not be read", () =>
            chargeSavedCard(port, known.stripeId),
          ));
        return { status: 200, body: { customer: customer && customerView(customer) } };
      },
    }),
    changeCustomer: endpoint({
      contract: contracts.changeCustomer,
      authorise,
      async handle({ body }, { family }, caller) {
        const port = stripe.of(caller.realm);
        const methodId = body.invoice_settings.default_payment_method;
        const known = await knownCustomer(family, caller);
        const changed = await attempt(paymentErrors.changeCustomer, "The customer could not be changed", async () => {
          const method = known && (await port.findMethod(methodId));
          if (!known || method?.customerId !== known.stripeId) {
            const attribute = "invoice_settings.default_payment_method";
            throw validationError([{ attribute, reason: formMessages.incorrectFormat }]);
          }
          return chargeMethod(port, known.stripeId, methodId);
        });
        return { status: 200, body: { customer: customerView(changed) } };
      },
    }),
    getPaymentMethods: endpoint({
      contract: contracts.getPaymentMethods,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(family, caller);
        const methods = known
          ? await attempt(paymentErrors.methods, "Payment methods could not be read", () =>
              port.listMethods(known.stripeId),
            )
          : [];
        return { status: 200, body: { paymentMethods: { data: methods.map(methodView) } } };
      },
    }),
    deletePaymentMethods: endpoint({
      contract: contracts.deletePaymentMethods,
      async authorise({ body }, caller) {
        const { family } = await authoriseFamily(parts, caller);
        const known = await knownCustomer(family, caller);
        if (body?.id !== undefined && !known) throw notFound();
        return { known, id: body?.id ?? null };
      },
      async handle(_input, { known, id }, caller) {
        const port = stripe.of(caller.realm);
        const database = databases[caller.region];
        if (!known) return { status: 204, body: undefined };
        await attempt(paymentErrors.removeMethods, "Payment methods could not be deleted", async () => {
          const held = (await port.listMethods(known.stripeId)).map((method) => method.id);
          if (id !== null && !held.includes(id)) {
            // A repeated call finds the card already deleted.
            if (await isRemovedMethod(database, known.id, id)) return;
            throw notFound();
          }
          for (const each of id === null ? held : [id]) {
            await noteRemovedMethod(database, known.id, each);
            await port.removeMethod(each, `remove-${randomUUID()}`);
          }
        });
        return { status: 204, body: undefined };
      },
    }),
    getInvoices: endpoint({
      contract: contracts.getInvoices,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(family, caller);
        const invoices = known
          ? await attempt(paymentErrors.invoices, "Invoices could not be read", () => port.listInvoices(known.stripeId))
          : [];
        return { status: 200, body: { data: invoices.map((invoice) => invoiceView(invoice, caller.realm)) } };
      },
    }),
  };

  async function knownCustomer(family: Family, { realm, region }: Caller): Promise<KnownCustomer | null> {
    return customerAtProvider(await findCustomer(databases[region], realm, { userUid: family.uid }));
  }
}
