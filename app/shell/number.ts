import { useTranslation } from "react-i18next";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number in words of a language: `1,240`, `1 240`, `1.240`. Formatters are cached, since making one costs more than a row of a list.
 * @param language BCP 47
 */
export function numberIn(language: string): (number: number) => string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return (number) => format.format(number);
}

/** In the reader's language. */
export function useNumber(): (number: number) => string {
  return numberIn(useTranslation("ui").i18n.language);
}
