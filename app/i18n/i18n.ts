import { alternativeDefaultRealm, bcp47, type Locale, locales, realmRow } from "~/realms/realm";

/**
 * Languages on server and browser: i18next uses BCP 47 (`en-GB`, `nb`), our files the locale codes of the requirements (`en-UK.json`,
 * `nb.json`). Namespaces are the files of `locales/<locale>/`.
 */

const areas = [
  "ui",
  "shell",
  "session",
  "library",
  "book-accessibility",
  "lists",
  "reader",
  "offline",
  "deletion",
  "submissions",
  "assignments",
  "books",
  "control-panel",
  "shelves",
  "reading",
  "import",
  "sync",
  "payment",
  "landing",
  "family",
  "privacy",
  "legal",
  "contract",
  "families",
  "account",
  "settings",
] as const;
export type Area = (typeof areas)[number];

/** The locale of a BCP 47 language; `null` if it is not supported. */
export function localeOfLanguage(language: string): Locale | null {
  return locales.find((locale) => bcp47(locale) === language) ?? null;
}

/** The same with the alternative default realm's locale as fallback. docs/product/shell.md#users. */
export function languageLocale(language: string): Locale {
  return localeOfLanguage(language) ?? realmRow(alternativeDefaultRealm).locale;
}

/** The primary subtag of a locale: `en` of `en-UK`. */
export function languageOf(locale: Locale): string {
  return locale.split("-")[0] ?? locale;
}

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && (locales as readonly string[]).includes(value);
}

/** Options shared by server and browser, so that both render the same text. */
export const i18nOptions = {
  supportedLngs: locales.map(bcp47),
  fallbackLng: false as const,
  load: "currentOnly" as const,
  defaultNS: "ui",
  interpolation: { escapeValue: false },
  returnNull: false as const,
};
