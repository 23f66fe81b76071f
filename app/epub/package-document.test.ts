import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { readPackage } from "./package-document";
import { viewportSize } from "./viewport";

function read(options: {
  metadata?: string;
  manifest?: string;
  spine?: string;
  spineAttributes?: string;
  root?: string;
  titleId?: string;
}) {
  const xml = `<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uid" ${options.root ?? 'version="3.0"'}>
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="other">no</dc:identifier><dc:identifier id="uid">urn:x:1</dc:identifier>
      <dc:title id="${options.titleId ?? "title"}">A  book</dc:title><dc:language>sv</dc:language>${options.metadata ?? ""}</metadata>
    <manifest><item id="a" href="x/a.xhtml" media-type="application/xhtml+xml"/>
      <item id="b" href="x/b.xhtml" media-type="application/xhtml+xml" media-overlay="mo"/>
      <item id="mo" href="x/b.smil" media-type="application/smil+xml"/>${options.manifest ?? ""}</manifest>
    <spine ${options.spineAttributes ?? ""}>${options.spine ?? '<itemref idref="a"/><itemref idref="b"/>'}</spine></package>`;
  return readPackage(new DOMParser().parseFromString(xml, "text/xml"), "EPUB/package.opf");
}

test("reads identifier, title, language and the spine in order, with paths from the root", () => {
  const packageDocument = read({});
  expect(packageDocument).toMatchObject({ identifier: "urn:x:1", title: "A book", language: "sv", kind: "reflowable" });
  expect(packageDocument.spine.map((item) => item.href)).toEqual(["EPUB/x/a.xhtml", "EPUB/x/b.xhtml"]);
  expect(packageDocument.spine[1]?.overlay).toBe("EPUB/x/b.smil");
});

test("items override the book's layout, spread and page position, and the book's first known value counts", () => {
  const packageDocument = read({
    metadata: `<meta property="rendition:layout">unknown</meta><meta property="rendition:layout">pre-paginated</meta>
      <meta property="rendition:layout">reflowable</meta><meta property="rendition:spread">none</meta>`,
    spine: `<itemref idref="a" properties="rendition:layout-reflowable page-spread-left"/>
      <itemref idref="b" linear="no" properties="rendition:spread-both rendition:page-spread-center"/>`,
  });
  expect(packageDocument.layout).toBe("pre-paginated");
  expect(packageDocument.spine[0]).toMatchObject({
    layout: "reflowable",
    spread: "none",
    pageSpread: "left",
    linear: true,
  });
  expect(packageDocument.spine[1]).toMatchObject({
    layout: "pre-paginated",
    spread: "both",
    pageSpread: "center",
    linear: false,
  });
});

test("a foreign spine item is replaced by its fallback, and left out without one or with circular fallbacks", () => {
  const packageDocument = read({
    manifest: `<item id="f" href="f.xml" media-type="application/xml" fallback="a"/>
      <item id="c" href="c.xml" media-type="application/xml" fallback="d"/><item id="d" href="d.xml" media-type="application/xml" fallback="c"/>
      <item id="pdf" href="p.pdf" media-type="application/pdf"/>`,
    spine: '<itemref idref="f"/><itemref idref="c"/><itemref idref="pdf"/><itemref idref="nowhere"/>',
  });
  expect(packageDocument.spine.map((item) => item.href)).toEqual(["EPUB/x/a.xhtml"]);
});

test("reads durations, classes, languages and people", () => {
  const packageDocument = read({
    spineAttributes: 'page-progression-direction="rtl"',
    metadata: `<meta property="media:duration" refines="#mo">0:01:02.5</meta><meta property="media:duration">1.5min</meta>
      <meta property="media:active-class">lit</meta><meta property="fabel:kind">frog</meta>
      <meta property="fabel:picture-in-picture">takk tsp</meta><meta property="fabel:audio">sv, en</meta>
      <dc:creator id="p1">Ann</dc:creator><meta refines="#p1" property="role">aut</meta>
      <dc:contributor id="p2">Bo</dc:contributor><meta refines="#p2" property="role">ill</meta>
      <meta property="schema:typicalAgeRange">6-9</meta>`,
  });
  expect(packageDocument).toMatchObject({
    progression: "rtl",
    kind: "frog",
    activeClass: "lit",
    playbackActiveClass: null,
  });
  expect(packageDocument.spine[1]?.duration).toBe(62.5);
  expect(packageDocument.languages).toMatchObject({ mainLanguage: "sv", audio: ["sv", "en"] });
  expect(packageDocument.languages.properties.pictureInPicture).toEqual(["takk", "tsp"]);
  expect(packageDocument.descriptive).toMatchObject({
    authors: ["Ann"],
    illustrators: ["Bo"],
    ageFrom: 6,
    ageTo: 9,
    duration: 90,
  });
});

test.each([
  ["width=600, height=800", { width: 600, height: 800 }],
  ["width=600;height=800px", { width: 600, height: 800 }],
  [" height = 800 , width = 600 , width=1 ", { width: 600, height: 800 }],
  ["width=device-width, height=device-height", null],
  ["width=600", null],
  ["width=-1, height=2", null],
  [null, null],
])("the viewport %s is read as %o", (content, size) => {
  expect(viewportSize(content)).toEqual(size);
});

