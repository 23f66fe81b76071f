import { createHash } from "node:crypto";
import type { BookFacts } from "./book-facts.ts";
import { hasFixedPages } from "./book-facts.ts";
import { labelLanguages, labelsFor } from "./labels.ts";
import { contentDocument, escapeXml, fabelNamespace } from "./markup.ts";
import { clockValue } from "./overlay.ts";

/** A file of the book as the package names it. `overlay` is the id of a document's overlay. */
export interface ManifestItem {
  id: string;
  href: string;
  mediaType: string;
  properties?: string;
  overlay?: string;
}

/** A place in reading order: the document, its label in the contents, its itemref's properties. */
export interface SpineItem {
  id: string;
  href: string;
  label: string;
  inContents: boolean;
  properties?: string;
}

export interface PageMark {
  href: string;
  label: string;
}

/** The same identifier for the same slug, always: a UUID made from its name (version 5's form). */
function bookIdentifier(slug: string): string {
  const hex = createHash("sha1").update(`${fabelNamespace}${slug}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/**
 * What is true of the built book, and no more: no claim to conform, since nobody has certified one, and no sign language, since the figure
 * in the videos does not sign. Pages of picture books have no headings and no marks of pages inside, and their pictures tell what the
 * narration leaves out, so hearing alone is not enough.
 */
function accessibility(facts: BookFacts, hasPageMarks: boolean): string[] {
  const isHeard = facts.narration.length > 0;
  const isFixed = hasFixedPages(facts);
  const features = ["alternativeText", "tableOfContents", "readingOrder"];
  if (isHeard) features.push("synchronizedAudioText");
  if (hasPageMarks) features.push("pageNavigation");
  if (hasPageMarks && !isFixed) features.push("pageBreakMarkers");
  if (!isFixed) features.push("structuralNavigation", "displayTransformability", "ARIA");
  const modes = ["textual", "visual", ...(isHeard ? ["auditory"] : [])];
  const values: [string, string][] = [
    ...modes.map((mode): [string, string] => ["accessMode", mode]),
    ["accessModeSufficient", "textual"],
    ["accessModeSufficient", "textual,visual"],
    ...(isHeard && !isFixed ? [["accessModeSufficient", "auditory"] as [string, string]] : []),
    ...features.map((feature): [string, string] => ["accessibilityFeature", feature]),
    ["accessibilityHazard", "none"],
    ["typicalAgeRange", `${facts.ageFrom}-${facts.ageTo}`],
  ];
  return [
    ...values.map(([name, value]) => `<meta property="schema:${name}">${escapeXml(value)}</meta>`),
    ...summaries(facts, isHeard),
  ];
}

/** The accessibility summary in the book's language, then in the others. */
function summaries(facts: BookFacts, isHeard: boolean): string[] {
  const languages = [facts.language, ...labelLanguages.filter((language) => language !== facts.language)];
  return languages.map((language) => {
    const { heard, read, gestures } = labelsFor(language).summary;
    const text = [isHeard ? heard : read, ...(facts.video ? [gestures] : [])].join(" ");
    return `<meta property="schema:accessibilitySummary" xml:lang="${language}">${escapeXml(text)}</meta>`;
  });
}

/** The description in the book's language, then in the others. */
function descriptions(facts: BookFacts): string {
  return [[facts.language, facts.blurb], ...Object.entries(facts.blurbs)]
    .map(([language, text]) => `<dc:description xml:lang="${language}">${escapeXml(text ?? "")}</dc:description>`)
    .join("\n");
}

function rendition(facts: BookFacts): string[] {
  if (!hasFixedPages(facts)) return [`<meta property="rendition:layout">reflowable</meta>`];
  const { width, height } = facts.page ?? { width: 1, height: 1 };
  // Two pages beside each other are worth it only where each of them is higher than wide.
  const isPortrait = height > width;
  return [
    `<meta property="rendition:layout">pre-paginated</meta>`,
    `<meta property="rendition:orientation">auto</meta>`,
    `<meta property="rendition:spread">${isPortrait ? "auto" : "none"}</meta>`,
  ];
}

/** The title, and it in other languages. EPUB 3.3, alternate-script. */
function titles(facts: BookFacts): string {
  const others = Object.entries(facts.titles);
  const id = others.length > 0 ? ' id="title"' : "";
  return [
    `<dc:title${id}>${escapeXml(facts.title)}</dc:title>`,
    ...others.map(
      ([language, title]) =>
        `<meta refines="#title" property="alternate-script" xml:lang="${language}">${escapeXml(title)}</meta>`,
    ),
  ].join("\n");
}

function person(id: string, tag: "creator" | "contributor", name: string, role: string): string {
  if (name === "") return "";
  return `<dc:${tag} id="${id}">${escapeXml(name)}</dc:${tag}>\n<meta refines="#${id}" property="role" scheme="marc:relators">${role}</meta>\n`;
}

/**
 * The package document. `durations` are the default narration's seconds by overlay id.
 * The `fabel:` metadata are what the reader's ingest takes from a book (kind, languages, highlighting).
 */
export function renderPackage(
  facts: BookFacts,
  manifest: ManifestItem[],
  spine: SpineItem[],
  durations: Map<string, number>,
  hasPageMarks: boolean,
): string {
  const meta = (property: string, value: string) => `<meta property="${property}">${escapeXml(value)}</meta>`;
  const isHeard = facts.narration.length > 0;
  const total = [...durations.values()].reduce((sum, seconds) => sum + seconds, 0);
  const media = isHeard
    ? [
        meta("media:active-class", "-epub-media-overlay-active"),
        meta("media:playback-active-class", "-epub-media-overlay-playing"),
        meta("media:narrator", facts.narrator),
        meta("media:duration", clockValue(total)),
        ...[...durations].map(
          ([id, seconds]) => `<meta property="media:duration" refines="#${id}">${clockValue(seconds)}</meta>`,
        ),
      ]
    : [];
  const fabel = [
    meta("fabel:kind", facts.kind),
    meta("fabel:sentence-highlighting", String(facts.highlight !== "none")),
    ...(isHeard ? [meta("fabel:audio", facts.narration.join(" "))] : []),
    ...(facts.video
      ? [meta("fabel:video", facts.video.join(" ")), meta("fabel:picture-in-picture", facts.video.join(" "))]
      : []),
  ];
  const items = manifest.map(({ id, href, mediaType, properties, overlay }) => {
    const extra = `${properties ? ` properties="${properties}"` : ""}${overlay ? ` media-overlay="${overlay}"` : ""}`;
    return `<item id="${id}" href="${href}" media-type="${mediaType}"${extra}/>`;
  });
  const refs = spine.map(
    ({ id, properties }) => `<itemref idref="${id}"${properties ? ` properties="${properties}"` : ""}/>`,
  );
  const people =
    person("author", "creator", facts.author, "aut") +
    person("illustrator", "contributor", facts.illustrator, "ill") +
    person("narrator", "contributor", facts.narrator, "nrt");
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${facts.language}" dir="${facts.direction}" prefix="fabel: ${fabelNamespace}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${bookIdentifier(facts.slug)}</dc:identifier>
${titles(facts)}
<dc:language>${facts.language}</dc:language>
${people}<dc:publisher>Fabel</dc:publisher>
<dc:date>2026-11-21</dc:date>
<dc:rights>CC BY 4.0</dc:rights>
${descriptions(facts)}
${facts.categories.map((category) => `<dc:subject>${escapeXml(category)}</dc:subject>`).join("\n")}
<meta property="dcterms:modified">2026-11-21T12:00:00Z</meta>
${[...rendition(facts), ...media, ...fabel, ...accessibility(facts, hasPageMarks)].join("\n")}
<meta name="cover" content="image-cover"/>
</metadata>
<manifest>
${items.join("\n")}
</manifest>
<spine page-progression-direction="${facts.direction}">
${refs.join("\n")}
</spine>
</package>
`;
}

/**
 * The navigation document: contents, page list where there are pages, landmarks.
 * @param facts with the title in the language that it is in
 */
export function renderNavigation(
  facts: Pick<BookFacts, "direction" | "title"> & { language: string },
  spine: SpineItem[],
  pages: PageMark[],
  styles = "styles/book.css",
): string {
  const labels = labelsFor(facts.language);
  const entry = ({ href, label }: PageMark) => `<li><a href="${href}">${escapeXml(label)}</a></li>`;
  const pageList =
    pages.length === 0
      ? ""
      : `<nav epub:type="page-list" role="doc-pagelist" aria-labelledby="pages" hidden="hidden">
<h2 id="pages">${labels.pages}</h2>
<ol>
${pages.map(entry).join("\n")}
</ol>
</nav>
`;
  const first = spine.find(({ inContents }) => inContents);
  const [leaf] = spine;
  const landmarks = [
    ...(leaf && leaf !== first ? [`<li><a epub:type="cover" href="${leaf.href}">${labels.cover}</a></li>`] : []),
    ...(first ? [`<li><a epub:type="bodymatter" href="${first.href}">${labels.start}</a></li>`] : []),
  ];
  return contentDocument({
    language: facts.language,
    direction: facts.direction,
    title: facts.title,
    styles,
    body: `<body>
<main>
<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents">${labels.contents}</h1>
<ol>
${spine
  .filter(({ inContents }) => inContents)
  .map(entry)
  .join("\n")}
</ol>
</nav>
${pageList}<nav epub:type="landmarks" aria-labelledby="landmarks" hidden="hidden">
<h2 id="landmarks">${labels.landmarks}</h2>
<ol>
${landmarks.join("\n")}
</ol>
</nav>
</main>
</body>`,
  });
}
