import type { BookKind, BookLanguages, Flow, Layout, Orientation, PageSpread, SpineItem, Spread } from "./book";
import { type Resolve, resolvePath } from "./paths";
import { attribute, childElements, descendants, firstDescendant, textOf, tokens } from "./xml";

export type ManifestItem = {
  id: string;
  /** Path in the book; null for a remote resource. */
  path: string | null;
  mediaType: string;
  properties: string[];
  fallback: string | null;
  overlay: string | null;
};

/** Descriptive metadata for shelves, in addition to Book. */
export type Descriptive = {
  authors: string[];
  illustrators: string[];
  narrators: string[];
  subjects: string[];
  description: string | null;
  /** Descriptions that name their language, by language. */
  descriptions: Record<string, string>;
  /** From schema:typicalAgeRange, `6-9`. */
  ageFrom: number | null;
  ageTo: number | null;
  duration: number | null;
  publisher: string | null;
  series: { name: string; position: number | null } | null;
  /** `fabel:talking-book`: only users with the entitlement can open it. */
  isTalking: boolean;
  /** schema.org accessibility metadata: features, and a summary in words, also by language. EPUB Accessibility 1.1, section 2. */
  accessibility: { features: string[]; summary: string | null; summaries: Record<string, string> };
};

export type PackageDocument = {
  identifier: string;
  title: string;
  /** The title in other languages, by language. EPUB 3.3, alternate-script. */
  titles: Record<string, string>;
  language: string;
  textDirection: "ltr" | "rtl" | null;
  progression: "ltr" | "rtl";
  layout: Layout;
  kind: BookKind;
  activeClass: string | null;
  playbackActiveClass: string | null;
  coverPath: string | null;
  navPath: string | null;
  ncxPath: string | null;
  manifest: ManifestItem[];
  spine: SpineItem[];
  /** Spine references without an item that can be shown: the path of the item, or the reference's id if the manifest lacks it. */
  unshown: Array<{ id: string; path: string | null }>;
  languages: Pick<BookLanguages, "mainLanguage" | "properties"> & { audio: string[]; video: string[] };
  descriptive: Descriptive;
};

/** Types that a spine item may have without a fallback (EPUB 3.3, section 3.3), and images, which are wrapped in a page. */
const spineTypes =
  /^(application\/xhtml\+xml|image\/(svg\+xml|jpeg|png|gif|webp|avif)|text\/html|application\/x-dtbook\+xml)$/;

const layouts: readonly Layout[] = ["reflowable", "pre-paginated"];
const spreads: readonly Spread[] = ["auto", "none", "landscape", "portrait", "both"];
const orientations: readonly Orientation[] = ["auto", "landscape", "portrait"];
const flows: readonly Flow[] = ["auto", "paginated", "scrolled-doc", "scrolled-continuous"];

/**
 * Reads a package document. EPUB 3.3, sections 5 and 8.2; unknown elements, properties and ids are ignored.
 * @param path path of the package document, for its relative hrefs
 * @param isThere whether the archive holds a file
 * @param resolve finds the file that an href means
 */
