/** Text normalised for search: lower case, without accents, with one space for any white space. docs/product/reader.md#comfort. */

export type Folded = {
  text: string;
  /** For each character of the folded text its offset in the original text. */
  at: Uint32Array;
};

/** Characters without a Unicode decomposition that people type differently. */
const spellings: Record<string, string> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "‑": "-",
};

const marks = /\p{M}/gu;
/** Invisible characters: soft hyphens, joiners and the like. */
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const known = new Map<string, string>();

function foldLetter(letter: string): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  let folded = "";
  if (/\s/.test(letter)) folded = " ";
  else if (!unseen.test(letter)) {
    for (const part of letter.toLowerCase().normalize("NFKD").replace(marks, "")) folded += spellings[part] ?? part;
  }
  known.set(letter, folded);
  return folded;
}

export function foldWithOffsets(text: string): Folded {
  const at: number[] = [];
  let folded = "";
  let place = 0;
  for (const letter of text) {
    const part = foldLetter(letter);
    const isSecondSpace = part === " " && folded.endsWith(" ");
    if (!isSecondSpace) {
      folded += part;
      for (let index = 0; index < part.length; index += 1) at.push(place);
    }
    place += letter.length;
  }
  at.push(place);
  return { text: folded, at: Uint32Array.from(at) };
}

/** The query's accented letters, in order: å in a query doesn't match a, though a matches å. */
export function markedLetters(text: string): string[] {
  return Array.from(text.toLowerCase().normalize("NFC")).filter(
    (letter) => foldLetter(letter) !== letter && /\p{L}/u.test(letter),
  );
}
