import type { DisputeCause } from "../resources/disputes";

/**
 * The provider's public test cards, by number, with their behaviour when saved or charged.
 * https://docs.stripe.com/testing
 */
export type TestCard = {
  brand: Brand;
  funding: "credit" | "debit" | "prepaid";
  country: string;
  /** Error when saving and charging; null if both succeed. */
  decline: Decline | null;
  /** It can be saved; only charging it fails. */
  isSavedBeforeDecline?: boolean;
  /**
   * When the cardholder must authenticate: `first` once, and never again after the card was saved; `always` for every charge, so that a
   * charge without the cardholder is declined.
   */
  challenge: "never" | "first" | "always";
  /** Why the bank takes each payment back; null if it does not. */
  dispute: DisputeCause | null;
};

export type Brand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";

/** `code` and `decline_code` of the error, and its English message. */
export type Decline = { code: string; declineCode: string; message: string };

const declines = {
  generic: decline("card_declined", "generic_decline", "Your card was declined."),
  insufficient: decline("card_declined", "insufficient_funds", "Your card has insufficient funds."),
  lost: decline("card_declined", "lost_card", "Your card was declined."),
  stolen: decline("card_declined", "stolen_card", "Your card was declined."),
  fraudulent: decline("card_declined", "fraudulent", "Your card was declined."),
  velocity: decline(
    "card_declined",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  ),
  expired: decline("expired_card", "expired_card", "Your card has expired."),
  cvc: decline("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
  processing: decline(
    "processing_error",
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
} as const;

/** Error of a charge without the cardholder if the card requires authentication. */
export const authenticationRequired = decline(
  "authentication_required",
  "authentication_required",
  "Your card was declined. This transaction requires authentication.",
);

const cards: Record<string, TestCard> = {
  "4242424242424242": card("visa"),
  "4000056655665556": card("visa", { funding: "debit" }),
  "5555555555554444": card("mastercard"),
  "2223003122003222": card("mastercard"),
  "5200828282828210": card("mastercard", { funding: "debit" }),
  "5105105105105100": card("mastercard", { funding: "prepaid" }),
  "378282246310005": card("amex"),
  "371449635398431": card("amex"),
  "6011111111111117": card("discover"),
  "6011000990139424": card("discover"),
  "3056930009020004": card("diners"),
  "36227206271667": card("diners"),
  "3566002020360505": card("jcb"),
  "6200000000000005": card("unionpay"),
  // Cards of countries in which the product is sold.
  "4000002760000016": card("visa", { country: "DE" }),
  "4000002460000001": card("visa", { country: "FI" }),
  "4000002500000003": card("visa", { country: "FR" }),
  "4000005780000007": card("visa", { country: "NO" }),
  "4000005280000002": card("visa", { country: "NL" }),
  "4000007520000008": card("visa", { country: "SE" }),
  "4000008260000000": card("visa", { country: "GB" }),
  // Cards that require authentication.
  "4000002500003155": card("visa", { country: "FR", challenge: "first" }),
  "4000002760003184": card("visa", { country: "DE", challenge: "always" }),
  "4000008260003178": card("visa", {
    country: "GB",
    challenge: "always",
    decline: declines.insufficient,
    isSavedBeforeDecline: true,
  }),
  "4000003800000446": card("visa", { challenge: "first" }),
  "4000000000003220": card("visa", { challenge: "always" }),
  "4000000000003063": card("visa", { challenge: "always" }),
  "4000008400001629": card("visa", { challenge: "always", decline: declines.generic }),
  "4000000000003055": card("visa"),
  // Cards that are declined.
  "4000000000000002": card("visa", { decline: declines.generic }),
  "4000000000009995": card("visa", { decline: declines.insufficient }),
  "4000000000009987": card("visa", { decline: declines.lost }),
  "4000000000009979": card("visa", { decline: declines.stolen }),
  "4000000000000069": card("visa", { decline: declines.expired }),
  "4000000000000127": card("visa", { decline: declines.cvc }),
  "4000000000000119": card("visa", { decline: declines.processing }),
  "4000000000006975": card("visa", { decline: declines.velocity }),
  "4100000000000019": card("visa", { decline: declines.fraudulent }),
  "4000000000000341": card("visa", { decline: declines.generic, isSavedBeforeDecline: true }),
  // Cards whose payments are disputed.
  "4000000000000259": card("visa", { dispute: { reason: "fraudulent", isInquiry: false } }),
  "4000000000002685": card("visa", { dispute: { reason: "product_not_received", isInquiry: false } }),
  "4000000000001976": card("visa", { dispute: { reason: "fraudulent", isInquiry: true } }),
};

/** Predefined payment method ids that can be used instead of a card number. */
export const namedCards: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_createDisputeInquiry: "4000000000001976",
};

/** The card with this number; null if it is not a test card. */
export function testCard(number: string): TestCard | null {
  return cards[number] ?? null;
}

function card(brand: Brand, differs: Partial<TestCard> = {}): TestCard {
  return { brand, funding: "credit", country: "US", decline: null, challenge: "never", dispute: null, ...differs };
}

function decline(code: string, declineCode: string, message: string): Decline {
  return { code, declineCode, message };
}
