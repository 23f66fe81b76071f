import type { StripeElementLocale } from "@stripe/stripe-js";

/** The page's BCP 47 tag as the provider names it: British English alone has a locale of its own there. */
export function providerLocale(language: string): StripeElementLocale {
  return language === "en-GB" ? language : (language.slice(0, 2) as StripeElementLocale);
}
