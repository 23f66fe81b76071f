import { createInstance, type i18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import { bcp47, type Locale, locales, realmRow } from "~/realms/realm";
import { visitOf } from "~/session/visit.server";
import { type Area, i18nOptions, isLocale, languages } from "./i18n";
import { localeCookie } from "./preferences.server";

/** All texts live in the server build: they are small, and a page never waits for a disk. */
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

/** The one i18next instance of a locale. Its language never changes, so requests share it. */
export function i18nOf(locale: Locale): i18n {
  const known = instances.get(locale);
  if (known) return known;
  const instance = createInstance();
  const language = bcp47(locale);
  // With every text at hand and initImmediate off, init finishes before it returns.
  void instance.use(initReactI18next).init({
    ...i18nOptions,
    lng: language,
    ns: Object.keys(texts[locale]),
    resources: { [language]: texts[locale] as Record<string, Record<string, string>> },
    initImmediate: false,
  });
  rememberTexts(instance);
  instances.set(locale, instance);
  return instance;
}

/**
 * A page asks for a hundred texts, the same as the page before: each is looked up once. What takes values is kept as it stands in
 * the file, for each count by itself, since a count chooses among forms; the values are put in here, as i18next does.
 */
function rememberTexts(instance: i18n): void {
  const make = instance.getFixedT.bind(instance) as (...of: unknown[]) => TFunction;
  const known = new Map<string, TFunction>();
  instance.getFixedT = ((...of: unknown[]) => {
    const name = of.join("|");
    const translate = known.get(name) ?? remembering(make(...of));
    known.set(name, translate);
    return translate;
  }) as typeof instance.getFixedT;
}

/** Texts that one area keeps at most: counts are without end. */
const mostTexts = 5000;

export function remembering(translate: TFunction): TFunction {
  const texts = new Map<string, unknown>();
  const counted = new Map<string, unknown>();
  const lookUp = translate as unknown as (...of: unknown[]) => unknown;
  const kept = (known: Map<string, unknown>, name: string, find: () => unknown) => {
    const own = known.get(name);
    if (own !== undefined) return own;
    if (known.size >= mostTexts) known.clear();
    const text = find();
    known.set(name, text);
    return text;
  };
  const remember = (key: unknown, ...values: unknown[]) => {
    if (typeof key !== "string" || values.length > 1) return lookUp(key, ...values);
    if (values.length === 0) return kept(texts, key, () => lookUp(key));
    const [given] = values;
    if (!arePlainValues(given)) return lookUp(key, given);
    const name = `${key} ${given.count ?? ""}`;
    const text = kept(texts, name, () => lookUp(key, { ...given, skipInterpolation: true }));
    const isPlain = typeof text === "string" && !text.includes("$t(");
    const filled = isPlain ? fill(text, given) : null;
    if (filled !== null) return filled;
    // A count that is written as its language writes numbers: the text depends on nothing else.
    const isCountAlone = Object.keys(given).every((value) => value === "count");
    return isCountAlone ? kept(counted, name, () => lookUp(key, given)) : lookUp(key, given);
  };
  return Object.assign(remember, translate) as unknown as TFunction;
}

type Values = Record<string, string | number>;

/** Values to be put into a text and nothing that changes how it is found. */
function arePlainValues(values: unknown): values is Values {
  if (typeof values !== "object" || values === null) return false;
  return Object.entries(values).every(
    ([name, value]) => !ownOptions.has(name) && (typeof value === "string" || typeof value === "number"),
  );
}

/** What i18next takes for itself among the values, count apart. */
const ownOptions = new Set(["context", "defaultValue", "lng", "lngs", "ns", "keyPrefix", "fallbackLng", "ordinal"]);

/** null where a place is left for which no value was given, or one that does more than stand for a value. */
function fill(text: string, values: Values): string | null {
  let isWhole = true;
  const filled = text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = values[name.trim()];
    isWhole &&= value !== undefined;
    return String(value);
  });
  return isWhole ? filled : null;
}

/** Finds the namespaces of the routes on a page (their `handle.i18n`) and the language of a request. */
export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage: bcp47("sv"),
    order: ["custom"],
    findLocale: async (request) => bcp47(await localeOfRequest(request)),
  },
});

/** What the person chose (cookie), else the realm's own language. */
export async function localeOfRequest(request: Request): Promise<Locale> {
  const chosen: unknown = await localeCookie.parse(request.headers.get("Cookie"));
  return isLocale(chosen) ? chosen : realmRow(visitOf(request).realm).locale;
}

/** A translator for loaders and actions, fixed to one area. */
export async function getTranslator(request: Request, area: Area): Promise<TFunction> {
  const locale = await localeOfRequest(request);
  return i18nOf(locale).getFixedT(bcp47(locale), area);
}
