import { contentTypeOf } from "~/epub/content-types";
import { readdressCss, readdressDocument } from "~/epub/ingest/readdress";
import { BookFault } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";

export type LocalSource = ContentSource & {
  /** Revokes every object URL that was created. */
  release(): void;
};

/** Parses and serialises documents; a browser's native parser is fastest. */
type Markup = { parse(text: string): Document; serialize(document: Document): string };

/**
 * A book's files in memory, each with its own object URL, created on first use. References in documents and style
 * sheets are replaced by these URLs.
 * @param files by path, as prepared by ingest
 */
export function localSource(
  files: ReadonlyMap<string, Uint8Array>,
  markup: Markup,
  makeAddress: (content: Blob) => string = (content) => URL.createObjectURL(content),
  dropAddress: (address: string) => void = (address) => URL.revokeObjectURL(address),
): LocalSource {
  const addresses = new Map<string, string>();
  /**
   * Documents and style sheets being converted, which wait for the URLs of the files they load; a path found here is a
   * circular reference.
   */
  const waiting = new Set<string>();
  const decoder = new TextDecoder();

  function addressOf(path: string): string | null {
    const known = addresses.get(path);
    if (known !== undefined) return known;
    const data = files.get(path);
    if (!data || waiting.has(path)) return null;
    waiting.add(path);
    const type = contentTypeOf(path);
    const address = makeAddress(new Blob([contentOf(path, type, data)], { type }));
    waiting.delete(path);
    addresses.set(path, address);
    return address;
  }

  function contentOf(path: string, type: string, data: Uint8Array): BlobPart {
    if (type.startsWith("text/css")) return readdressCss(decoder.decode(data), path, addressOf);
    // A document may have any extension, so the content decides.
    if (!/xhtml|svg/.test(type) && !(type === "application/octet-stream" && beginsAsDocument(data))) {
      return data as BlobPart;
    }
    const document = markup.parse(decoder.decode(data));
    readdressDocument(document, path, addressOf);
    return markup.serialize(document);
  }

  const missing = (path: string) => new BookFault("error_not_found", `The book has no file ${path}`);

  return {
    url: (href) => addressOf(href) ?? "about:blank",
    async text(href) {
      const data = files.get(href);
      if (!data) throw missing(href);
      return decoder.decode(data);
    },
    async renew() {
      throw new BookFault("error_fault_in_book_message", "A local file needs no renewal");
    },
    release() {
      for (const address of addresses.values()) dropAddress(address);
      addresses.clear();
    },
  };
}

function beginsAsDocument(data: Uint8Array): boolean {
  return /^\s*(<\?xml|<!doctype|<html)/i.test(new TextDecoder().decode(data.subarray(0, 200)));
}
