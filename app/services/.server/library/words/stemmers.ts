/** PostgreSQL's Snowball dictionaries by primary subtag; other languages are looked up as they are written. */
const stemmers: Record<string, string> = {
  ...{
    ar: "arabic",
    ca: "catalan",
    da: "danish",
    nl: "dutch",
    en: "english",
    fi: "finnish",
    fr: "french",
    de: "german",
  },
  ...{ el: "greek", hi: "hindi", hu: "hungarian", id: "indonesian", ga: "irish", it: "italian", lt: "lithuanian" },
  ...{
    nb: "norwegian",
    nn: "norwegian",
    no: "norwegian",
    pt: "portuguese",
    ro: "romanian",
    ru: "russian",
    es: "spanish",
  },
  ...{ sv: "swedish", tr: "turkish" },
};

/** Name of the dictionary that stems words of a language. */
export function stemmerOf(language: string): string {
  const name = stemmers[language];
  return name ? `${name}_stem` : "simple";
}

/** Endings that Snowball leaves on a word, which would hide the word that dictionaries have. */
const endings: Record<string, RegExp> = {
  // "flickan", "skons", "äpplena".
  sv: /^(.*[aeiouyåäö].*)na$|^(.+[aouyåäö])ns?$/,
  en: /^(.+)'(?:s|d|m|ll|re|ve)$/,
};

/** Other forms under which a dictionary may have a word. */
export function variantsOf(language: string, form: string): string[] {
  const found = endings[language]?.exec(form);
  return found ? found.slice(1).filter((part) => part !== undefined && part.length > 1) : [];
}
