import { expect, test } from "vitest";
import { epubFiles } from "#tests/support/make-epub";
import { inLanguage } from "~/epub/book-labels";
import { memoryFolder } from "./book-folder";
import { deobfuscate } from "./font-obfuscation";
import { prepareBook } from "./prepare-book";

/** Rules of EPUB 3.3 and EPUB Reading Systems 3.3 for whole books, checked on small ones. */

const encoder = new TextEncoder();

async function prepare(changes: Record<string, string | Buffer | null>) {
  const files = new Map(
    [...epubFiles(changes)].map(([path, content]) => [
      path,
      typeof content === "string" ? encoder.encode(content) : content,
    ]),
  );
  const { book, descriptive } = await prepareBook(memoryFolder(files));
  return { book, descriptive, text: (path: string) => new TextDecoder().decode(files.get(path)), files };
}

function packageOf(parts: {
  attributes?: string;
  metadata?: string;
  manifest?: string;
  spine?: string;
  after?: string;
}) {
  return `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" ${parts.attributes ?? ""}>
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid"> urn:test:book </dc:identifier>
    <dc:title>A test book</dc:title><dc:language>en</dc:language>${parts.metadata ?? ""}</metadata>
    <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>${parts.manifest ?? ""}</manifest>
    <spine>${parts.spine ?? '<itemref idref="one"/>'}</spine>${parts.after ?? ""}</package>`;
}

const page = (body: string, head = "") =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>${head}</head><body>${body}</body></html>`;

test("given several packages, then the first is read, by its decoded path from the root", async () => {
  const { book } = await prepare({
    "META-INF/container.xml":
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/the%20book.opf" media-type="application/oebps-package+xml"/><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "EPUB/the book.opf": packageOf({ metadata: "<dc:creator>First</dc:creator>" }),
  });
  expect(book.creators).toEqual(["First"]);
});

test("metadata, manifest and title of a collection are ignored", async () => {
  const { book } = await prepare({
    "EPUB/package.opf": packageOf({
      after:
        '<collection role="x-unknown"><metadata><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">Other</dc:title></metadata><manifest><item id="x" href="x.xhtml" media-type="application/xhtml+xml"/></manifest></collection>',
    }),
  });
  expect(book).toMatchObject({ title: "A test book", spine: [{ href: "EPUB/one.xhtml" }] });
});

test("a file is found by its name in another Unicode normal form, with spaces and ampersands", async () => {
  const { book } = await prepare({
    "EPUB/o\u0308ppna & läs.xhtml": null,
    "EPUB/\u00f6ppna & läs.xhtml": page("<p>Hej</p>"),
    "EPUB/package.opf": packageOf({
      manifest: '<item id="two" href="o%CC%88ppna%20&amp;%20l%C3%A4s.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="two"/>',
    }),
  });
  expect(book.spine.map(({ href }) => href)).toEqual(["EPUB/\u00f6ppna & läs.xhtml"]);
});

test("documents are decoded from UTF-16 with or without a byte order mark, and from the declared encoding", async () => {
  const text =
    '<?xml version="1.0" encoding="utf-16"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Smörgås</p></body></html>';
  const marked = Buffer.from(`\ufeff${text}`, "utf16le");
  const latin = Buffer.from(text.replace("utf-16", "ISO-8859-1"), "latin1");
  for (const content of [marked, marked.subarray(2), Buffer.from(marked).swap16(), latin]) {
    const { text: stored } = await prepare({ "EPUB/one.xhtml": content });
    expect(stored("EPUB/one.xhtml")).toContain("<p>Smörgås</p>");
    expect(stored("EPUB/one.xhtml")).not.toContain("<?xml");
  }
});

const encryption = (algorithm: string, path: string) =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${path}"/></CipherData></EncryptedData></encryption>`;

test.each([
  ["idpf", "http://www.idpf.org/2008/embedding"],
  ["adobe", "http://ns.adobe.com/pdf/enc#RC"],
] as const)("fonts obfuscated with the %s algorithm are restored", async (way, algorithm) => {
  const font = Uint8Array.from({ length: 2000 }, (_, index) => index % 251);
  const identifier = "urn:uuid:12345678-1234-5678-1234-567812345678";
  const { files } = await prepare({
    "EPUB/my font.woff": Buffer.from(await deobfuscate(font, way, identifier)),
    "EPUB/package.opf": packageOf({}).replace("urn:test:book", identifier),
    "META-INF/encryption.xml": encryption(algorithm, "EPUB/my%20font.woff"),
  });
  expect(Buffer.from(files.get("EPUB/my font.woff") ?? []).equals(Buffer.from(font))).toBe(true);
});

