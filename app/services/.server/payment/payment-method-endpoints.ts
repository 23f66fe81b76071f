import { randomUUID } from "node:crypto";
import type { Caller } from "~/services/.server/directory/caller";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { paymentContracts as contracts } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { notFound, ServiceError } from "~/services/contracts/service-error";
import { listCards } from "./charged-method";
import { isRemovedMethod, noteRemovedMethod } from "./customers-store";
import type { PaymentParts } from "./deps";
import { authoriseFamily, knownCustomer } from "./family-access";
import { requireOwnPages } from "./order-endpoints";
import type { Orders } from "./orders";
import { attempt } from "./provider-failure";
import { isSameCard } from "./rules";
import { methodView } from "./views";

type Names = "createClientSecret" | "createCardCheckout" | "getPaymentMethods" | "deletePaymentMethods";

/** Endpoints of a family's cards. docs/product/shell.md#calls, #card-payment. Read calls create no customer. */
export function paymentMethodEndpoints(
  parts: PaymentParts & { orders: Orders },
): Endpoints<Pick<typeof contracts, Names>> {
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
    getPaymentMethods: endpoint({
      contract: contracts.getPaymentMethods,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(parts, family, caller);
        const methods = known
          ? await attempt(paymentErrors.methods, "Payment methods could not be read", () =>
              listCards(port, known.stripeId),
            )
          : [];
        return { status: 200, body: { paymentMethods: { data: methods.map(methodView) } } };
      },
    }),
    deletePaymentMethods: endpoint({
      contract: contracts.deletePaymentMethods,
      async authorise({ body }, caller) {
        const { family } = await authoriseFamily(parts, caller);
        const known = await knownCustomer(parts, family, caller);
        if (body?.id !== undefined && !known) throw notFound();
        return { known, id: body?.id ?? null };
      },
      async handle(_input, { known, id }, caller) {
        const port = stripe.of(caller.realm);
        const database = databases[caller.region];
        if (!known) return { status: 204, body: undefined };
        await attempt(paymentErrors.removeMethods, "Payment methods could not be deleted", async () => {
          const held = await port.listMethods(known.stripeId);
          const named = held.find((method) => method.id === id);
          if (id !== null && !named) {
            // A repeated call finds the card already deleted.
            if (await isRemovedMethod(database, known.id, id)) return;
            throw notFound();
          }
          // A card that was saved several times is listed once, and leaves altogether.
          const removed = named ? held.filter((method) => method === named || isSameCard(method, named)) : held;
          for (const method of removed) {
            await noteRemovedMethod(database, known.id, method.id);
            await port.removeMethod(method.id, `remove-${randomUUID()}`);
          }
        });
        return { status: 204, body: undefined };
      },
    }),
  };
}
