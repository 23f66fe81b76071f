import type { Caller } from "~/services/.server/directory/caller";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { paymentContracts as contracts } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { validationError } from "~/services/contracts/service-error";
import { chargeMethod, chargeSavedCard } from "./charged-method";
import type { PaymentParts } from "./deps";
import { authoriseFamily, knownCustomer } from "./family-access";
import { attempt } from "./provider-failure";
import { customerView, invoiceView } from "./views";

type Names = "getCustomer" | "changeCustomer" | "getInvoices";

/** Endpoints of a family as the provider's customer, and of its invoices. docs/product/shell.md#calls. Read calls create no customer. */
export function customerEndpoints(parts: PaymentParts): Endpoints<Pick<typeof contracts, Names>> {
  const { stripe } = parts;
  const authorise = (_input: unknown, caller: Caller) => authoriseFamily(parts, caller);
  return {
    getCustomer: endpoint({
      contract: contracts.getCustomer,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(parts, family, caller);
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
        const known = await knownCustomer(parts, family, caller);
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
    getInvoices: endpoint({
      contract: contracts.getInvoices,
      authorise,
      async handle(_input, { family }, caller) {
        const port = stripe.of(caller.realm);
        const known = await knownCustomer(parts, family, caller);
        const [invoices, reversals] = known
          ? await attempt(paymentErrors.invoices, "Invoices could not be read", () =>
              Promise.all([port.listInvoices(known.stripeId), port.listReversals(known.stripeId)]),
            )
          : [[], []];
        const data = invoices.map((invoice) => invoiceView(invoice, reversals, caller.realm));
        return { status: 200, body: { data } };
      },
    }),
  };
}
