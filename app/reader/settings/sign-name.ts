/**
 * What signs are called in the language menu. A video may be filed under any language's code: its two or three letters alone say nothing.
 * @param names the words for the codes that have some, and for sign language as such
 * @param pageLanguage the language that the pages around the book are in
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
