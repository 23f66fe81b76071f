import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BookFacts } from "./book-facts.ts";
import { splitSentences } from "./sentences.ts";
import { SourceError } from "./source-error.ts";
import { typeset } from "./typography.ts";

/** What stands inside a sentence without being read with it. `offset` counts UTF-16 units of the sentence's text. */
export type Insert = { offset: number; kind: "note"; label: string } | { offset: number; kind: "page"; label: string };

/** One sentence: its id in the document, its printed text, and the source line it came from. */
export interface Sentence {
  id: string;
  text: string;
  inserts: Insert[];
  line: number;
}

export type Block =
  | { kind: "heading"; sentences: Sentence[] }
  | { kind: "paragraph"; sentences: Sentence[] }
  | { kind: "picture"; scene: string; alt: string; line: number }
  | { kind: "footnote"; label: string; sentences: Sentence[] }
  | { kind: "table"; id: string; head: Sentence[]; rows: { id: string; cells: Sentence[] }[] };

/** One page or one chapter in one language. */
export interface SourceDocument {
  name: string;
  language: string;
  file: string;
  line: number;
  title: string;
  blocks: Block[];
}

const pictureLine = /^!\[(?<alt>[^\]]*)\](?:\((?<scene>[^)]+)\))?$/;
const noteLine = /^\[\^(?<label>\w+)\]:\s*(?<text>.+)$/;
const marker = /\s*\[\^(?<note>\w+)\]|\{\{page (?<page>\w+)\}\}\s*/g;

interface Chunk {
  text: string;
  line: number;
}

function chunksOf(lines: string[], firstLine: number): Chunk[] {
  const chunks: Chunk[] = [];
  let current: Chunk | null = null;
  lines.forEach((raw, index) => {
    const text = raw.trim();
    if (text === "") {
      current = null;
      return;
    }
    const standsAlone = text.startsWith("#") || pictureLine.test(text) || noteLine.test(text);
    if (current && !standsAlone) {
      current.text += text.startsWith("|") ? `\n${text}` : ` ${text}`;
      return;
    }
    const chunk = { text, line: firstLine + index };
    chunks.push(chunk);
    current = standsAlone ? null : chunk;
  });
  return chunks;
}

/** Takes the markers out of a text and says where they stood. */
function liftMarkers(text: string): { text: string; inserts: Insert[] } {
  const inserts: Insert[] = [];
  let plain = "";
  let from = 0;
  for (const match of text.matchAll(marker)) {
    plain += text.slice(from, match.index);
    from = match.index + match[0].length;
    const { note, page } = match.groups ?? {};
    if (note) inserts.push({ offset: plain.length, kind: "note", label: note });
    else if (page) inserts.push({ offset: plain.length, kind: "page", label: page });
  }
  return { text: plain + text.slice(from), inserts };
}

class DocumentReader {
  private count = 0;
  constructor(
    private readonly language: string,
    private readonly idPrefix: string,
  ) {}

  private nextId(): string {
    this.count += 1;
    return `${this.idPrefix}s${this.count}`;
  }

  /** The sentences of one running text. A mark at a border belongs to the sentence before it, a page's to the one after. */
  sentences(source: string, line: number): Sentence[] {
    const { text, inserts } = liftMarkers(typeset(source, this.language));
    const stretches = splitSentences(text, this.language);
    return stretches.map(({ begin, end }, index) => {
      const next = stretches[index + 1]?.begin ?? Number.POSITIVE_INFINITY;
      const from = index === 0 ? -1 : begin;
      const mine = inserts.filter(({ offset, kind }) =>
        kind === "page" ? offset >= from && offset < next : offset > begin && (offset <= end || offset < next),
      );
      return {
        id: this.nextId(),
        text: text.slice(begin, end),
        inserts: mine.map((insert) => ({
          ...insert,
          offset: Math.min(Math.max(insert.offset - begin, 0), end - begin),
        })),
        line,
      };
    });
  }

  table({ text, line }: Chunk, number: number): Block {
    const rows = text
      .split("\n")
      .map((row) =>
        row
          .replace(/^\||\|$/g, "")
          .split("|")
          .map((cell) => cell.trim()),
      )
      .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
    const cell = (value: string): Sentence => {
      const [first] = this.sentences(value, line);
      return { id: first?.id ?? this.nextId(), text: typeset(value, this.language), inserts: [], line };
    };
    const [head = [], ...body] = rows;
    return {
      kind: "table",
      id: `${this.idPrefix}table${number}`,
      head: head.map(cell),
      rows: body.map((cells, index) => ({
        id: `${this.idPrefix}table${number}-row${index + 1}`,
        cells: cells.map(cell),
      })),
    };
  }
}

