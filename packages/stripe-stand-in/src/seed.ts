import type { Account } from "./account";
import { createPrice, createProduct } from "./resources/catalog";
import { createCoupon } from "./resources/coupons";
import { createPromotionCode } from "./resources/promotion-codes";

/** Fills an empty account with the plans and coupons of its settings, and one without promotion codes with those. */
export function seedAccount(account: Account): void {
  if (account.ledger.all("product").length === 0) seedOffers(account);
  if (account.ledger.all("promotion_code").length > 0) return;
  for (const code of account.settings.promotionCodes ?? []) createPromotionCode(account, code);
}

function seedOffers(account: Account): void {
  const { currency, plans, coupons } = account.settings;
  for (const { product, price: id, name, description, interval, amount, lookupKey, metadata } of plans) {
    createProduct(account, { id: product, name, description, metadata });
    const price = createPrice(account, {
      product,
      currency,
      unit_amount: String(amount),
      recurring: { interval },
      tax_behavior: "inclusive",
      lookup_key: lookupKey,
      metadata,
    });
    account.ledger.remove(price.id);
    account.ledger.put({ ...price, id });
  }
  for (const coupon of coupons) createCoupon(account, coupon);
}
