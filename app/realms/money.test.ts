import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney, formatVatRate, vatIn } from "./money";
import { type Currency, type Locale, locales, realmRow, realms } from "./realm";

/** Replaces the non-breaking spaces that Intl inserts. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("money", () => {
  test.each<[number, Currency, Locale, string]>([
    [7900, "SEK", "sv", "79,00 kr"],
    [7900, "NOK", "nb", "79,00 kr"],
    [799, "EUR", "de", "7,99 €"],
    [799, "EUR", "fi", "7,99 €"],
    [799, "EUR", "fr", "7,99 €"],
    [799, "EUR", "nl", "€ 7,99"],
    [799, "GBP", "en-UK", "£7.99"],
    [799, "USD", "en-US", "$7.99"],
    [123456789, "EUR", "fr", "1 234 567,89 €"],
    [-500, "USD", "en-US", "\u2212$5.00"],
    [-799, "EUR", "fr", "\u22127,99 €"],
  ])("formats %i of %s in %s as %s", (amount, currency, locale, text) => {
    expect(plain(formatMoney({ amount, currency }, locale))).toBe(text);
  });

  test("keeps every digit of any amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), fc.constantFrom(...locales), (amount, locale) => {
        const digits = formatMoney({ amount, currency: "EUR" }, locale).replace(/\D/g, "");
        expect(Number(digits)).toBe(amount);
      }),
    );
  });
});

describe("VAT", () => {
  test.each([
    ["se", 7900, 1580],
    ["de", 799, 128],
    ["fi", 799, 162],
    ["uk", 799, 133],
    ["us", 799, 0],
  ] as const)("in %s of the price %i is %i", (realm, amount, vat) => {
    expect(vatIn(amount, realm)).toBe(vat);
  });

  test("plus the net price equals the price within half a minor unit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(...realms), (amount, realm) => {
        const rate = realmRow(realm).vatRate ?? 0;
        const net = amount - vatIn(amount, realm);
        expect(Math.abs(net * (1 + rate / 10_000) - amount)).toBeLessThanOrEqual(0.5 * (1 + rate / 10_000) + 1e-6);
      }),
    );
  });

  test.each([
    [2500, "sv", "25 %"],
    [2550, "fi", "25,5 %"],
    [2000, "en-UK", "20%"],
  ] as const)("formats a rate of %i in %s as %s", (rate, locale, written) => {
    expect(plain(formatVatRate(rate, locale))).toBe(written);
  });
});
