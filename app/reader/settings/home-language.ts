/** Primary subtag of a language tag in the form of the dictionaries; null for a tag without one. */
export function languageTag(tag: string): string | null {
  const [primary = ""] = tag.toLowerCase().split(/[-_]/);
  if (!/^[a-z]{2,3}$/.test(primary)) return null;
  return primary === "no" ? "nb" : primary;
}

/**
 * The language into which words of a book are translated; null: none.
 * @param chosen undefined without a choice: the interface language, unless the book is in it
 */
export function homeLanguageFor(
  chosen: string | null | undefined,
  interfaceLanguage: string,
  from: string,
): string | null {
  const home = chosen === null ? null : languageTag(chosen ?? interfaceLanguage);
  return home === from ? null : home;
}
