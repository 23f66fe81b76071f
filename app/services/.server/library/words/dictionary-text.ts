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
  const pronunciation = /\/([^/]{1,80})\//.exec(head)?.[1]?.trim() ?? null;
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

function meaningsIn(lines: readonly string[]): string[] {
  const meanings: string[] = [];
  for (const line of lines) {
    const meaning = line
      .trim()
      .replace(/^(?:\d+[.)]|[a-z]\)|[-•*])\s+/, "")
      .replace(/^(?:<[^>]{1,40}>|\[[^\]]{1,40}\])\s*/, "")
      .replace(/\{([^{}]*)\}/g, "$1")
      .trim();
    // Examples, cross-references and notes are not meanings.
    if (meaning === "" || /^["“»'(]/.test(meaning) || /^(?:synonyms?|antonyms?|see(?: also)?|note)s?:/i.test(meaning))
      continue;
    if (meanings.includes(meaning)) continue;
    meanings.push(meaning.length > longestMeaning ? `${meaning.slice(0, longestMeaning - 1)}…` : meaning);
    if (meanings.length === mostMeanings) break;
  }
  return meanings;
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
