import { epubFiles } from "#tests/support/make-epub";

/** The paths of a book's chapters. */
export function chapterPaths(chapters: number): string[] {
  return Array.from({ length: chapters }, (_, index) => `EPUB/c${index + 1}.xhtml`);
}

const sentence =
  "The lamp by the harbour was lit before the boats came home, and the children counted them one by one. ";

/**
 * Files of a reflowable book; every paragraph has a mark by which a bench detects what is on screen.
 * @param paragraphs number per chapter; 30 fill some pages
 */
export function chapterBook(chapters: number, paragraphs = 30): Map<string, string | Buffer> {
  const paths = chapterPaths(chapters);
  const manifest = paths
    .map((_, at) => `<item id="c${at + 1}" href="c${at + 1}.xhtml" media-type="application/xhtml+xml"/>`)
    .join("");
  const spine = paths.map((_, at) => `<itemref idref="c${at + 1}"/>`).join("");
  const links = paths.map((_, at) => `<li><a href="c${at + 1}.xhtml">Chapter ${at + 1}</a></li>`).join("");
  const files: Record<string, string | Buffer | null> = {
    "EPUB/one.xhtml": null,
    "EPUB/style.css": null,
    "EPUB/nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${links}</ol></nav></body></html>`,
    "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:chapters-${chapters}</dc:identifier><dc:title>Chapters ${chapters}</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest}</manifest><spine>${spine}</spine></package>`,
  };
  for (const [at, path] of paths.entries()) {
    const text = Array.from(
      { length: paragraphs },
      (_, index) => `<p data-mark="c${at + 1}-${index + 1}">${sentence.repeat(4)}</p>`,
    ).join("");
    files[path] =
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${at + 1}</title></head><body><h1 data-mark="c${at + 1}">Chapter ${at + 1}</h1>${text}</body></html>`;
  }
  return epubFiles(files);
}
