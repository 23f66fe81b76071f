import { labelsFor } from "./labels.ts";
import type { Clip, WordClip } from "./narration.ts";
import type { Insert, Sentence } from "./source.ts";

/** The namespace of this project's own attributes and the base of its own metadata names. */
export const fabelNamespace = "https://fabel.example/book#";

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function renderInsert(insert: Insert, language: string): string {
  if (insert.kind === "page") {
    return `<span epub:type="pagebreak" id="page${insert.label}" title="${insert.label}"></span>`;
  }
  const label = `${labelsFor(language).note} ${insert.label}`;
  return `<a epub:type="noteref" role="doc-noteref" id="noteref-${insert.label}" href="#note-${insert.label}" aria-label="${label}">${insert.label}</a>`;
}

/** The text between two places, with what is inserted there. */
function renderStretch(sentence: Sentence, begin: number, end: number, inserts: Insert[], language: string): string {
  let out = "";
  let from = begin;
  for (const insert of inserts) {
    out += escapeXml(sentence.text.slice(from, insert.offset)) + renderInsert(insert, language);
    from = insert.offset;
  }
  return out + escapeXml(sentence.text.slice(from, end));
}

/** A sentence as a span that an overlay can light; by words when `words` are given. */
export function renderSentence(sentence: Sentence, language: string, words: WordClip[] = []): string {
  if (sentence.text === "") return "";
  const before = sentence.inserts.filter(({ offset }) => offset === 0);
  const inside = sentence.inserts.filter(({ offset }) => offset > 0);
  const within = (begin: number, end: number) => inside.filter(({ offset }) => offset > begin && offset <= end);
  let body = "";
  let from = 0;
  for (const word of words) {
    body += renderStretch(sentence, from, word.textBegin, within(from, word.textBegin), language);
    const text = renderStretch(sentence, word.textBegin, word.textEnd, within(word.textBegin, word.textEnd), language);
    body += `<span id="${word.id}">${text}</span>`;
    from = word.textEnd;
  }
  body += renderStretch(sentence, from, sentence.text.length, within(from, sentence.text.length), language);
  return `${before.map((insert) => renderInsert(insert, language)).join("")}<span id="${sentence.id}">${body}</span>`;
}

export function renderSentences(sentences: Sentence[], language: string, clips: Map<string, Clip>): string {
  return sentences.map((sentence) => renderSentence(sentence, language, clips.get(sentence.id)?.words)).join(" ");
}

/** The head and tail of a content document. `headExtra` goes into head as it is. */
export function contentDocument(options: {
  language: string;
  direction: "ltr" | "rtl";
  title: string;
  styles: string;
  headExtra?: string;
  body: string;
}): string {
  const { language, direction, title, styles, headExtra = "", body } = options;
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8"/>
<title>${escapeXml(title)}</title>
${headExtra}<link rel="stylesheet" href="${styles}"/>
</head>
${body}
</html>
`;
}

export function directionOf(language: string): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}
