import { bcp47, locales } from "~/realms/realm";

/** Validation of an organisation's country and phone. docs/product/control-panel.md#entities. */

let codes: Map<string, string> | null = null;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** ISO 3166 codes by normalised (lower case, no accents) code and name, with names in all our languages. */
function knownCountries(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const inEach = locales.map((locale) => new Intl.DisplayNames(bcp47(locale), { type: "region", fallback: "none" }));
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const names = inEach.flatMap((language) => language.of(code) ?? []);
    if (names.length === 0 || noCountries.has(code)) continue;
    for (const name of [code, ...names]) if (!codes.has(plain(name))) codes.set(plain(name), code);
  }
  return codes;
}

/** Codes with a name that are not countries: unions, test codes, unknown, former countries. */
const noCountries = new Set("AN BU CS DD EU EZ FX NT QO SU TP UN XA XB YD YU ZR ZZ UK".split(" "));

/** Parses a country, given as code or name in any of our languages, to its ISO 3166 code; null if unknown. */
export function readCountry(raw: string): string | null {
  const text = plain(raw.trim());
  return knownCountries().get(text === "uk" ? "gb" : text) ?? null;
}

/** Whether a text is a phone number: 5 to 15 digits with usual separators, and an optional extension. */
export function isPhoneNumber(text: string): boolean {
  const [number = "", extension] = text.split(/\s*(?:,|;|#|\p{L}{1,12}\.?\s)\s*/u);
  const digits = number.replace(/\D/g, "").length;
  const isNumber = /^\+?[\d\s().\-/\u2010-\u2015]+$/.test(number) && digits >= 5 && digits <= 15;
  return isNumber && (extension === undefined || /^\d{1,6}$/.test(extension));
}