test("a scripted item is replaced by a fallback that can be shown, and stays in the spine without one", () => {
  const manifest = (fallback: string) =>
    `<item id="s" href="s.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="${fallback}"/>`;
  const spine = '<itemref idref="s"/>';
  expect(read({ manifest: manifest("a"), spine }).spine[0]?.href).toBe("EPUB/x/a.xhtml");
  expect(read({ manifest: manifest("none"), spine }).spine[0]?.href).toBe("EPUB/s.xhtml");
  expect(read({ manifest: manifest("s"), spine }).spine[0]?.href).toBe("EPUB/s.xhtml");
});

test.each([
  ["ar", "", "rtl"],
  ["he-IL", "", "rtl"],
  ["ar", 'page-progression-direction="ltr"', "ltr"],
  ["ar-Latn", "", "ltr"],
  ["sv", 'page-progression-direction="default"', "ltr"],
  ["sv", 'page-progression-direction="rtl"', "rtl"],
])("given the language %s and the spine attributes %s, then pages progress %s", (language, attributes, progression) => {
  expect(readTitled(language, attributes, "").progression).toBe(progression);
});

test.each([
  ['dir="rtl"', 'dir="ltr"', "rtl"],
  ['dir="auto"', 'dir="rtl"', "ltr"],
  ["", 'dir="rtl"', "rtl"],
  ["", "", null],
])("given a title with %s in a package with %s, then the title's direction is %s", (own, ofPackage, direction) => {
  expect(readTitled("he", "", own, ofPackage).textDirection).toBe(direction);
});

function readTitled(language: string, spineAttributes: string, titleAttributes: string, packageAttributes = "") {
  const xml = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" ${packageAttributes}>
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title ${titleAttributes}>CSS: הרפתקה</dc:title><dc:language>${language}</dc:language></metadata>
    <manifest/><spine ${spineAttributes}/></package>`;
  return readPackage(new DOMParser().parseFromString(xml, "text/xml"), "EPUB/package.opf");
}

test("unknown overrides are ignored, and the first known of several counts", () => {
  const packageDocument = read({
    spine: `<itemref idref="a" properties="rendition:layout-liquid rendition:spread-wide rendition:flow-scrolled-doc rendition:flow-paginated unknown"/>
      <itemref idref="b" properties="rendition:orientation-upside-down page-spread-top"/>`,
  });
  expect(packageDocument.spine[0]).toMatchObject({ layout: "reflowable", spread: "auto", flow: "scrolled-doc" });
  expect(packageDocument.spine[1]).toMatchObject({ orientation: "auto", pageSpread: null });
});

test("properties are recognised by their vocabulary, with any prefix that the package declares", () => {
  const packageDocument = read({
    root: 'version="3.0" prefix="r: http://www.idpf.org/vocab/rendition/# mo: http://www.idpf.org/epub/vocab/overlays/#"',
    metadata: `<meta property="r:layout"> pre-paginated </meta><meta property="mo:active-class">.lit now</meta>`,
    spine: '<itemref idref="a" properties="r:layout-reflowable"/><itemref idref="b"/>',
  });
  expect(packageDocument).toMatchObject({ layout: "pre-paginated", activeClass: "lit" });
  expect(packageDocument.spine.map(({ layout }) => layout)).toEqual(["reflowable", "pre-paginated"]);
});

test("reads all creators in the book's order and of any role, and collapses white space except no-break spaces", () => {
  const packageDocument = read({
    metadata: `<dc:creator id="p1"> Ann\n\tAnd\u00a0 </dc:creator><meta refines="#p1" property="role">ill</meta><dc:creator>Bo</dc:creator>`,
  });
  expect(packageDocument.descriptive).toMatchObject({
    authors: ["Ann And\u00a0", "Bo"],
    illustrators: ["Ann And\u00a0"],
  });
});

test("EPUB 2's cover metadata is read in EPUB 2 only", () => {
  const parts = {
    metadata: '<meta name="cover" content="picture"/>',
    manifest: '<item id="picture" href="p.jpg" media-type="image/jpeg"/>',
  };
  expect(read(parts).coverPath).toBeNull();
  expect(read({ ...parts, root: 'version="2.0"' }).coverPath).toBe("EPUB/p.jpg");
});

test("reads translated titles from the title's alternate-script elements by xml:lang", () => {
  const packageDocument = read({
    titleId: "main",
    metadata: `<meta refines="#main" property="alternate-script" xml:lang="en"> A
 lantern </meta><meta refines="#main" property="alternate-script"/>
      <meta refines="#other" property="alternate-script" xml:lang="de">Anders</meta>`,
  });
  expect(packageDocument.titles).toEqual({ en: "A lantern" });
  expect(read({}).titles).toEqual({});
});

test("reads descriptions and accessibility summaries by xml:lang, and the book's own as the text", () => {
  const summary = (language: string, text: string) =>
    `<meta property="schema:accessibilitySummary"${language && ` xml:lang="${language}"`}>${text}</meta>`;
  const { descriptive } = read({
    metadata: `<dc:description xml:lang="en">A book</dc:description><dc:description xml:lang="sv-SE">En bok</dc:description>
      ${summary("de", "Vorgelesen")}${summary("", "Läses")}`,
  });
  expect(descriptive).toMatchObject({ description: "En bok", descriptions: { en: "A book", "sv-SE": "En bok" } });
  expect(descriptive.accessibility).toMatchObject({ summary: "Läses", summaries: { de: "Vorgelesen" } });
  const foreign = read({ metadata: '<dc:description xml:lang="en">A book</dc:description>' }).descriptive;
  expect(foreign).toMatchObject({ description: "A book", descriptions: { en: "A book" } });
  expect(read({}).descriptive).toMatchObject({ description: null, descriptions: {} });
});
