/** A text of a book and its translations, by language (BCP 47). */
export type BookText = {
  text: string;
  translations: Readonly<Record<string, string>>;
  /** Language of the book. */
  language: string;
};

/**
 * The text in the page's language if there is one, else as it is, with its language for the `lang` attribute. Languages match by their
 * first subtag if not exactly: a text in `en` is for `en-UK` and `en-US`.
 */
export function textInLocale(
  { text, translations, language }: BookText,
  locale: string,
): { text: string; language: string } {
  const named = Object.entries(translations);
  const found =
    named.find(([tag]) => tag.toLowerCase() === locale.toLowerCase()) ??
    named.find(([tag]) => firstSubtag(tag) === firstSubtag(locale));
  if (firstSubtag(language) !== firstSubtag(locale) && found) return { text: found[1], language: found[0] };
  // The text itself may be in another language than the book.
  return { text, language: named.find(([, each]) => each === text)?.[0] ?? language };
}

function firstSubtag(tag: string): string {
  const subtag = tag.split("-")[0]?.toLowerCase() ?? "";
  return subtag === "no" ? "nb" : subtag;
}
