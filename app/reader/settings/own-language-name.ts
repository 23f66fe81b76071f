/** A language's name in itself, so that a child finds the language spoken at home. */
export function ownLanguageName(language: string): string {
  try {
    const own = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
    return own.charAt(0).toLocaleUpperCase(language) + own.slice(1);
  } catch {
    return language.toUpperCase();
  }
}
