import { couponText } from "~/realms/coupon-text";
import { formatMoney, formatVatRate, vatIn } from "~/realms/money";
import { bcp47, type Locale, type Realm, realmRow } from "~/realms/realm";
import { timeZoneCities } from "~/realms/time-zone-city";
import type { MailMoney, MailPlan, MailReading, MailValue } from "~/services/contracts/mail-table";

/** Writes the values of a mail in its language: sums, days, plans. */

const plans: Record<Locale, Record<MailPlan["plan"], string>> = {
  de: { month: "Monatsabo", year: "Jahresabo" },
  fi: { month: "kuukausitilaus", year: "vuositilaus" },
  fr: { month: "abonnement mensuel", year: "abonnement annuel" },
  nb: { month: "månedsabonnement", year: "årsabonnement" },
  nl: { month: "maandabonnement", year: "jaarabonnement" },
  sv: { month: "månadsabonnemang", year: "årsabonnemang" },
  "en-UK": { month: "monthly plan", year: "yearly plan" },
  "en-US": { month: "monthly plan", year: "yearly plan" },
};

/** The words of the time zones, by language and city. */
const zones = import.meta.glob<Record<string, string>>("../../../../locales/*/ui.json", {
  eager: true,
  import: "time",
});

export type MailTexts = Record<string, string | number | null>;

/** The values as texts. A sum named `amount` is followed by the VAT in it, as `vat` and `rate`; both are null where the country has none. */
export function mailTextsOf(
  values: Record<string, MailValue>,
  { realm, locale }: { realm: Realm; locale: Locale },
): MailTexts {
  const texts: MailTexts = {};
  for (const [name, value] of Object.entries(values)) texts[name] = textOf(value, realm, locale);
  const { amount } = values;
  if (isMoney(amount)) Object.assign(texts, vatTexts(amount, realm, locale));
  return texts;
}

function vatTexts({ amount, currency, vat }: MailMoney, realm: Realm, locale: Locale): MailTexts {
  const { vatRate } = realmRow(realm);
  if (vatRate === null) return { vat: null, rate: null };
  return {
    vat: formatMoney({ amount: vat ?? vatIn(amount, realm), currency }, locale),
    rate: formatVatRate(vatRate, locale),
  };
}

function isMoney(value: MailValue | undefined): value is MailMoney {
  return typeof value === "object" && value !== null && "amount" in value;
}

function textOf(value: MailValue, realm: Realm, locale: Locale): string | number | null {
  if (value === null || typeof value !== "object") return value;
  if ("amount" in value) return formatMoney(value, locale);
  if ("reading" in value) return value.reading.map((child) => readingText(child, locale)).join("\n");
  if ("coupon" in value) return couponText(value.coupon, locale);
  if ("plan" in value) return plans[locale][value.plan];
  const format = (options: Intl.DateTimeFormatOptions, moment: string) =>
    firstInFrench(new Intl.DateTimeFormat(bcp47(locale), options).format(new Date(moment)), locale);
  if ("month" in value) return format({ month: "long", year: "numeric", timeZone: "UTC" }, `${value.month}-01`);
  if ("moment" in value) {
    const { timeZone } = realmRow(realm);
    const text = format({ dateStyle: "long", timeStyle: "short", timeZone }, value.moment);
    const zone = zones[`../../../../locales/${locale}/ui.json`]?.[timeZoneCities[realm]];
    // A family may be abroad.
    return `${locale === "de" ? `${text} Uhr` : text} (${zone})`;
  }
  return format({ dateStyle: "long", timeZone: "UTC" }, value.day);
}

type ReadingWords = Record<"minutes" | "days" | "books", { one: string; other: string }>;

const english: ReadingWords = {
  minutes: { one: "1 minute", other: "{n} minutes" },
  days: { one: "on 1 day", other: "on {n} days" },
  books: { one: "1 book", other: "{n} books" },
};

/** Words of a child's week, by the number's plural form. */
const readingWords: Record<Locale, ReadingWords> = {
  de: {
    minutes: { one: "1 Minute", other: "{n} Minuten" },
    days: { one: "an 1 Tag", other: "an {n} Tagen" },
    books: { one: "1 Buch", other: "{n} Bücher" },
  },
  fi: {
    minutes: { one: "1 minuutti", other: "{n} minuuttia" },
    days: { one: "1 päivänä", other: "{n} päivänä" },
    books: { one: "1 kirja", other: "{n} kirjaa" },
  },
  fr: {
    minutes: { one: "{n}\u00a0minute", other: "{n}\u00a0minutes" },
    days: { one: "sur {n}\u00a0jour", other: "sur {n}\u00a0jours" },
    books: { one: "{n}\u00a0livre", other: "{n}\u00a0livres" },
  },
  nb: {
    minutes: { one: "1 minutt", other: "{n} minutter" },
    days: { one: "på 1 dag", other: "på {n} dager" },
    books: { one: "1 bok", other: "{n} bøker" },
  },
  nl: {
    minutes: { one: "1 minuut", other: "{n} minuten" },
    days: { one: "op 1 dag", other: "op {n} dagen" },
    books: { one: "1 boek", other: "{n} boeken" },
  },
  sv: {
    minutes: { one: "1 minut", other: "{n} minuter" },
    days: { one: "på 1 dag", other: "på {n} dagar" },
    books: { one: "1 bok", other: "{n} böcker" },
  },
  "en-UK": english,
  "en-US": english,
};

/** `Léon: 45 minutes on 4 days, 2 books`, or the name and a dash for a child that has not read. */
function readingText({ name, minutes, days, books }: MailReading["reading"][number], locale: Locale): string {
  const colon = locale === "fr" ? "\u00a0:" : ":";
  const words = readingWords[locale];
  const rules = new Intl.PluralRules(bcp47(locale));
  const text = (counted: keyof typeof words, n: number) =>
    words[counted][rules.select(n) === "one" ? "one" : "other"].replace("{n}", String(n));
  if (minutes === 0) return `${name}${colon} –`;
  return `${name}${colon} ${text("minutes", minutes)} ${text("days", days)}, ${text("books", books)}`;
}

/** The first day of a month is an ordinal in French: `1er décembre`. */
function firstInFrench(date: string, locale: Locale): string {
  return locale === "fr" ? date.replace(/^1 /, "1er ") : date;
}
