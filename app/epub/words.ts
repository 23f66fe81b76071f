/** Words of a text, as the reader finds them under a finger and the dictionaries are searched for them. Decision 105. */

/** Letters with their marks; hyphens join them, and the short English endings after an apostrophe belong to their word. */
const pattern = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*(?:['’](?:s|t|d|m|ll|re|ve)(?![\p{L}\p{M}]))?/giu;

/** Longest word that is looked up. */
const longest = 100;

export type TextWord = { text: string; from: number; to: number };

/** The word as dictionaries are searched for it: lower case, without soft hyphens. */
export function wordForm(word: string): string {
  return word.replaceAll("\u00ad", "").normalize("NFC").toLowerCase().replaceAll("’", "'");
}

/** All different words of a text. */
export function wordFormsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.replaceAll("\u00ad", "").matchAll(pattern)) {
    if (word.length <= longest) found.add(wordForm(word));
  }
  return found;
}

/** The word around an offset; null between words. */
export function wordAround(text: string, offset: number): TextWord | null {
  const from = Math.max(0, offset - longest * 2);
  const part = text.slice(from, offset + longest * 2);
  // Replaced by a mark of the same length, so that offsets stay.
  for (const match of part.replaceAll("\u00ad", "\u0303").matchAll(pattern)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (start <= offset && offset <= end) {
      return match[0].length <= longest ? { text: text.slice(start, end), from: start, to: end } : null;
    }
    if (start > offset) return null;
  }
  return null;
}

/** Whether a text is one word and nothing else. */
export function isOneWord(text: string): boolean {
  const [first] = text.replaceAll("\u00ad", "").matchAll(pattern);
  return first !== undefined && first[0].length === text.trim().replaceAll("\u00ad", "").length;
}

/** The sentence around an offset of a block's text. @param language BCP 47, of the text */
export function sentenceAround(text: string, offset: number, language: string): string {
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: "sentence" }).segment(
    text.replace(/\s/g, " "),
  )) {
    if (index + segment.length > offset) return segment.replace(/ +/g, " ").trim();
  }
  return "";
}
