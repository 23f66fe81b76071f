/**
 * The country realms, with one row each for all differences between countries. docs/product/shell.md#users, #roles;
 * docs/product/control-panel.md#limits.
 */

export const realms = ["de", "fi", "fr", "no", "nl", "se", "uk", "us"] as const;
export type Realm = (typeof realms)[number];

export const regions = ["eu", "us"] as const;
export type Region = (typeof regions)[number];

/** Locale codes from the requirements; files in `locales/` have the same names. `bcp47` converts them for browsers and Intl. */
export const locales = ["de", "fi", "fr", "nb", "nl", "sv", "en-UK", "en-US"] as const;
export type Locale = (typeof locales)[number];

export type Feature = "escalateLogin" | "speakingBookRights" | "eppn" | "groupGroups" | "ageFilter";
export type Currency = "EUR" | "NOK" | "SEK" | "GBP" | "USD";
export type Brand = "fabel" | "fabel-france";

type RealmRow = {
  realm: Realm;
  region: Region;
  brand: Brand;
  /** Host names that redirect to the realm's configured origin. */
  domainPattern: RegExp;
  locale: Locale;
  currency: Currency;
  /**
   * VAT for families in hundredths of a percent: 2500 is 25 %. The standard rate for electronically supplied services
   * (decision 47). null if prices contain no VAT.
   */
  vatRate: number | null;
  features: Record<Feature, boolean>;
  /** File in `templates/import/`. */
  importTemplate: string;
  /** File in `templates/guides/`; null if the country has none. */
  pdfGuide: string | null;
  /** ISO 3166-1 alpha-2 code. */
  countryCode: string;
  /** International dialling prefix, without plus. */
  dialCode: string;
  /** CSV separator of the country's spreadsheets: a semicolon if the comma is the decimal separator. */
  csvSeparator: "," | ";";
  /** IANA time zone; of several, the most populous one. */
  timeZone: string;
  /** Environment variables with the keys of the card payment provider. */
  stripeKeys: { secret: string; publishable: string };
};

const everywhere = { groupGroups: true, ageFilter: true } as const;
const sweden = { ...everywhere, escalateLogin: true, speakingBookRights: true, eppn: true } as const;
const others = { ...everywhere, escalateLogin: false, speakingBookRights: false, eppn: false } as const;

const table: Record<Realm, RealmRow> = {
  de: row("de", "de", "EUR", /^(www\.)?fabel\.de$/, {
    guide: true,
    vat: 1900,
    country: "DE",
    dial: "49",
    zone: "Europe/Berlin",
  }),
  fi: row("fi", "fi", "EUR", /^(www\.)?fabel\.fi$/, {
    guide: true,
    vat: 2550,
    country: "FI",
    dial: "358",
    zone: "Europe/Helsinki",
  }),
  fr: row("fr", "fr", "EUR", /^(www\.)?fabulette\.fr$/, {
    guide: true,
    vat: 2000,
    country: "FR",
    dial: "33",
    zone: "Europe/Paris",
  }),
  no: row("no", "nb", "NOK", /^(www\.)?fabel\.no$/, {
    guide: true,
    vat: 2500,
    country: "NO",
    dial: "47",
    zone: "Europe/Oslo",
  }),
  nl: row("nl", "nl", "EUR", /^(www\.)?fabel\.nl$/, {
    guide: false,
    vat: 2100,
    country: "NL",
    dial: "31",
    zone: "Europe/Amsterdam",
  }),
  se: row("se", "sv", "SEK", /^(www\.)?fabelskolan\.se$/, {
    guide: true,
    vat: 2500,
    country: "SE",
    dial: "46",
    zone: "Europe/Stockholm",
  }),
  uk: row("uk", "en-UK", "GBP", /^(www\.)?fabel\.co\.uk$/, {
    guide: false,
    vat: 2000,
    country: "GB",
    dial: "44",
    zone: "Europe/London",
    csv: ",",
  }),
  us: row("us", "en-US", "USD", /^(www\.)?fabel\.com$/, {
    guide: false,
    vat: null,
    country: "US",
    dial: "1",
    zone: "America/New_York",
    csv: ",",
  }),
};

type RowDetails = {
  guide: boolean;
  vat: number | null;
  country: string;
  dial: string;
  zone: string;
  /** A semicolon by default. */
  csv?: ",";
};

function row(realm: Realm, locale: Locale, currency: Currency, domainPattern: RegExp, details: RowDetails): RealmRow {
  const hasOwnTemplate = ["de", "fi", "fr", "nl", "no", "se"].includes(realm);
  return {
    realm,
    region: realm === "us" ? "us" : "eu",
    brand: realm === "fr" ? "fabel-france" : "fabel",
    domainPattern,
    locale,
    currency,
    vatRate: details.vat,
    features: realm === "se" ? sweden : others,
    importTemplate: hasOwnTemplate ? `users-${realm}.xlsx` : "users-en.xlsx",
    pdfGuide: details.guide ? `guide-${realm}.pdf` : null,
    countryCode: details.country,
    dialCode: details.dial,
    csvSeparator: details.csv ?? ";",
    timeZone: details.zone,
    stripeKeys: {
      secret: `STRIPE_SECRET_KEY_${realm.toUpperCase()}`,
      publishable: `STRIPE_PUBLISHABLE_KEY_${realm.toUpperCase()}`,
    },
  };
}

export const defaultRealm: Realm = "se";
export const alternativeDefaultRealm: Realm = "uk";

/** The settings of a realm. */
export function realmRow(realm: Realm): RealmRow {
  return table[realm];
}

const brandNames: Record<Brand, string> = { fabel: "Fabel", "fabel-france": "Fabulette" };

/** The product's name under a brand; not translated. docs/product/shell.md#users: France is branded differently. */
export function brandName(brand: Brand): string {
  return brandNames[brand];
}

/** us maps to us, every other realm to eu. docs/product/shell.md#users. */
export function regionOf(realm: Realm): Region {
  return table[realm].region;
}

/** Whether a country feature is on. docs/product/shell.md#roles. */
export function hasFeature(realm: Realm, feature: Feature): boolean {
  return table[realm].features[feature];
}

export function isRealm(value: unknown): value is Realm {
  return typeof value === "string" && (realms as readonly string[]).includes(value);
}

/** The realm whose production host this is by its pattern, e.g. `www.fabel.de`; null for other names. docs/product/shell.md#users. */
export function builtInRealmOf(name: string): Realm | null {
  return realms.find((realm) => table[realm].domainPattern.test(name)) ?? null;
}

const tags: Record<Locale, string> = {
  de: "de",
  fi: "fi",
  fr: "fr",
  nb: "nb",
  nl: "nl",
  sv: "sv",
  "en-UK": "en-GB",
  "en-US": "en-US",
};

/** The BCP 47 tag of a locale: `en-UK` is not one, so it becomes `en-GB`. */
export function bcp47(locale: Locale): string {
  return tags[locale];
}

/** The day of a moment in the country's time zone: `2026-11-22`. */
export function dayIn(realm: Realm, moment: Date): string {
  const { timeZone } = realmRow(realm);
  // The Swedish short date format equals ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(moment);
}

/** Adds days to an ISO 8601 date; `days` may be negative. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
