import { useTranslation } from "react-i18next";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats numbers for a language: `1,240`, `1 240`, `1.240`. Formatters are cached, since creating one costs more than rendering a list
 * row.
 * @param language BCP 47
 */
export function numberIn(language: string): (number: number) => string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return (number) => format.format(number);
}

/** Formats numbers in the user's language. */
export function useNumber(): (number: number) => string {
  return numberIn(useTranslation("ui").i18n.language);
}
