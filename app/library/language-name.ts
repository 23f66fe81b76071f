/** A language by its name in the page's language, as it begins a line. */
export function languageName(tag: string, pageLanguage: string): string {
  let name = tag;
  try {
    name = new Intl.DisplayNames([pageLanguage], { type: "language" }).of(tag) ?? tag;
  } catch {
    // A publisher may have written no tag of BCP 47.
  }
  return name.charAt(0).toLocaleUpperCase(pageLanguage) + name.slice(1);
}
