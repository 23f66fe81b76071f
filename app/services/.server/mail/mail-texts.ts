import { formatMoney, formatVatRate, vatIn } from "~/realms/money";
import { bcp47, type Locale, type Realm, realmRow } from "~/realms/realm";
import type { MailMoney, MailPlan, MailValue } from "~/services/contracts/mail-table";

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
  if ("plan" in value) return plans[locale][value.plan];
  const format = (options: Intl.DateTimeFormatOptions, moment: string) =>
    firstInFrench(new Intl.DateTimeFormat(bcp47(locale), options).format(new Date(moment)), locale);
  if ("month" in value) return format({ month: "long", year: "numeric", timeZone: "UTC" }, `${value.month}-01`);
  if ("moment" in value) {
    const { timeZone } = realmRow(realm);
    return format({ dateStyle: "long", timeStyle: "short", timeZone }, value.moment);
  }
  return format({ dateStyle: "long", timeZone: "UTC" }, value.day);
}

/** The first day of a month is an ordinal in French: `1er décembre`. */
function firstInFrench(date: string, locale: Locale): string {
  return locale === "fr" ? date.replace(/^1 /, "1er ") : date;
}
