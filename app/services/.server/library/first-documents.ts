import type { Book, SpineItem } from "~/epub/book";
import { readdressCss } from "~/epub/ingest/readdress";
import { encodePath, resolvePath } from "~/epub/paths";
import { firstItem, type ReadingPlace } from "~/epub/progress";
import type { FirstDocuments } from "~/services/contracts/library";
import type { StoredTexts } from "./stored-texts";

/** Bytes of a book that are embedded in the reader page; anything beyond is loaded by its address, like all other documents. */
export const room = 128 * 1024;

type Stored = { id: string; version: string; manifest: Book };

/**
 * The document that a book opens with, and for fixed pages those that may share its spread, so that the page renders without another
 * round trip. Everything here is optional: the reader loads what is missing. Decision 24.
 * @param folder address of the book's folder, with a slash at its end
 */
export async function firstDocuments(
  texts: StoredTexts,
  { id, version, manifest }: Stored,
  folder: string,
  start: ReadingPlace | null,
): Promise<FirstDocuments> {
  const result: FirstDocuments = { documents: [], styles: {} };
  const first = firstItem(manifest, start);
  let left = room;
  const read = async (path: string) => {
    const stored = await texts.of(id, version, path);
    if (!stored || stored.text === null || stored.size > left) return null;
    left -= stored.size;
    return stored.text;
  };
  for (const item of first ? mayBeShown(manifest, first) : []) {
    const text = /xhtml/.test(item.mediaType) ? await read(item.href) : null;
    if (text === null) continue;
    result.documents.push({ index: item.index, text });
    for (const path of styleSheetsOf(text, item.href)) {
      const css = path in result.styles ? null : await read(path);
      // A style sheet with imports is left to the browser, which waits for all of them.
      if (css === null || /@import/i.test(css)) continue;
      result.styles[path] = readdressCss(css, path, (target) => `${folder}${encodePath(target)}`);
    }
  }
  return result;
}

/** The window decides on which side of a spread a page is, so both neighbours are included. */
function mayBeShown({ spine }: Book, first: SpineItem): SpineItem[] {
  if (first.layout === "reflowable" || first.spread === "none") return [first];
  return [first, spine[first.index + 1], spine[first.index - 1]].filter(
    (item): item is SpineItem => item?.layout === "pre-paginated",
  );
}

/** Paths of the style sheets that a document's head links to; stored documents are well-formed. */
function styleSheetsOf(text: string, href: string): string[] {
  const head = text.slice(0, Math.max(0, text.indexOf("</head>")));
  return Array.from(head.matchAll(/<link\b[^>]*>/g), ([link]) => link)
    .filter((link) => /\brel\s*=\s*["'][^"']*stylesheet/i.test(link))
    .map((link) => /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(link))
    .map((match) => resolvePath(href, (match?.[1] ?? match?.[2] ?? "").replaceAll("&amp;", "&")))
    .filter((path): path is string => path !== null && path !== href);
}
