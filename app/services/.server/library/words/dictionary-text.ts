import type { DictionaryEntry } from "./dictionary";

/** Reads an entry of a dictionary's text: headword, pronunciation, part of speech, meanings. */

const mostMeanings = 6;
const longestMeaning = 240;

/**
 * @param text the lines of an entry, with the headword in the first one as FreeDict writes it: "katt /kat/ <n>"
 * @param headword what the index calls it
 * @returns null without any meaning
 */
export function readEntry(headword: string, text: string): DictionaryEntry | null {
  const lines = plainText(text).split("\n");
  const first = lines[0]?.trim() ?? "";
  const isHead = first.toLowerCase().startsWith(headword.toLowerCase());
  const head = isHead ? first.slice(headword.length) : "";
  const pronunciation =
    /\/([^/]{1,80})\//
      .exec(head)?.[1]
      ?.replace(/\([a-z]{2}\)/g, "")
      .trim() || null;
  const part = /<([^>]{1,40})>/.exec(head)?.[1]?.trim() ?? null;
  // What follows pronunciation and part of speech in the first line is a meaning already.
  const rest = head
    .replace(/\/[^/]{1,80}\//, "")
    .replace(/<[^>]{1,40}>/g, "")
    .replace(/^[\s,;:]+/, "");
  const meanings = meaningsIn([...(isHead ? [rest] : [first]), ...lines.slice(1)]);
  const shown = isHead ? first.slice(0, headword.length) : headword;
  return meanings.length > 0 ? { headword: shown, pronunciation, part, meanings } : null;
}

/** "1.", "2)" and, in WordNet, "n 1:". */
const numbering = /^\s*(?:[a-z]{1,4}\.?\s+)?\d+\s*[.):]\s+/;

/** Cross-references and notes are not meanings. */
const aside = /^\s*(?:(?:synonyms?|antonyms?|see(?: also)?|notes?):|[(])/i;

function meaningsIn(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => line.trim() !== "" && !aside.test(line));
  // Where meanings are numbered, a line without a number continues the one before it.
  const isNumbered = kept.some((line) => numbering.test(line));
  const whole: string[] = [];
  for (const line of kept) {
    if (isNumbered && whole.length > 0 && !numbering.test(line)) whole.push(`${whole.pop()} ${line.trim()}`);
    else whole.push(line);
  }
  const meanings: string[] = [];
  for (const line of whole) {
    const meaning = withoutExamples(line)
      .replace(numbering, "")
      .replace(/^\s*(?:[a-z]\)|[-•*])\s+/, "")
      .replace(/\s*<[a-z][a-z,. ]{0,30}>/g, "")
      .replace(/\{([^{}]*)\}/g, "$1")
      .replace(/\s+/g, " ")
      .replace(/[\s;,]+$/, "")
      .trim();
    if (meaning === "" || meanings.includes(meaning)) continue;
    meanings.push(meaning.length > longestMeaning ? `${meaning.slice(0, longestMeaning - 1)}…` : meaning);
    if (meanings.length === mostMeanings) break;
  }
  return meanings;
}

/** Without quoted examples, with what follows them, and WordNet's lists of synonyms. */
function withoutExamples(line: string): string {
  return line.replace(/\s*\[(?:syn|ant|also): [^\]]*\]/g, "").replace(/(?:^|[;:,.\s]+)["“»][\s\S]*$/, "");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text of an entry that is marked up as HTML, Pango or XDXF; plain text stays. */
export function plainText(text: string): string {
  if (!/<\/?(?:b|i|k|br|p|div|span|ar|def|dtrn|li|ol|ul|font|kref|sup|sub|co|abr|ex)\b[^>]*>/i.test(text)) return text;
  return text
    .replace(/<(?:br|p|div|li|def|dtrn)\b[^>]*>/gi, "\n")
    .replace(/<k\b[^>]*>[\s\S]*?<\/k>/gi, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/g, (_all, code?: string, name?: string) =>
      code ? (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : "") : (entities[name ?? ""] ?? ""),
    );
}