export function readPackage(
  document: Document,
  path: string,
  isThere: (path: string) => boolean = () => true,
  resolve: Resolve = resolvePath,
): PackageDocument {
  const root = document.documentElement as Element;
  const vocabularies = vocabulariesOf(root);
  // Read direct children only: a collection may hold metadata and a manifest of its own.
  const metadata = inCommonTerms(childElements(root, "metadata")[0] ?? root, vocabularies);
  const manifest = manifestOf(root, path, resolve);
  const byId = firstById(manifest);
  const spineElement = childElements(root, "spine")[0] ?? null;
  const layout = one(metadata, "rendition:layout", layouts, layoutOfEpub2(metadata));
  const globals = {
    layout,
    spread: one(metadata, "rendition:spread", spreads, "auto"),
    orientation: one(metadata, "rendition:orientation", orientations, "auto"),
    flow: one(metadata, "rendition:flow", flows, "auto"),
  };
  const { spine, unshown } = spineElement
    ? spineOf(spineElement, { manifest, byId }, globals, vocabularies, isThere)
    : { spine: [], unshown: [] };
  const language = textOf(firstDescendant(metadata, "language")) || "und";
  const title = firstDescendant(metadata, "title");
  return {
    identifier: uniqueIdentifierOf(root, metadata),
    title: textOf(title),
    titles: titlesOf(metadata, title),
    language,
    textDirection: directionOf(attribute(title ?? root, "dir") ?? attribute(root, "dir"), textOf(title)),
    progression: progressionOf(spineElement, language),
    layout,
    kind: kindOf(metadata, spine, layout),
    activeClass: className(property(metadata, "media:active-class")),
    playbackActiveClass: className(property(metadata, "media:playback-active-class")),
    coverPath: coverOf(metadata, manifest, byId, isEpub2(root)),
    navPath: manifest.find((item) => item.properties.includes("nav"))?.path ?? null,
    ncxPath: ncxOf(spineElement, manifest, byId),
    manifest,
    spine: withDurations(spine, metadata, byId),
    unshown,
    languages: languagesOf(metadata, language),
    descriptive: descriptiveOf(metadata, language),
  };
}

function titlesOf(metadata: Element, title: Element | null): Record<string, string> {
  const id = title && attribute(title, "id");
  const titles: Record<string, string> = {};
  for (const meta of childElements(metadata, "meta")) {
    const language = attribute(meta, "lang");
    const isAlternate = attribute(meta, "property") === "alternate-script" && attribute(meta, "refines") === `#${id}`;
    const text = textOf(meta);
    if (isAlternate && language && text) titles[language] ??= text;
  }
  return titles;
}

/** The base direction of a text with a `dir` attribute; `auto` uses its first strong letter. EPUB 3.3, section 5.3.2. */
function directionOf(dir: string | null, text: string): "ltr" | "rtl" | null {
  if (dir === "ltr" || dir === "rtl") return dir;
  if (dir !== "auto") return null;
  const strong = /\p{L}/u.exec(text)?.[0] ?? "";
  return rightToLeftLetters.test(strong) ? "rtl" : "ltr";
}

/** Page progression; `default` leaves the choice to the reading system, so it follows the book's language. EPUB 3.3, section 5.6.1. */
function progressionOf(spine: Element | null, language: string): "ltr" | "rtl" {
  const declared = spine && attribute(spine, "page-progression-direction");
  if (declared === "ltr" || declared === "rtl") return declared;
  return rightToLeftLanguages.test(language) ? "rtl" : "ltr";
}

const rightToLeftLetters = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const rightToLeftLanguages = /^(ar|arc|ckb|dv|fa|he|iw|ji|nqo|ps|sd|syr|ug|ur|yi)(-(?!latn)|$)/i;

/** A single class name; if the value is a selector or several names, the first is used. EPUB 3.3, section 9.5.2. */
function className(value: string | null): string | null {
  return tokens(value)[0]?.replace(/^\./, "") || null;
}

function isEpub2(root: Element): boolean {
  return Number.parseFloat(attribute(root, "version") ?? "3") < 3;
}

