import { parseAccept } from "hono/utils/accept";
import { alternativeDefaultRealm, bcp47, type Locale, locales, realmRow } from "~/realms/realm";

/**
 * Our locale that a browser prefers by its Accept-Language header: the exact language, else the same one of another country; Norwegian in
 * any of its forms. For pages without a country; others have the locale of their realm.
 */
export function acceptedLocale(header: string | null): Locale {
  // Best first; of the same quality, in the header's order.
  const accepted = parseAccept(header ?? "").filter(({ q }) => q > 0);
  for (const { type } of accepted) {
    const language = type.toLowerCase().replace(/^(no|nn)\b/, "nb");
    const primary = language.split("-")[0];
    const found =
      locales.find((locale) => bcp47(locale).toLowerCase() === language) ??
      locales.find((locale) => locale.split("-")[0] === primary);
    if (found) return found;
  }
  return realmRow(alternativeDefaultRealm).locale;
}
