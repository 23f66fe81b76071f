/** The country realms: one row each, everything that differs between countries. docs/product/shell.md#users, #roles; docs/product/control-panel.md#limits. */

export const realms = ["de", "fi", "fr", "no", "nl", "se", "uk", "us"] as const;
export type Realm = (typeof realms)[number];

export const regions = ["eu", "us"] as const;
export type Region = (typeof regions)[number];

/** Locale codes as the requirements name them; files in `locales/` have the same names. `bcp47` gives what browsers and Intl take. */
export const locales = ["de", "fi", "fr", "nb", "nl", "sv", "en-UK", "en-US"] as const;
export type Locale = (typeof locales)[number];

export type Feature = "escalateLogin" | "speakingBookRights" | "eppn" | "groupGroups" | "ageFilter";
export type Currency = "EUR" | "NOK" | "SEK" | "GBP" | "USD";
export type Brand = "fabel" | "fabel-france";

export type RealmRow = {
  realm: Realm;
  region: Region;
  brand: Brand;
  /** Production host names; `null` where the host is only known from DOMAIN_{REALM}. */
  domainPattern: RegExp;
  locale: Locale;
  currency: Currency;
  /**
   * VAT on what families buy, in hundredths of a percent: 2500 is 25 %. The standard rate for services that are delivered electronically
   * (decision 47). null where prices bear none.
   */
  vatRate: number | null;
  features: Record<Feature, boolean>;
  /** File in `templates/import/`. */
  importTemplate: string;
  /** File in `templates/guides/`, where the country has one. */
  pdfGuide: string | null;
  /** ISO 3166-1 alpha-2 code. */
  countryCode: string;
  /** International dialling prefix, without plus. */
  dialCode: string;
  /** What separates cells where its spreadsheets open a CSV file: a semicolon where the comma is in decimal numbers. */
  csvSeparator: "," | ";";
  /** Where its clocks are shown from, by the name that Intl takes; of several, the one of most people. */
  timeZone: string;
  /** Names of the card payment's keys in the environment. */
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
  /** A semicolon where none is named. */
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

/** The whole row of a realm. */
export function realmRow(realm: Realm): RealmRow {
  return table[realm];
}

const brandNames: Record<Brand, string> = { fabel: "Fabel", "fabel-france": "Fabulette" };

/** The product's name in a brand. A name is not translated. docs/product/shell.md#users: France is branded differently. */
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

export type RealmHosts = {
  /** The realm of hosts that nothing else claims. */
  fallback: Realm;
  /** Host names set by DOMAIN_{REALM}. */
  domains?: Partial<Record<Realm, string>>;
};

/**
 * The realm that a request's Host header asks for: a configured domain, the production pattern, or `{realm}.localhost`.
 * @param host with or without a port, in any case
 */
export function realmOfHost(host: string, hosts: RealmHosts): Realm {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  for (const realm of realms) {
    if (hosts.domains?.[realm]?.toLowerCase() === name) return realm;
  }
  for (const realm of realms) {
    if (name === `${realm}.localhost` || table[realm].domainPattern.test(name)) return realm;
  }
  return hosts.fallback;
}

/** The French host where no DOMAIN_FR is set. */
const frenchHost = "www.fabulette.fr";

/**
 * Where a visitor of France's other domain belongs: the same path and query at the French one; null for everybody else. docs/product/shell.md#route-guard.
 * @param address the whole address that was asked for
 * @param otherDomain FRANCE_OTHER_DOMAIN
 */
export function frenchAddress(
  address: string,
  otherDomain: string | null,
  domains: RealmHosts["domains"] = {},
): string | null {
  if (otherDomain === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  const other = otherDomain.toLowerCase();
  if (url.hostname !== other && url.hostname !== `www.${other}`) return null;
  const host = domains.fr ?? frenchHost;
  // A French domain that is the other one itself would lead here for ever.
  if (host.toLowerCase() === url.hostname) return null;
  url.hostname = host;
  return url.href;
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

/** The day of a moment by the clocks of a country, `2026-11-22`: an export just after midnight bears the new day. */
export function dayIn(realm: Realm, moment: Date): string {
  const { timeZone } = realmRow(realm);
  // Swedish writes days as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(moment);
}

/** The day that comes so many days after another, or before it where `days` is below 0; days as ISO 8601 writes them. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
