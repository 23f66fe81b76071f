import type { StripeElementLocale } from "@stripe/stripe-js";

/** A language of ours as the provider names it: British English is a locale of its own there. */
export function providerLocale(language: string): StripeElementLocale {
  return language === "en-UK" ? "en-GB" : (language.slice(0, 2) as StripeElementLocale);
}
