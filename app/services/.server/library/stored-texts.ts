import { createCache } from "~/caching/create-cache";
import { decodeText } from "~/epub/ingest/read-text";
import type { BookStorage } from "./storage";

/** A file of a book as text; `text` is null if the file exceeds the limit. */
type StoredText = { size: number; text: string | null };

/** Cached texts of stored books; the files of a version never change. Decision 24. */
export type StoredTexts = {
  /** @returns null if the file does not exist */
  of(bookId: string, version: string, path: string): Promise<StoredText | null>;
};

/** Maximum characters of all cached texts. */
const cachedCharacters = 16 * 1024 * 1024;

/** @param longest maximum bytes of a file */
export function storedTextsOf(storage: BookStorage, longest: number): StoredTexts {
  const texts = createCache<StoredText>({
    name: "book-texts",
    limit: cachedCharacters,
    sizeOf: ({ text }) => text?.length ?? 1,
  });
  return {
    async of(bookId, version, path) {
      const key = JSON.stringify([bookId, version, path]);
      const cached = texts.get(key);
      if (cached) return cached;
      const file = await storage.open(bookId, version, path).catch(() => null);
      if (!file) return null;
      const text = file.size > longest ? null : decodeText(await bytesOf(file.read()));
      const stored = { size: file.size, text };
      texts.set(key, stored);
      return stored;
    },
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
