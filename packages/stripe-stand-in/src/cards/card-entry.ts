/** Validates card fields while typing and again on the server. Uses no Node APIs, because the browser script includes it. */
export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";

export type CardEntry = { number: string; expiry: string; cvc: string };

/** Error codes of the provider. */
export type EntryMistake =
  | "incomplete_number"
  | "invalid_number"
  | "incomplete_expiry"
  | "invalid_expiry_month"
  | "invalid_expiry_year"
  | "invalid_expiry_year_past"
  | "incomplete_cvc"
  | "invalid_cvc";

const brands: Array<[CardBrand, RegExp]> = [
  ["visa", /^4/],
  ["amex", /^3[47]/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["discover", /^(6011|65|64[4-9])/],
  ["diners", /^(36|38|30[0-5]|39)/],
  ["jcb", /^35/],
  ["unionpay", /^62/],
];

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

export function brandOf(number: string): CardBrand {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? "unknown";
}

function numberLength(brand: CardBrand, number: string): number {
  if (brand === "amex") return 15;
  return brand === "diners" && /^36/.test(number) ? 14 : 16;
}

export function cvcLength(brand: CardBrand): number {
  return brand === "amex" ? 4 : 3;
}

/** `4242424242` -> `4242 4242 42`; American Express in groups of 4, 6 and 5. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const brand = brandOf(digits);
  const number = digits.slice(0, numberLength(brand, digits));
  const groups = brand === "amex" ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/;
  return (groups.exec(number)?.slice(1) ?? [number]).filter(Boolean).join(" ");
}

/** `1230` -> `12 / 30`; a single-digit month from 2 to 9 gets a leading zero. */
export function formatExpiry(text: string): string {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // The year may have four digits, e.g. when a browser fills it in.
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Month 1 to 12 and four-digit year; null if the text is not a date. */
export function expiryOf(text: string): { month: number; year: number } | null {
  const digits = digitsOf(formatExpiry(text));
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

export function numberMistake(text: string): EntryMistake | null {
  const digits = digitsOf(text);
  if (digits.length < numberLength(brandOf(digits), digits)) return "incomplete_number";
  return passesLuhn(digits) ? null : "invalid_number";
}

export function expiryMistake(text: string, now: Date): EntryMistake | null {
  const expiry = expiryOf(text);
  if (!expiry) return "incomplete_expiry";
  if (expiry.month < 1 || expiry.month > 12) return "invalid_expiry_month";
  const thisYear = now.getUTCFullYear();
  if (expiry.year > thisYear + 50) return "invalid_expiry_year";
  const isPast = expiry.year < thisYear || (expiry.year === thisYear && expiry.month < now.getUTCMonth() + 1);
  return isPast ? "invalid_expiry_year_past" : null;
}

export function cvcMistake(text: string, brand: CardBrand): EntryMistake | null {
  const digits = digitsOf(text);
  return digits.length === cvcLength(brand) || (brand === "unknown" && digits.length >= 3) ? null : "incomplete_cvc";
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((character, index) => {
    const digit = Number(character);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  });
  return digits.length >= 12 && sum % 10 === 0;
}
