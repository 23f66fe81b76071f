import { createInstance, type i18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { requestContextOf } from "~/clients/request-context.server";
import { bcp47, type Locale, locales, realmRow } from "~/realms/realm";
import { type Area, i18nOptions, isLocale } from "./i18n";
import { localeCookie } from "./preferences.server";

/** All texts are part of the server build: they are small, and no request waits for the disk. */
const files = import.meta.glob<Record<string, unknown>>("/locales/*/*.json", { eager: true, import: "default" });

const texts = Object.fromEntries(locales.map((locale) => [locale, textsOf(locale)])) as Record<
  Locale,
  Record<string, Record<string, unknown>>
>;

function textsOf(locale: Locale): Record<string, Record<string, unknown>> {
  const prefix = `/locales/${locale}/`;
  const own = Object.entries(files).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(own.map(([path, text]) => [path.slice(prefix.length, -".json".length), text]));
}

const instances = new Map<Locale, i18n>();

/** The i18next instance of a locale. Its language never changes, so requests share it. */
export function i18nOf(locale: Locale): i18n {
  const known = instances.get(locale);
  if (known) return known;
  const instance = createInstance();
  const language = bcp47(locale);
  // With all texts in memory and initImmediate off, init is synchronous.
  void instance.use(initReactI18next).init({
    ...i18nOptions,
    lng: language,
    ns: Object.keys(texts[locale]),
    resources: { [language]: texts[locale] as Record<string, Record<string, string>> },
    initImmediate: false,
  });
  instances.set(locale, instance);
  return instance;
}

/** The language in the user's cookie, else the realm's. */
export async function localeOfRequest(request: Request): Promise<Locale> {
  const chosen: unknown = await localeCookie.parse(request.headers.get("Cookie"));
  return isLocale(chosen) ? chosen : realmRow(requestContextOf(request).realm).locale;
}

/** A translator for loaders and actions, fixed to one area. */
export async function getTranslator(request: Request, area: Area): Promise<TFunction> {
  const locale = await localeOfRequest(request);
  return i18nOf(locale).getFixedT(bcp47(locale), area);
}
