/** PostgreSQL's Snowball dictionaries by primary subtag; other languages are looked up as they are written. */
const stemmers: Record<string, string> = {
  ...{ ar: "arabic", ca: "catalan", da: "danish", nl: "dutch", en: "english", fi: "finnish", fr: "french", de: "german" },
  ...{ el: "greek", hi: "hindi", hu: "hungarian", id: "indonesian", ga: "irish", it: "italian", lt: "lithuanian" },
  ...{ nb: "norwegian", nn: "norwegian", no: "norwegian", pt: "portuguese", ro: "romanian", ru: "russian", es: "spanish" },
  ...{ sv: "swedish", tr: "turkish" },
};

/** Name of the dictionary that stems words of a language. */
export function stemmerOf(language: string): string {
  const name = stemmers[language];
  return name ? `${name}_stem` : "simple";
}
