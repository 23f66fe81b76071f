/** A stretch of a text: `begin` inclusive, `end` exclusive, in UTF-16 units. */
export interface Stretch {
  begin: number;
  end: number;
}

const ending = /[.!?…؟]+(?:[\s\u00a0\u202f]*»|[”’"“)])*/gu;
/** German quotes point inwards: » opens and « closes. */
const germanEnding = /[.!?…]+[«‹”’"“)]*/gu;
const opener = /^[\s]+[«»“”„"‘’(–—\s\u202f]*(?:\p{Lu}|\p{N}|\p{Lo})/u;

/**
 * The sentences of a paragraph, in order, without the white space between them.
 * A mark that a small letter follows ends nothing ("Why?" asked Lou); closing quotes stay with their sentence.
 */
export function splitSentences(text: string, language = ""): Stretch[] {
  const stretches: Stretch[] = [];
  let begin = 0;
  const push = (end: number) => {
    const raw = text.slice(begin, end);
    const lead = raw.length - raw.trimStart().length;
    const trimmed = raw.trim();
    if (trimmed !== "") stretches.push({ begin: begin + lead, end: begin + lead + trimmed.length });
    begin = end;
  };
  for (const match of text.matchAll(language === "de" ? germanEnding : ending)) {
    const end = match.index + match[0].length;
    if (opener.test(text.slice(end))) push(end);
  }
  push(text.length);
  return stretches;
}

/** The written words of a sentence: runs between white space that hold a letter or a digit. */
export function splitWords(text: string): Stretch[] {
  const words: Stretch[] = [];
  for (const match of text.matchAll(/[^\s\u202f]+/gu)) {
    if (!/[\p{L}\p{N}]/u.test(match[0])) continue;
    words.push({ begin: match.index, end: match.index + match[0].length });
  }
  return words;
}
