const narrowSpace = "\u202f";

/** Straight quotes and apostrophes to printed ones; in French the thin spaces that its marks ask for. */
export function typeset(text: string, language: string): string {
  let out = text
    .replace(/(\p{L})'/gu, "$1’")
    .replace(/'(\p{L})/gu, "’$1")
    .replace(/(?<=^|[\s(—–])"/gu, "“")
    .replace(/"/g, "”");
  if (language === "fr") {
    out = out
      .replace(/[ \u00a0\u202f]+([!?;:»])/g, `${narrowSpace}$1`)
      .replace(/«[ \u00a0\u202f]*/g, `«${narrowSpace}`);
  }
  return out;
}
