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
  const { book, descriptive, notes } = await prepareBook(memoryFolder(files));
  return { book, descriptive, notes, text: (path: string) => new TextDecoder().decode(files.get(path)), files };
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

const container = (path: string, type = "application/oebps-package+xml") =>
  `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${path}" media-type="${type}"/></rootfiles></container>`;

test.each([
  ["/EPUB/package.opf"],
  ["./EPUB/package.opf"],
  ["../EPUB/package.opf"],
  ["EPUB\\package.opf"],
  ["epub/Package.opf"],
])("the package is found by the container's path %s", async (path) => {
  const { book, notes } = await prepare({ "META-INF/container.xml": `\ufeff${container(path)}` });
  expect(book.title).toBe("A test book");
  expect(notes).toEqual([]);
});

test("the package is found with a wrong media type, and if it is the only one in the archive", async () => {
  const wrongType = await prepare({ "META-INF/container.xml": container("EPUB/package.opf", "text/xml") });
  expect(wrongType.notes).toEqual([]);
  for (const other of [container("OPS/content.opf"), "<container><rootfiles>", null]) {
    const { book, notes } = await prepare({ "META-INF/container.xml": other });
    expect(book.title).toBe("A test book");
    expect(notes).toContainEqual(expect.objectContaining({ kind: "container", path: "EPUB/package.opf" }));
  }
  await expect(
    prepare({ "META-INF/container.xml": container("OPS/content.opf"), "EPUB/other.opf": packageOf({}) }),
  ).rejects.toMatchObject({ reason: "no-package", message: expect.stringContaining("OPS/content.opf is missing") });
});

test("a package with a byte order mark, entities and a bare ampersand is read", async () => {
  const text = packageOf({}).replace("A test book", "Caf&eacute; &house; & more");
  const { book, notes } = await prepare({
    "EPUB/package.opf": `\ufeff<?xml version="1.0"?>\n<!DOCTYPE package [<!ENTITY house "House">]>\n${text}`,
  });
  expect(book.title).toBe("Café House & more");
  expect(notes).toEqual([{ kind: "entity", path: "EPUB/package.opf", line: 5, detail: "&" }]);
});

test("given a package that cannot be read, then the refusal says so and names it", async () => {
  for (const [text, message] of [
    ["<html/>", /package\.opf cannot be read/],
    [packageOf({}).slice(0, 300), /package\.opf is malformed in line/],
  ] as const) {
    await expect(prepare({ "EPUB/package.opf": text })).rejects.toMatchObject({
      reason: "no-package",
      path: "EPUB/package.opf",
      message: expect.stringMatching(message),
    });
  }
});

test("files whose names differ from their addresses by case or encoding are found everywhere", async () => {
  const { book, notes, text } = await prepare({
    "EPUB/nav.xhtml": contents("Two", "TWO.xhtml#s1"),
    "EPUB/Two.XHTML": page(
      '<p id="s1"><img src="Img/a.png" alt=""/><a href="ONE.xhtml#s1">On</a><a href="two.xhtml">Self</a></p>',
      '<style>p{background:url("img\\a.png")}</style>',
    ),
    "EPUB/img/A.png": "PNG",
    "EPUB/a%21.smil": smil.replaceAll("one.", "tWo.").replace("tWo.xhtml", "two.xhtml"),
    "EPUB/Two.mp3": "sound",
    "EPUB/package.opf": packageOf({
      manifest:
        '<item id="two" href="two.xhtml" media-type="application/xhtml+xml" media-overlay="m"/><item id="m" href="a%21.smil" media-type="application/smil+xml"/><item id="i" href="img/a.png" media-type="image/png"/>',
      spine: '<itemref idref="one"/><itemref idref="two"/>',
    }),
  });
  expect(book.hasMissingParts).toBeUndefined();
  expect(book.spine[1]).toMatchObject({ href: "EPUB/Two.XHTML", overlay: "EPUB/a%21.smil" });
  expect(book.toc[0]?.href).toBe("EPUB/Two.XHTML#s1");
  const stored = text("EPUB/Two.XHTML");
  expect(stored).toContain('src="img/A.png"');
  expect(stored).toContain('href="one.xhtml#s1"');
  expect(stored).toContain('href="Two.XHTML"');
  expect(stored).toContain('url("img/A.png")');
  expect(text("EPUB/a%21.smil")).toContain('src="Two.XHTML#s1"');
  expect(text("EPUB/a%21.smil")).toContain('src="Two.mp3"');
  expect(notes).toEqual([
    { kind: "other-name", path: "EPUB/Two.XHTML", line: null, detail: "two.xhtml" },
    { kind: "other-name", path: "EPUB/img/A.png", line: null, detail: "img/a.png" },
  ]);
});

