/**
 * Name of a sign language in the language menu. Videos may be filed under any language code, so a bare code would not
 * identify a sign language.
 * @param names translation for this code, if any, and for sign language in general
 * @param pageLanguage the interface language
 */
export function signName(code: string, names: { own: string; signLanguage: string }, pageLanguage: string): string {
  return names.own || `${names.signLanguage} (${languageOf(code, pageLanguage)})`;
}

function languageOf(code: string, pageLanguage: string): string {
  const unnamed = code.toUpperCase();
  try {
    return new Intl.DisplayNames([pageLanguage], { type: "language", fallback: "none" }).of(code) ?? unnamed;
  } catch {
    return unnamed;
  }
}
