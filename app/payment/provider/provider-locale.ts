import type { StripeElementLocale } from "@stripe/stripe-js";

/** The provider's locale for the page's BCP 47 tag; of regional variants it supports only British English. */
export function providerLocale(language: string): StripeElementLocale {
  return language === "en-GB" ? language : (language.slice(0, 2) as StripeElementLocale);
}