test("an encrypted font is removed from the book, and an encrypted page rejects the book", async () => {
  const aes = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
  const { files } = await prepare({
    "EPUB/font.woff": "secret",
    "META-INF/encryption.xml": encryption(aes, "EPUB/font.woff"),
  });
  expect(files.has("EPUB/font.woff")).toBe(false);
  await expect(prepare({ "META-INF/encryption.xml": encryption(aes, "EPUB/one.xhtml") })).rejects.toThrow("encrypted");
});

test("a foreign item without a fallback, a missing item and a missing picture each set hasMissingParts", async () => {
  const foreign = packageOf({
    manifest: '<item id="pdf" href="a.pdf" media-type="application/pdf"/>',
    spine: '<itemref idref="one"/><itemref idref="pdf"/>',
  });
  expect((await prepare({ "EPUB/package.opf": foreign, "EPUB/a.pdf": "%PDF" })).book.hasMissingParts).toBe(true);
  const missing = packageOf({
    manifest: '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>',
    spine: '<itemref idref="one"/><itemref idref="two"/>',
  });
  expect((await prepare({ "EPUB/package.opf": missing })).book.hasMissingParts).toBe(true);
  const picture = packageOf({
    manifest:
      '<item id="dot" href="dot.png" media-type="image/png"/><item id="far" href="https://a.example/b.png" media-type="image/png"/>',
  });
  expect((await prepare({ "EPUB/package.opf": picture })).book.hasMissingParts).toBe(true);
  expect((await prepare({ "EPUB/package.opf": picture, "EPUB/dot.png": "PNG" })).book.hasMissingParts).toBeUndefined();
  expect((await prepare({})).book.hasMissingParts).toBeUndefined();
});

test("a spine item that is replaced by its fallback keeps its own path as the source", async () => {
  const { book } = await prepare({
    "EPUB/data.xml": "<data/>",
    "EPUB/package.opf": packageOf({
      manifest: '<item id="data" href="data.xml" media-type="application/xml" fallback="one"/>',
      spine: '<itemref idref="data"/>',
    }),
  });
  expect(book.spine[0]).toMatchObject({ href: "EPUB/one.xhtml", source: "EPUB/data.xml" });
});

test("a missing picture in the spine is replaced by its fallback, an existing one is not", async () => {
  const changes = {
    "EPUB/package.opf": packageOf({
      manifest:
        '<item id="gone" href="gone.png" media-type="image/png" fallback="also-gone"/><item id="also-gone" href="gone.xhtml" media-type="application/xhtml+xml" fallback="one"/>',
      spine: '<itemref idref="gone"/>',
    }),
  };
  const { book } = await prepare(changes);
  expect(book.spine).toHaveLength(1);
  expect(book.spine[0]).toMatchObject({ href: "EPUB/one.xhtml", source: "EPUB/gone.png" });
  const withPicture = await prepare({ ...changes, "EPUB/gone.png": "PNG" });
  expect(withPicture.book.spine[0]).toMatchObject({ source: "EPUB/gone.png", href: "META-INF/fabel/pages/0.xhtml" });
});

test("an SVG in the spine keeps its style sheets, pictures, links and size", async () => {
  const { book, text } = await prepare({
    "EPUB/art/a.svg":
      '<?xml-stylesheet type="text/css" href="../style.css" media="screen"?><svg xmlns="http://www.w3.org/2000/svg" width="600px" height="800px"><style>text{fill:url(#g);mask:url(m.svg)}</style><image href="b.png"/><a href="../one.xhtml#s1"><text>On</text></a><a href="https://example.org/"><text>Out</text></a></svg>',
    "EPUB/package.opf": packageOf({
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      manifest: '<item id="art" href="art/a.svg" media-type="image/svg+xml"/>',
      spine: '<itemref idref="art"/><itemref idref="art"/>',
    }),
  });
  expect(book.spine.map(({ viewport, source }) => ({ viewport, source }))).toEqual(
    Array(2).fill({ viewport: { width: 600, height: 800 }, source: "EPUB/art/a.svg" }),
  );
  for (const { href } of book.spine) {
    const stored = text(href);
    expect(stored).toMatch(/<link rel="stylesheet" href="..\/..\/..\/EPUB\/style.css" media="screen"/);
    expect(stored).toContain('<image href="../../../EPUB/art/b.png"');
    expect(stored).toContain('<a href="../../../EPUB/one.xhtml#s1"');
    expect(stored).toContain('<a href="https://example.org/"');
    expect(stored).toContain('fill:url(#g);mask:url("../../../EPUB/art/m.svg")');
    expect(stored).toContain('viewBox="0 0 600 800"');
  }
});

