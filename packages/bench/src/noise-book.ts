import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { epubFiles } from "#tests/support/make-epub";

/** An incompressible image: random pixels as PNG. */
function noisePng(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let row = 0; row < height; row += 1) randomBytes(width * 3).copy(rows, row * (width * 3 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/**
 * Files of a fixed-layout book with an image per page; about 1.4 MB per page of 600 by 800.
 * @param pages number of pages
 * @param spread whether pages may be shown side by side
 */
export function noiseBook(pages: number, spread: "auto" | "none" = "auto"): Map<string, string | Buffer> {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const manifest = numbers
    .map(
      (page) =>
        `<item id="p${page}" href="p${page}.xhtml" media-type="application/xhtml+xml"/><item id="i${page}" href="i${page}.png" media-type="image/png"/>`,
    )
    .join("");
  const spine = numbers.map((page) => `<itemref idref="p${page}"/>`).join("");
  const files: Record<string, string | Buffer | null> = {
    "EPUB/one.xhtml": null,
    "EPUB/style.css": null,
    "EPUB/nav.xhtml": (epubFiles().get("EPUB/nav.xhtml") as string).replace("one.xhtml", "p1.xhtml"),
    "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:noise-${spread}</dc:identifier><dc:title>Noise</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta><meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">${spread}</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest}</manifest><spine>${spine}</spine></package>`,
  };
  for (const page of numbers) {
    files[`EPUB/i${page}.png`] = noisePng(600, 800);
    files[`EPUB/p${page}.xhtml`] =
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${page}</title><meta name="viewport" content="width=600, height=800"/></head><body style="margin:0"><img data-mark="p${page}" src="i${page}.png" alt="" width="600" height="800"/></body></html>`;
  }
  return epubFiles(files);
}