test("missing files, foreign files and unknown items are named", async () => {
  const { book, notes } = await prepare({
    "EPUB/a.pdf": "%PDF",
    "EPUB/style.css": null,
    "EPUB/package.opf": packageOf({
      manifest:
        '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/><item id="pdf" href="a.pdf" media-type="application/pdf"/><item id="css" href="style.css" media-type="text/css"/>',
      spine: '<itemref idref="one"/><itemref idref="two"/><itemref idref="pdf"/><itemref idref="gone"/>',
    }),
  });
  expect(book.missingFiles).toEqual(["EPUB/two.xhtml"]);
  expect(notes.map(({ kind, path, detail }) => [kind, path, detail])).toEqual([
    ["missing-file", "EPUB/two.xhtml", null],
    ["missing-file", "EPUB/style.css", null],
    ["foreign-file", "EPUB/a.pdf", null],
    ["missing-item", "", "gone"],
  ]);
});

test("given no page that can be shown, then the refusal names the first one and its cause", async () => {
  for (const [content, cause] of [
    [null, "is not in the archive"],
    [`<html xmlns="http://www.w3.org/1999/xhtml"><frameset/></html>`, "cannot be read as XHTML"],
    ["", "cannot be read as XHTML"],
    [page("<p> </p>"), "has neither text nor pictures"],
  ] as const) {
    await expect(prepare({ "EPUB/one.xhtml": content })).rejects.toMatchObject({
      reason: "nothing-to-read",
      path: "EPUB/one.xhtml",
      message: expect.stringContaining(`EPUB/one.xhtml ${cause}`),
    });
  }
});

test("given an id that several documents have, then each reference in the spine means the next of them", async () => {
  const { book } = await prepare({
    "EPUB/two.xhtml": page("<p>Two</p>"),
    "EPUB/package.opf": packageOf({
      manifest: '<item id="one" href="two.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="one"/><itemref idref="one"/><itemref idref="one"/>',
    }),
  });
  expect(book.spine.map(({ href }) => href)).toEqual(["EPUB/one.xhtml", "EPUB/two.xhtml", "EPUB/one.xhtml"]);
});

test.each(["text/html", "text/xml", "text/plain", "application/octet-stream", "image/jpeg", ""])(
  "a document that is declared as %s is shown by its extension",
  async (type) => {
    const { book } = await prepare({
      "EPUB/two.xhtml": page("<p>Two</p>"),
      "EPUB/package.opf": packageOf({
        manifest: `<item id="two" href="two.xhtml" media-type="${type}"/>`,
        spine: '<itemref idref="two"/>',
      }),
    });
    expect(book.spine.map(({ href }) => href)).toEqual(["EPUB/two.xhtml"]);
  },
);

test("the name of an anchor becomes an id, so that contents and links lead to it", async () => {
  const { text } = await prepare({
    "EPUB/one.xhtml": page(
      '<a name="Sec2"/><a id="own" name="Sec3">Three</a><a name="taken">x</a><p id="taken">y</p><a id="1.2:sec" name="1.2:sec">z</a>',
    ),
  });
  const stored = text("EPUB/one.xhtml");
  expect(stored).toContain('<a name="Sec2" id="Sec2"');
  expect(stored).toContain('<a id="own" name="Sec3"><span id="Sec3"></span>Three</a>');
  expect(stored.match(/id="taken"/g)).toHaveLength(1);
  expect(stored.match(/id="1.2:sec"/g)).toHaveLength(1);
});

test("a malformed overlay is stored well-formed", async () => {
  const { notes, text } = await prepare({
    ...narratedBook(""),
    "EPUB/one.smil": smil.replace("<par>", '<par epub:type="pagebreak">').replace("one.xhtml#s1", "one.xhtml#s1&s2"),
  });
  expect(notes.map(({ kind, path, line }) => [kind, path, line])).toEqual([["entity", "EPUB/one.smil", 1]]);
  expect(text("EPUB/one.smil")).toContain('xmlns:epub="http://www.idpf.org/2007/ops"');
  expect(text("EPUB/one.smil")).toContain("one.xhtml#s1&amp;s2");
});

test("given malformed documents, then each is noted with its line, and one that the package does not list is not", async () => {
  const { notes } = await prepare({
    "EPUB/one.xhtml": page("\n<p><b>Once</p>"),
    "EPUB/stray.xhtml": page("<p>"),
  });
  expect(notes).toEqual([{ kind: "tag-order", path: "EPUB/one.xhtml", line: 2, detail: "b" }]);
});
