/** The language without its region. Norwegian has one tag for the language and one for each of its forms. */
export function primaryLanguage(language: string): string {
  const [primary = ""] = language.toLowerCase().split(/[-_]/);
  return primary === "no" ? "nb" : primary;
}