function readBlocks(chunks: Chunk[], file: string, reader: DocumentReader, ownScene: string | null): Block[] {
  const notes = new Map<string, Chunk>();
  const running: Chunk[] = [];
  for (const chunk of chunks) {
    const note = noteLine.exec(chunk.text)?.groups;
    if (note?.label && note.text) notes.set(note.label, { text: note.text, line: chunk.line });
    else running.push(chunk);
  }
  const blocks: Block[] = [];
  let tables = 0;
  let waitingPage = "";
  for (const chunk of running) {
    const picture = pictureLine.exec(chunk.text)?.groups;
    if (picture) {
      const scene = picture.scene ?? ownScene;
      if (!scene) throw new SourceError(file, chunk.line, "a picture names its scene: ![what is seen](scene-name)");
      if (!picture.alt)
        throw new SourceError(file, chunk.line, `picture "${scene}" says nothing to those who do not see it`);
      blocks.push({ kind: "picture", scene, alt: picture.alt, line: chunk.line });
      continue;
    }
    if (/^\{\{page \w+\}\}$/.test(chunk.text)) {
      waitingPage = chunk.text;
      continue;
    }
    if (chunk.text.startsWith("|")) {
      tables += 1;
      blocks.push(reader.table(chunk, tables));
      continue;
    }
    const isHeading = chunk.text.startsWith("#");
    const sentences = reader.sentences(waitingPage + chunk.text.replace(/^#+\s*/, ""), chunk.line);
    waitingPage = "";
    blocks.push({ kind: isHeading ? "heading" : "paragraph", sentences });
    for (const insert of sentences.flatMap((sentence) => sentence.inserts)) {
      if (insert.kind !== "note") continue;
      const note = notes.get(insert.label);
      if (!note) throw new SourceError(file, chunk.line, `footnote [^${insert.label}] has no text in this chapter`);
      notes.delete(insert.label);
      blocks.push({ kind: "footnote", label: insert.label, sentences: reader.sentences(note.text, note.line) });
    }
  }
  for (const [label, { line }] of notes) throw new SourceError(file, line, `nothing refers to footnote [^${label}]`);
  return blocks;
}

/** Parses one pages.<language>.md: `## page-name`, an optional `![what is seen]`, paragraphs. */
export function parsePages(text: string, file: string, language: string, title: string): SourceDocument[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith("## ") ? [index] : []));
  if (starts.length === 0) throw new SourceError(file, 1, "no page: a page begins with ## and its name");
  return starts.map((start, index) => {
    const name = (lines[start] ?? "").slice(3).trim();
    if (!/^[a-z0-9-]+$/.test(name)) throw new SourceError(file, start + 1, `"${name}" is no page name`);
    const body = lines.slice(start + 1, starts[index + 1] ?? lines.length);
    const reader = new DocumentReader(language, `${language}-`);
    const blocks = readBlocks(chunksOf(body, start + 2), file, reader, name);
    return { name, language, file, line: start + 1, title, blocks };
  });
}

/** Parses one chapter file: `# Title` first, then its blocks. `name` is the file's name without .md. */
export function parseChapter(text: string, file: string, language: string, name: string): SourceDocument {
  const chunks = chunksOf(text.split("\n"), 1);
  const heading = chunks.find((chunk) => chunk.text.startsWith("# "));
  if (!heading) throw new SourceError(file, 1, "a chapter begins with # and its title");
  const blocks = readBlocks(chunks, file, new DocumentReader(language, ""), null);
  return { name, language, file, line: heading.line, title: typeset(heading.text.slice(2).trim(), language), blocks };
}

/**
 * Reads all text of a book: one list of documents for each language, the book's own language first.
 * Throws a SourceError where the pages of two languages are not the same ones in the same order.
 */
export async function readDocuments(directory: string, facts: BookFacts): Promise<Map<string, SourceDocument[]>> {
  const byLanguage = new Map<string, SourceDocument[]>();
  if (facts.kind === "reflowable") {
    const folder = join(directory, "chapters");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
    const chapters = await Promise.all(
      names.map(async (name) => {
        const file = join(folder, name);
        return parseChapter(await readFile(file, "utf8"), file, facts.language, name.replace(/\.md$/, ""));
      }),
    );
    if (chapters.length === 0) throw new SourceError(folder, 1, "no chapter");
    byLanguage.set(facts.language, chapters);
    return byLanguage;
  }
  for (const language of new Set([facts.language, ...facts.narration])) {
    const file = join(directory, `pages.${language}.md`);
    const title = facts.titles[language] ?? facts.title;
    byLanguage.set(language, parsePages(await readFile(file, "utf8"), file, language, title));
  }
  const own = byLanguage.get(facts.language) ?? [];
  for (const pages of byLanguage.values()) {
    for (let index = 0; index < Math.max(own.length, pages.length); index += 1) {
      const page = pages[index];
      const last = pages.at(-1);
      if (page?.name === own[index]?.name) continue;
      throw new SourceError(
        page?.file ?? last?.file ?? directory,
        page?.line ?? last?.line ?? 1,
        `page "${page?.name ?? "(none)"}" stands where the book's own language has "${own[index]?.name ?? "(none)"}"`,
      );
    }
  }
  return byLanguage;
}

/** Every sentence of a document in the order it is read. */
export function sentencesOf(document: SourceDocument): Sentence[] {
  return document.blocks.flatMap((block) => {
    if (block.kind === "picture") return [];
    if (block.kind === "table") return [...block.head, ...block.rows.flatMap((row) => row.cells)];
    return block.sentences;
  });
}
