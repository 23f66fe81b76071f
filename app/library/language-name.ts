/** A language's name in the interface language, capitalised. */
export function languageName(tag: string, pageLanguage: string): string {
  let name = tag;
  try {
    name = new Intl.DisplayNames([pageLanguage], { type: "language" }).of(tag) ?? tag;
  } catch {
    // A publisher may have used an invalid BCP 47 tag.
  }
  return name.charAt(0).toLocaleUpperCase(pageLanguage) + name.slice(1);
}
