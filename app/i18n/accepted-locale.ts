import { alternativeDefaultRealm, bcp47, type Locale, locales, realmRow } from "~/realms/realm";

/**
 * Our locale that a browser prefers by its Accept-Language header: the exact language, else the same one of another country; Norwegian in
 * any of its forms. For pages without a country; others have the locale of their realm.
 */
export function acceptedLocale(header: string | null): Locale {
  const wanted = (header ?? "").split(",").map((part) => {
    const [language = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const quality = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
    return { language: language.replace(/^(no|nn)\b/, "nb"), quality: Number(quality) || 0 };
  });
  const byPreference = wanted
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { language } of byPreference) {
    const primary = language.split("-")[0];
    const found =
      locales.find((locale) => bcp47(locale).toLowerCase() === language) ??
      locales.find((locale) => locale.split("-")[0] === primary);
    if (found) return found;
  }
  return realmRow(alternativeDefaultRealm).locale;
}