function manifestOf(root: Element, path: string, resolve: Resolve): ManifestItem[] {
  const element = childElements(root, "manifest")[0];
  return (element ? childElements(element, "item") : []).flatMap((item) => {
    const id = attribute(item, "id")?.trim();
    const href = attribute(item, "href");
    if (!id || href === null) return [];
    const target = resolve(path, href);
    const declared = (attribute(item, "media-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    return [
      {
        id,
        path: target,
        mediaType: mediaTypeOf(declared, target),
        properties: tokens(attribute(item, "properties")),
        fallback: attribute(item, "fallback"),
        overlay: attribute(item, "media-overlay"),
      },
    ];
  });
}

/** Media types by file extension, of documents and pictures, which some packages declare wrongly. */
const typesByExtension: ReadonlyArray<[extension: RegExp, mediaType: string]> = [
  [/\.(xhtml|html?|xht)$/i, "application/xhtml+xml"],
  [/\.svg$/i, "image/svg+xml"],
  [/\.jpe?g$/i, "image/jpeg"],
  [/\.png$/i, "image/png"],
  [/\.gif$/i, "image/gif"],
  [/\.webp$/i, "image/webp"],
  [/\.avif$/i, "image/avif"],
  [/\.ncx$/i, "application/x-dtbncx+xml"],
];

/** Types that say nothing about a file, or that no reading system shows by themselves. */
const vagueTypes =
  /^(|(application|text)\/(xml|plain|octet-stream|x-unknown|unknown|html?\+xml|xhtml|binary))$|^image\/(jpg|pjpeg|svg|x-png)$/;

/**
 * The declared media type; the one of the file's extension if the declared one is vague, or calls a picture a document or the reverse.
 */
function mediaTypeOf(declared: string, path: string | null): string {
  const byExtension = typesByExtension.find(([extension]) => path !== null && extension.test(path))?.[1];
  if (!byExtension) return declared;
  const isDocument = (type: string) => /html/.test(type);
  const isPicture = (type: string) => type.startsWith("image/");
  const isSwapped =
    (isDocument(declared) && isPicture(byExtension)) || (isPicture(declared) && isDocument(byExtension));
  return isSwapped || vagueTypes.test(declared) ? byExtension : declared;
}

/** Items by id; the first one of an id that is used twice. */
function firstById(items: readonly ManifestItem[]): Map<string, ManifestItem> {
  const byId = new Map<string, ManifestItem>();
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return byId;
}

/**
 * Follows fallbacks to a type that can be shown; null for a circular chain. A scripted document is replaced by its fallback, since no
 * script runs (docs/product/choices.md#book-scripts), unless no fallback can be shown. So is a file that the archive lacks.
 */
function showable(
  item: ManifestItem | undefined,
  byId: Map<string, ManifestItem>,
  isThere: (path: string) => boolean,
): ManifestItem | null {
  const visited = new Set<string>();
  let scripted: ManifestItem | null = null;
  let current = item;
  while (current && !visited.has(current.id)) {
    const isHere = current.path !== null && (!current.fallback || isThere(current.path));
    if (isHere && spineTypes.test(current.mediaType)) {
      if (!current.properties.includes("scripted") || !current.fallback) return current;
      scripted ??= current;
    }
    visited.add(current.id);
    current = current.fallback ? byId.get(current.fallback) : undefined;
  }
  return scripted;
}

type Globals = { layout: Layout; spread: Spread; orientation: Orientation; flow: Flow };

type Items = { manifest: readonly ManifestItem[]; byId: Map<string, ManifestItem> };

function spineOf(
  element: Element,
  { manifest, byId }: Items,
  globals: Globals,
  vocabularies: Vocabularies,
  isThere: (path: string) => boolean,
): Pick<PackageDocument, "spine" | "unshown"> {
  const items: SpineItem[] = [];
  const unshown: PackageDocument["unshown"] = [];
  const timesUsed = new Map<string, number>();
  for (const reference of childElements(element, "itemref")) {
    const id = attribute(reference, "idref")?.trim() ?? "";
    const times = timesUsed.get(id) ?? 0;
    timesUsed.set(id, times + 1);
    const source = itemOf(manifest, id, times);
    const displayed = showable(source, byId, isThere);
    if (!source || !displayed?.path) {
      unshown.push({ id, path: source?.path ?? null });
      continue;
    }
    const properties = tokens(attribute(reference, "properties")).map((name) => commonTerm(name, vocabularies));
    const overlay = byId.get(displayed.overlay ?? source.overlay ?? "")?.path ?? null;
    items.push({
      index: items.length,
      id,
      href: displayed.path,
      // Links and overlays use the href of the item that was replaced by its fallback.
      ...(source.path !== null && source.path !== displayed.path ? { source: source.path } : {}),
      mediaType: displayed.mediaType,
      linear: attribute(reference, "linear") !== "no",
      layout: override(properties, "rendition:layout-", layouts, globals.layout),
      spread: override(properties, "rendition:spread-", spreads, globals.spread),
      orientation: override(properties, "rendition:orientation-", orientations, globals.orientation),
      flow: override(properties, "rendition:flow-", flows, globals.flow),
      pageSpread: pageSpreadOf(properties),
      alignCenter: properties.includes("rendition:align-x-center"),
      viewport: null,
      overlay,
      overlays: {},
      duration: null,
      characters: 0,
    });
  }
  return { spine: items, unshown };
}

/** The item that a spine reference means: if several documents have its id, the n-th reference means the n-th of them. */
function itemOf(manifest: readonly ManifestItem[], id: string, times: number): ManifestItem | undefined {
  const own = manifest.filter((item) => item.id === id);
  const documents = own.filter(({ mediaType }) => spineTypes.test(mediaType) && !mediaType.startsWith("image/"));
  const candidates = documents.length > 0 ? documents : own;
  return candidates[times] ?? candidates[0];
}

/** The first known override wins; unknown ones are ignored. EPUB Reading Systems 3.3, spine and spine overrides. */
function override<T extends string>(properties: string[], prefix: string, allowed: readonly T[], otherwise: T): T {
  for (const name of properties) {
    const value = name.startsWith(prefix) && allowed.find((known) => known === name.slice(prefix.length));
    if (value) return value;
  }
  return otherwise;
}

function pageSpreadOf(properties: string[]): PageSpread | null {
  for (const name of properties) {
    const match = /^(?:rendition:)?page-spread-(left|right|center)$/.exec(name);
    if (match) return match[1] as PageSpread;
  }
  return null;
}

/** Vocabulary prefixes: those that the package declares, mapped to ours. */
type Vocabularies = ReadonlyMap<string, string>;

const vocabularyPrefixes: Record<string, string> = {
  "http://www.idpf.org/vocab/rendition/#": "rendition",
  "http://www.idpf.org/epub/vocab/overlays/#": "media",
  "http://schema.org/": "schema",
  "https://schema.org/": "schema",
};

/** Prefixes that the package declares for known vocabularies. EPUB 3.3, appendix D.1. */
function vocabulariesOf(root: Element): Vocabularies {
  const declared = new Map<string, string>();
  for (const match of (attribute(root, "prefix") ?? "").matchAll(/([^\s:]+):\s+(\S+)/g)) {
    const known = vocabularyPrefixes[match[2] ?? ""];
    if (known) declared.set(match[1] ?? "", known);
  }
  return declared;
}

function commonTerm(name: string, vocabularies: Vocabularies): string {
  const at = name.indexOf(":");
  const known = at > 0 ? vocabularies.get(name.slice(0, at)) : undefined;
  return known ? `${known}${name.slice(at)}` : name;
}

/** Renames the metadata's properties to our prefixes, in place. */
function inCommonTerms(metadata: Element, vocabularies: Vocabularies): Element {
  for (const meta of childElements(metadata, "meta")) {
    const name = meta.getAttribute("property");
    if (name) meta.setAttribute("property", commonTerm(name.trim(), vocabularies));
  }
  return metadata;
}

function withDurations(spine: SpineItem[], metadata: Element, byId: Map<string, ManifestItem>): SpineItem[] {
  const durations = new Map<string, number>();
  for (const meta of childElements(metadata, "meta")) {
    const refines = attribute(meta, "refines");
    if (attribute(meta, "property") !== "media:duration" || !refines) continue;
    const path = byId.get(refines.replace(/^#/, ""))?.path;
    const seconds = clockSeconds(textOf(meta));
    if (path && seconds !== null) durations.set(path, seconds);
  }
  return spine.map((item) => ({ ...item, duration: item.overlay ? (durations.get(item.overlay) ?? null) : null }));
}

/** Parses a total duration in seconds: `0:32:29`, `34s`, `1.2min`. The narration parses clip times itself. */
function clockSeconds(value: string): number | null {
  const unit = /^([\d.]+)(ms|s|min|h)?$/.exec(value);
  if (unit) return Number(unit[1]) * { ms: 0.001, s: 1, min: 60, h: 3600 }[(unit[2] ?? "s") as "s"];
  if (!/^\d+(:\d+){1,2}(\.\d+)?$/.test(value)) return null;
  return value.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Values of `<meta property="…">` without `refines`. */
function properties(metadata: Element, name: string): string[] {
  return childElements(metadata, "meta")
    .filter((meta) => attribute(meta, "property") === name && !attribute(meta, "refines"))
    .map(textOf)
    .filter(Boolean);
}

function property(metadata: Element, name: string): string | null {
  return properties(metadata, name)[0] ?? null;
}

/** The first allowed value. EPUB 3.3, section 8.2: unknown and later values are ignored. */
function one<T extends string>(metadata: Element, name: string, allowed: readonly T[], otherwise: T): T {
  return (properties(metadata, name).find((value) => (allowed as readonly string[]).includes(value)) as T) ?? otherwise;
}

/** Kobo's and Apple's marker of fixed layout in EPUB 2. */
function layoutOfEpub2(metadata: Element): Layout {
  const meta = childElements(metadata, "meta").find((item) => attribute(item, "name") === "fixed-layout");
  return meta && attribute(meta, "content") === "true" ? "pre-paginated" : "reflowable";
}

function kindOf(metadata: Element, spine: SpineItem[], layout: Layout): BookKind {
  const declared = property(metadata, "fabel:kind");
  if (declared === "frog" || declared === "fixed" || declared === "reflowable") return declared;
  const fixed = spine.filter((item) => item.layout === "pre-paginated").length;
  return spine.length > 0
    ? fixed * 2 > spine.length
      ? "fixed"
      : "reflowable"
    : layout === "reflowable"
      ? "reflowable"
      : "fixed";
}

function uniqueIdentifierOf(root: Element, metadata: Element): string {
  const id = attribute(root, "unique-identifier");
  const all = descendants(metadata, "identifier");
  return textOf(all.find((item) => id && attribute(item, "id") === id) ?? all[0]);
}

/** EPUB 2's cover marker is used in EPUB 2 books only. EPUB Reading Systems 3.3, legacy features. */
function coverOf(
  metadata: Element,
  manifest: ManifestItem[],
  byId: Map<string, ManifestItem>,
  isOld: boolean,
): string | null {
  const declared = manifest.find((item) => item.properties.includes("cover-image"));
  if (declared) return declared.path;
  const named = isOld && childElements(metadata, "meta").find((item) => attribute(item, "name") === "cover");
  const item = byId.get(named ? (attribute(named, "content") ?? "") : "");
  if (item?.mediaType.startsWith("image/")) return item.path;
  return manifest.find((entry) => entry.mediaType.startsWith("image/") && /cover/i.test(entry.id))?.path ?? null;
}

function ncxOf(spine: Element | null, manifest: ManifestItem[], byId: Map<string, ManifestItem>): string | null {
  const named = byId.get((spine && attribute(spine, "toc")) || "");
  return (named ?? manifest.find((item) => item.mediaType === "application/x-dtbncx+xml"))?.path ?? null;
}

/** docs/product/choices.md#books: `fabel:` metadata; lists are white-space or comma separated, or repeated. */
function languagesOf(metadata: Element, language: string): PackageDocument["languages"] {
  const list = (name: string) => [
    ...new Set(properties(metadata, name).flatMap((value) => value.split(/[\s,]+/).filter(Boolean))),
  ];
  return {
    mainLanguage: language,
    properties: {
      sentenceHighlighting: property(metadata, "fabel:sentence-highlighting") !== "false",
      pictureInPicture: list("fabel:picture-in-picture"),
    },
    audio: list("fabel:audio"),
    video: list("fabel:video"),
  };
}

function descriptiveOf(metadata: Element, language: string): Descriptive {
  const roles = new Map<string, string>();
  for (const meta of childElements(metadata, "meta")) {
    const refines = attribute(meta, "refines");
    if (refines && attribute(meta, "property") === "role") roles.set(refines.replace(/^#/, ""), textOf(meta));
  }
  const people = [...descendants(metadata, "creator"), ...descendants(metadata, "contributor")].map((element) => ({
    name: textOf(element),
    role: roles.get(attribute(element, "id") ?? "") ?? attribute(element, "role"),
    isCreator: element.localName === "creator",
  }));
  const withRole = (role: string) =>
    people.filter((person) => person.role === role && person.name).map((person) => person.name);
  const age = /^(\d+)(?:\s*[-–]\s*(\d+))?/.exec(property(metadata, "schema:typicalAgeRange") ?? "");
  const total = properties(metadata, "media:duration")[0];
  const descriptions = inLanguages(descendants(metadata, "description"), language);
  const summaries = inLanguages(
    childElements(metadata, "meta").filter(
      (meta) => attribute(meta, "property") === "schema:accessibilitySummary" && !attribute(meta, "refines"),
    ),
    language,
  );
  return {
    // All creators in document order; the first is the primary one. EPUB Reading Systems 3.3, dc:creator.
    authors: people.filter((person) => person.isCreator && person.name).map((person) => person.name),
    illustrators: withRole("ill"),
    narrators: [...new Set([...withRole("nrt"), ...properties(metadata, "media:narrator")])],
    subjects: descendants(metadata, "subject").map(textOf).filter(Boolean),
    description: descriptions.text,
    descriptions: descriptions.byLanguage,
    ageFrom: age ? Number(age[1]) : null,
    ageTo: age?.[2] ? Number(age[2]) : null,
    duration: total ? clockSeconds(total) : null,
    publisher: textOf(firstDescendant(metadata, "publisher")) || null,
    series: seriesOf(metadata),
    isTalking: /^(true|yes|1)$/i.test(property(metadata, "fabel:talking-book") ?? ""),
    accessibility: {
      features: [...new Set(properties(metadata, "schema:accessibilityFeature"))],
      summary: summaries.text,
      summaries: summaries.byLanguage,
    },
  };
}

/**
 * A text that the package has in several languages, each element with an xml:lang of its own. `text` is the one in the book's language or
 * in none that it names, else the first. EPUB 3.3, section 5.3.3.
 */
function inLanguages(
  elements: readonly Element[],
  language: string,
): { text: string | null; byLanguage: Record<string, string> } {
  const texts = elements.flatMap((element) => {
    const text = textOf(element);
    return text ? [{ text, language: attribute(element, "lang") }] : [];
  });
  const isOwn = (tag: string) => tag.split("-")[0]?.toLowerCase() === language.split("-")[0]?.toLowerCase();
  const own = texts.find((each) => each.language === null || isOwn(each.language)) ?? texts[0];
  const byLanguage: Record<string, string> = {};
  for (const each of texts) if (each.language) byLanguage[each.language] ??= each.text;
  return { text: own?.text ?? null, byLanguage };
}

/** The book's series and position in it. EPUB 3.3, section D.3.5; calibre's EPUB 2 books use their own metadata. */
function seriesOf(metadata: Element): Descriptive["series"] {
  const metas = childElements(metadata, "meta");
  const refined = (id: string | null, name: string) =>
    metas.find((meta) => id && attribute(meta, "refines") === `#${id}` && attribute(meta, "property") === name);
  const collection = metas.find((meta) => {
    if (attribute(meta, "property") !== "belongs-to-collection") return false;
    const type = refined(attribute(meta, "id"), "collection-type");
    return !type || textOf(type) === "series";
  });
  const ofCalibre = (name: string) => {
    const meta = metas.find((each) => attribute(each, "name") === `calibre:${name}`);
    return (meta && attribute(meta, "content")) || "";
  };
  const position = collection && refined(attribute(collection, "id"), "group-position");
  const name = collection ? textOf(collection) : ofCalibre("series");
  const number = Number.parseFloat(collection ? (position ? textOf(position) : "") : ofCalibre("series_index"));
  return name ? { name, position: Number.isFinite(number) ? number : null } : null;
}