test("given a navigation document without a table of contents, then the NCX is read", async () => {
  const { book } = await prepare({
    "EPUB/nav.xhtml": page("<p>Nothing</p>"),
    "EPUB/toc.ncx":
      '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint id="n"><navLabel><text>Start</text></navLabel><content src="one.xhtml#s1"/></navPoint></navMap></ncx>',
    "EPUB/package.opf": packageOf({
      manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    }),
  });
  expect(book.toc).toEqual([{ label: "Start", href: "EPUB/one.xhtml#s1", children: [] }]);
});

test("labels: alt before title, alttext of formulas, no ruby text; links above the root stay in the book", async () => {
  const labels = [
    '<a href="one.xhtml"><img src="a.png" alt="Alt" title="Title"/></a>',
    '<a href="../../../EPUB/one.xhtml#s1"><audio src="a.mp3" title="Sound"></audio></a>',
    '<a href="one.xhtml"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><mi>x</mi></math></a>',
    '<span>Group<ruby>漢<rp>(</rp><rt>kan</rt></ruby></span><ol hidden="hidden"><li><a href="/EPUB/one.xhtml">In</a></li></ol>',
  ];
  const { book } = await prepare({
    "EPUB/nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><h1>C</h1><ol>${labels.map((label) => `<li>${label}</li>`).join("")}</ol></nav></body></html>`,
  });
  expect(book.toc.map(({ label, href }) => [label, href])).toEqual([
    ["Alt", "EPUB/one.xhtml"],
    ["Sound", "EPUB/one.xhtml#s1"],
    ["x squared", "EPUB/one.xhtml"],
    ["Group漢", null],
  ]);
  expect(book.toc[3]?.children).toEqual([{ label: "In", href: "EPUB/one.xhtml", children: [] }]);
});

test("a document without a file extension is stored with one, and keeps its own path as the source", async () => {
  const { book, text } = await prepare({
    "EPUB/chapter": page("<p>Named so</p><script>1</script>"),
    "EPUB/package.opf": packageOf({
      manifest: '<item id="two" href="chapter" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="two"/>',
    }),
  });
  expect(book.spine[0]).toMatchObject({ href: "EPUB/chapter.xhtml", source: "EPUB/chapter" });
  expect(text("EPUB/chapter.xhtml")).toContain("<p>Named so</p>");
  expect(text("EPUB/chapter.xhtml")).not.toContain("script>");
});

const contents = (label: string, href: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body><nav epub:type="toc"><ol><li><a href="${href}">${label}</a></li></ol></nav></body></html>`;
const smil =
  '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="one.xhtml#s1"/><audio src="one.mp3" clipBegin="0s" clipEnd="1s"/></par></body></smil>';
const inGerman = '<meta refines="#title" property="alternate-script" xml:lang="de">Ein Testbuch</meta>';
const narratedBook = (metadata: string) => ({
  "EPUB/package.opf": packageOf({
    metadata,
    manifest:
      '<item id="smil" href="one.smil" media-type="application/smil+xml"/><item id="spoken" href="spoken.xhtml" media-type="application/xhtml+xml" media-overlay="smil"/>',
    spine: '<itemref idref="spoken"/>',
  }).replace("<dc:title>", '<dc:title id="title">'),
  "EPUB/spoken.xhtml": page('<p id="s1">Once.</p>'),
  "EPUB/one.smil": smil,
  "EPUB/de/one.smil": smil,
  "EPUB/media/pg_audio/de/one.mp3": "sound",
  "EPUB/de/nav.xhtml": contents("Eins", "../spoken.xhtml"),
});

test("title and contents in another narration language are read, the contents from the language's folder", async () => {
  const { book } = await prepare(narratedBook(inGerman));
  expect(book.languages.audio).toEqual(["en", "de"]);
  expect(book.translations).toEqual({
    de: {
      title: "Ein Testbuch",
      toc: [{ label: "Eins", href: "EPUB/spoken.xhtml", children: [] }],
      pageList: [],
    },
  });
  expect(inLanguage(book, "de")).toMatchObject({ title: "Ein Testbuch", language: "de", toc: [{ label: "Eins" }] });
  expect(inLanguage(book, "fr")).toBe(book);
});

test("a language without a title, contents or narration has no translation", async () => {
  const withoutTitle = await prepare(narratedBook(""));
  const withoutContents = await prepare({ ...narratedBook(inGerman), "EPUB/de/nav.xhtml": null });
  const withoutVoice = await prepare({ ...narratedBook(inGerman), "EPUB/de/one.smil": null });
  for (const { book } of [withoutTitle, withoutContents, withoutVoice]) expect(book.translations).toBeUndefined();
});
