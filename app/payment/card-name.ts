import { useTranslation } from "react-i18next";
import type { PaymentMethod } from "~/services/contracts/payment";

/** Names a card in the page's language: `Visa ending in 4242`. */
export function useCardName(): (method: Pick<PaymentMethod, "card" | "type">) => string {
  const { t } = useTranslation("payment");
  return ({ card, type }) => (card ? t("cards.name", { brand: brandName(card.brand), last4: card.last4 }) : type);
}

function brandName(brand: string): string {
  return brand === "amex" ? "American Express" : brand.charAt(0).toUpperCase() + brand.slice(1);
}
