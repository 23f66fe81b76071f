import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { memoryFolder } from "./book-folder";
import { previewLimits } from "./limits";
import { prepareBook } from "./prepare-book";
import { BookRejected } from "./rejection";
import { unpackInMemory } from "./unpack-in-memory";

const text = (content: string) => new TextEncoder().encode(content);

function reasonOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof BookRejected) return error.reason;
    throw error;
  }
}

test("files are returned by path, folders are left out", () => {
  const files = unpackInMemory(zipSync({ "EPUB/": new Uint8Array(), "EPUB/å.xhtml": text("<p/>") }));
  expect([...files.keys()]).toEqual(["EPUB/å.xhtml"]);
});

test("rejects data that is not a ZIP archive, and a truncated archive", () => {
  const whole = zipSync({ "a.txt": text("a".repeat(5000)) });
  expect(reasonOf(() => unpackInMemory(text("no archive at all")))).toBe("not-a-zip");
  expect(reasonOf(() => unpackInMemory(whole.subarray(0, whole.length - 10)))).toBe("incomplete");
});

test("rejects paths outside the book, files over the limit and zip bombs", () => {
  const limits = { ...previewLimits, fileBytes: 100 };
  expect(reasonOf(() => unpackInMemory(zipSync({ "../a.txt": text("a") })))).toBe("unsafe-path");
  expect(reasonOf(() => unpackInMemory(zipSync({ "a.txt": new Uint8Array(101) }), limits))).toBe("too-large");
  const bomb = zipSync({ "a.txt": new Uint8Array(5_000_000) });
  expect(reasonOf(() => unpackInMemory(bomb))).toBe("too-large");
});

/** Makes the compressed content of a file in an archive unreadable; names and sizes stay. */
function corrupted(archive: Uint8Array, name: string): Uint8Array {
  const begin = Buffer.from(archive).indexOf(name) + name.length;
  return archive.map((byte, place) => (place >= begin && place < begin + 20 ? 0xff : byte));
}

test("rejects an unsafe path before it unpacks anything", () => {
  const words = text("words ".repeat(1000));
  const safe = corrupted(zipSync({ "a.txt": words, "b.txt": text("b") }), "a.txt");
  expect(reasonOf(() => unpackInMemory(safe))).toBe("damaged");
  const unsafe = corrupted(zipSync({ "a.txt": words, "../b.txt": text("b") }), "a.txt");
  expect(reasonOf(() => unpackInMemory(unsafe))).toBe("unsafe-path");
});

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

function packageOf(manifest: string, spine: string): string {
  return `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="u">x</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest>${manifest}</manifest><spine>${spine}</spine></package>`;
}

test("a book in memory is prepared by the same rules as one on disk: no script is left", async () => {
  const files = unpackInMemory(
    zipSync({
      "META-INF/container.xml": text(container),
      "p.opf": text(
        packageOf(
          '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="d" href="d.svg" media-type="image/svg+xml"/>',
          '<itemref idref="a"/><itemref idref="d"/>',
        ),
      ),
      "a.xhtml": text(
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><script src="s.js"/></head><body onload="x()"><p>Words</p></body></html>',
      ),
      "d.svg": text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><a href="a.xhtml#w"><text>on</text></a><script>x()</script></svg>',
      ),
      "s.js": text("alert(1)"),
    }),
  );
  const { book } = await prepareBook(memoryFolder(files));
  expect(book.spine.map(({ href, source }) => [href, source])).toEqual([
    ["a.xhtml", undefined],
    ["META-INF/fabel/pages/1.xhtml", "d.svg"],
  ]);
  const written = [...files]
    .filter(([path]) => /xhtml|svg/.test(path))
    .map(([, data]) => new TextDecoder().decode(data));
  expect(written).toHaveLength(3);
  for (const document of written) expect(document).not.toMatch(/<script|onload/);
  expect(written[0]).toContain("script-src 'none'");
  expect(written[2]).toContain('href="../../../a.xhtml#w"');
  expect(files.has("s.js")).toBe(false);
});
