import type Stripe from "stripe";
import type { Account } from "./account";
import { type Expander, expand } from "./expand";
import type { AnyObject } from "./ledger";
import { lineItemsOf } from "./resources/checkout-sessions";
import { presentCoupon, productsOf } from "./resources/coupons";
import { intentOf, paymentsOf } from "./resources/invoices";
import { presentPromotionCode } from "./resources/promotion-codes";

/** An object for a response, with values that depend on the time and on the browser's address. */
export function present(account: Account, object: AnyObject): AnyObject {
  if (object.object === "coupon") return presentCoupon(object, account.clock.now());
  if (object.object === "promotion_code") return presentPromotionCode(account, object);
  if (object.object !== "invoice" || object.number === null) return object;
  const page = `${account.publicOrigin()}/test-payments/invoices/${object.id}/${invoiceKey(object)}`;
  return { ...object, hosted_invoice_url: page, invoice_pdf: `${page}/pdf` };
}

/** The secret part of an invoice's address: like at the provider, anyone with the address may see the invoice. */
export function invoiceKey(invoice: Stripe.Invoice): string {
  return (invoice.lines.data[0]?.id ?? invoice.id).replace(/^\w+?_/, "");
}

/** A complete reply: the object, or all objects of a list, with the fields requested by `expand`. */
export function presentReply(account: Account, reply: object, paths: string[]): object {
  const expander: Expander = {
    find(id) {
      const object = account.ledger.find(id);
      return object && present(account, object);
    },
    includable: (object, field) => includable(account, object as unknown as AnyObject, field),
  };
  const isPage = "data" in reply && Array.isArray(reply.data);
  const presented = isPage
    ? { ...reply, data: (reply.data as AnyObject[]).map((each) => present(account, each)) }
    : present(account, reply as AnyObject);
  return expand(presented, paths, expander);
}

/** Fields that the provider includes only if expanded. */
function includable(account: Account, object: AnyObject, field: string): unknown {
  const page = (data: unknown[], url: string) => ({ object: "list", data, has_more: false, url });
  switch (`${object.object}.${field}`) {
    case "invoice.confirmation_secret": {
      const intent = intentOf(account, object.id);
      return intent?.client_secret ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
    }
    case "invoice.payments":
      return page(paymentsOf(account, object.id), "/v1/invoice_payments");
    case "customer.subscriptions": {
      const own = account.ledger.all("subscription").filter((each) => each.customer === object.id);
      return page(
        own.filter((each) => each.status !== "canceled"),
        `/v1/customers/${object.id}/subscriptions`,
      );
    }
    case "customer.sources":
      return page([], `/v1/customers/${object.id}/sources`);
    case "customer.tax_ids":
      return page([], `/v1/customers/${object.id}/tax_ids`);
    case "charge.refunds": {
      const refunds = account.ledger.all("refund").filter((refund) => refund.charge === object.id);
      return page(refunds, `/v1/charges/${object.id}/refunds`);
    }
    case "checkout.session.line_items":
      return page(
        lineItemsOf(account, object as Stripe.Checkout.Session),
        `/v1/checkout/sessions/${object.id}/line_items`,
      );
    case "coupon.applies_to": {
      const products = productsOf(account, object.id);
      return products && { products };
    }
    default:
      return undefined;
  }
}
