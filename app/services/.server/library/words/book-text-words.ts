import { createCache } from "~/caching/create-cache";
import type { Book } from "~/epub/book";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { decodeText } from "~/epub/ingest/read-text";
import { wordFormsOf } from "~/epub/words";
import type { BookStorage } from "~/services/.server/library/storage";
import type { GlossaryEntry } from "~/services/contracts/words";
import { glossaryIn } from "./glossary";

/** The words that occur in a book, and its own glossary. */
export type TextWords = { forms: string[]; glossary: GlossaryEntry[] };

/** Words of all cached books. */
const cachedWords = 300_000;
/** Largest document that is read, in bytes. */
const longestDocument = 16 * 1024 * 1024;
/** Most entries of a glossary. */
const mostEntries = 2000;

/** Cached words of stored books; the files of a version never change. */
export function textWordsOf(storage: Pick<BookStorage, "open">) {
  const cache = createCache<Promise<TextWords>>({ name: "book-words", limit: 100 });
  const sizes = new Map<string, number>();
  return (bookId: string, version: string, manifest: Book): Promise<TextWords> => {
    const key = `${bookId}/${version}`;
    return cache.getOrMake(key, async () => {
      const words = await readWords(storage, bookId, version, manifest);
      sizes.set(key, words.forms.length);
      if ([...sizes.values()].reduce((sum, size) => sum + size, 0) > cachedWords) {
        sizes.clear();
        cache.clear();
      }
      return words;
    });
  };
}

async function readWords(
  storage: Pick<BookStorage, "open">,
  bookId: string,
  version: string,
  { spine }: Book,
): Promise<TextWords> {
  const forms = new Set<string>();
  const glossary: GlossaryEntry[] = [];
  for (const { href } of spine) {
    const file = await storage.open(bookId, version, href).catch(() => null);
    if (!file || file.size > longestDocument) continue;
    const text = decodeText(new Uint8Array(await new Response(file.read()).arrayBuffer()));
    for (const form of wordFormsOf(textOfMarkup(text))) forms.add(form);
    if (/glossary|<dfn/.test(text) && glossary.length < mostEntries) glossary.push(...readGlossary(text, href));
  }
  return { forms: [...forms], glossary: glossary.slice(0, mostEntries) };
}

function readGlossary(text: string, href: string): GlossaryEntry[] {
  try {
    return glossaryIn(parseContentDocument(text), href);
  } catch {
    return [];
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Elements whose names don't divide words. */
const inline =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|dfn|em|font|i|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^>]*)?>/gi;

/** The text of a stored document; its markup was cleaned when the book was added. */
function textOfMarkup(markup: string): string {
  return markup
    .replace(/<(head|script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, " ")
    .replace(inline, "")
    .replace(/<[^>]*>/g, " ")
    .replace(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (_all, hex?: string, decimal?: string, name?: string) => {
        if (name) return entities[name.toLowerCase()] ?? " ";
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
      },
    );
}
