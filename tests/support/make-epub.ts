import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { temporaryFolder } from "./temporary-folder";

/** Files of a small valid EPUB 3; override or add by path, remove with null. */
export function epubFiles(changes: Record<string, string | Buffer | null> = {}): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>([
    ["mimetype", "application/epub+zip"],
    [
      "META-INF/container.xml",
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ],
    [
      "EPUB/package.opf",
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:book</dc:identifier><dc:title>A test book</dc:title><dc:language>en</dc:language><dc:creator>Ann Author</dc:creator><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="css" href="style.css" media-type="text/css"/></manifest><spine><itemref idref="one"/></spine></package>`,
    ],
    [
      "EPUB/nav.xhtml",
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav></body></html>',
    ],
    [
      "EPUB/one.xhtml",
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title><link rel="stylesheet" href="style.css"/></head><body><p id="s1">Once upon a time.</p></body></html>',
    ],
    ["EPUB/style.css", "p { color: black }"],
  ]);
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  return files;
}

/**
 * Writes the files as a zip into a temporary folder and returns its path.
 * @param isLarge uses the format for large archives (zip64)
 */
export async function writeEpub(
  files: Map<string, string | Buffer>,
  name = "book.epub",
  isLarge = false,
): Promise<string> {
  const file = join(await temporaryFolder("epub"), name);
  const zip = new yazl.ZipFile();
  for (const [path, content] of files) {
    zip.addBuffer(Buffer.from(content), path, { compress: path !== "mimetype", forceZip64Format: isLarge });
  }
  zip.end({ forceZip64Format: isLarge, comment: "" });
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}
