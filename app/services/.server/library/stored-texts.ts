import { decodeText } from "~/epub/ingest/prepare-book";
import { keptLately } from "./kept-lately";
import type { BookStorage } from "./storage";

/** A file of a book as text; `text` is null where it is longer than is read. */
export type StoredText = { size: number; text: string | null };

/** Texts of stored books that were asked for lately are at hand: a version never changes. Decision 24. */
export type StoredTexts = {
  /** @returns null where there is no such file */
  of(bookId: string, version: string, path: string): Promise<StoredText | null>;
};

/** Characters of all texts that are kept together. */
const most = 16 * 1024 * 1024;

/** @param longest bytes of the longest file that is read */
export function storedTextsOf(storage: BookStorage, longest: number): StoredTexts {
  const kept = keptLately<StoredText>(most, ({ text }) => text?.length ?? 1);
  return {
    async of(bookId, version, path) {
      const key = JSON.stringify([bookId, version, path]);
      const known = kept.get(key);
      if (known) return known;
      const file = await storage.open(bookId, version, path).catch(() => null);
      if (!file) return null;
      const text = file.size > longest ? null : decodeText(await bytesOf(file.read()));
      const stored = { size: file.size, text };
      kept.keep(key, stored);
      return stored;
    },
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
