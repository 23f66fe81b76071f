import type Stripe from "stripe";
import type { Account } from "../account";
import { newId } from "../ids";
import { decimalOf } from "./catalog";
import { presentCoupon, productsOf } from "./coupons";

/** A line before its invoice exists. Amounts in minor units; a credit is negative. */
export type DraftLine = {
  amount: number;
  currency: string;
  description: string;
  price: Stripe.Price;
  quantity: number;
  period: { start: number; end: number };
  subscription: string;
  subscriptionItem: string;
  isProration: boolean;
  /** The invoice item that stored it until this invoice; null for a line of the period itself. */
  invoiceItem: string | null;
};

export type Totals = {
  lines: Stripe.InvoiceLineItem[];
  subtotal: number;
  total: number;
  discountAmounts: Stripe.Invoice.TotalDiscountAmount[];
  taxes: Stripe.Invoice.TotalTax[];
  taxExcluded: number;
};

/** Lines with their discounts and taxes, and the totals. */
export function totalsOf(
  account: Account,
  invoice: string,
  drafts: DraftLine[],
  discounts: Stripe.Discount[],
  taxRates: Stripe.TaxRate[],
): Totals {
  const lines = drafts.map((draft) => lineOf(invoice, draft));
  const discountAmounts = discounts.flatMap((discount) => {
    const amount = applyDiscount(account, discount, lines);
    return amount > 0 ? [{ amount, discount: discount.id }] : [];
  });
  const taxes = taxRates.map((rate) => applyTax(rate, lines));
  const subtotal = sum(lines.map((line) => line.amount));
  const discounted = subtotal - sum(discountAmounts.map(({ amount }) => amount));
  const added = sum(taxes.filter((tax) => tax.tax_behavior === "exclusive").map(({ amount }) => amount));
  const included = sum(taxes.filter((tax) => tax.tax_behavior === "inclusive").map(({ amount }) => amount));
  return { lines, subtotal, total: discounted + added, discountAmounts, taxes, taxExcluded: discounted - included };
}

function lineOf(invoice: string, draft: DraftLine): Stripe.InvoiceLineItem {
  const details = {
    invoice_item: draft.invoiceItem,
    proration: draft.isProration,
    proration_details: { credited_items: null },
    subscription: draft.subscription,
    subscription_item: draft.subscriptionItem,
  };
  return {
    id: newId("il"),
    object: "line_item",
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: [],
    discountable: !draft.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: { invoice_item_details: null, subscription_item_details: details, type: "subscription_item_details" },
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product as string },
      type: "price_details",
      unit_amount_decimal: decimalOf(draft.price.unit_amount ?? 0),
    },
    quantity: draft.quantity,
    quantity_decimal: decimalOf(draft.quantity),
    subscription: draft.subscription,
    subtotal: draft.amount,
    taxes: [],
  };
}

/** Applies a discount to the eligible lines, and returns its total. */
function applyDiscount(account: Account, discount: Stripe.Discount, lines: Stripe.InvoiceLineItem[]): number {
  const coupon = account.ledger.get("coupon", discount.source.coupon as string);
  if (!coupon) return 0;
  const products = productsOf(account, coupon.id);
  const open = lines.filter((line) => {
    const product = line.pricing?.price_details?.product ?? "";
    return line.discountable && line.amount > 0 && (products === null || products.includes(product));
  });
  let rest = coupon.amount_off ?? 0;
  let total = 0;
  for (const line of open) {
    const left = restOf(line);
    const amount = coupon.percent_off ? Math.round((left * coupon.percent_off) / 100) : Math.min(rest, left);
    rest -= amount;
    total += amount;
    line.discounts.push(discount.id);
    line.discount_amounts?.push({ amount, discount: discount.id });
  }
  return total;
}

function applyTax(rate: Stripe.TaxRate, lines: Stripe.InvoiceLineItem[]): Stripe.Invoice.TotalTax {
  const behavior = rate.inclusive ? ("inclusive" as const) : ("exclusive" as const);
  let amount = 0;
  let taxable = 0;
  for (const line of lines) {
    const rest = restOf(line);
    const tax = Math.round(rate.inclusive ? rest - rest / (1 + rate.percentage / 100) : (rest * rate.percentage) / 100);
    const base = rate.inclusive ? rest - tax : rest;
    line.taxes?.push({
      amount: tax,
      tax_behavior: behavior,
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: "standard_rated",
      taxable_amount: base,
      type: "tax_rate_details",
    });
    amount += tax;
    taxable += base;
  }
  return {
    amount,
    tax_behavior: behavior,
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: "standard_rated",
    taxable_amount: taxable,
    type: "tax_rate_details",
  };
}

/** Amount of a line after its discounts. */
export function restOf(line: Stripe.InvoiceLineItem): number {
  return line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount));
}

/** Discounts of a subscription that are valid at a time. */
export function runningDiscounts(account: Account, ids: string[], now: number): Stripe.Discount[] {
  return ids.flatMap((id) => {
    const discount = account.ledger.get("discount", id);
    const isOver = discount?.end !== null && (discount?.end ?? 0) <= now;
    return discount && !isOver ? [discount] : [];
  });
}

/** Whether a discount applies to one invoice only. */
export function isForOnce(account: Account, discount: Stripe.Discount): boolean {
  const coupon = account.ledger.get("coupon", discount.source.coupon as string);
  return coupon !== undefined && presentCoupon(coupon, account.clock.now()).duration === "once";
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
