import { type AccessibilityClaims, accessibilityClaimsOf } from "./accessibility-claims";
import type { BookLanguages } from "./book";
import { attribute, childElements, descendants, firstDescendant, textOf } from "./xml";

/** Metadata of a package document. EPUB 3.3, sections 5.5 and 8.2; unknown properties and values are ignored. */

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
  /** `fabel:computer-voice`: program and voice that made the narration; null if people read it, or nobody. */
  computerVoice: string | null;
  /** Accessibility metadata: claims, and a summary in words, also by language. EPUB Accessibility 1.1, section 2. */
  accessibility: AccessibilityClaims & { summary: string | null; summaries: Record<string, string> };
};

/** Values of `<meta property="…">` without `refines`. */
export function metaValues(metadata: Element, name: string): string[] {
  return childElements(metadata, "meta")
    .filter((meta) => attribute(meta, "property") === name && !attribute(meta, "refines"))
    .map(textOf)
    .filter(Boolean);
}

/** The first of metaValues. */
export function metaValue(metadata: Element, name: string): string | null {
  return metaValues(metadata, name)[0] ?? null;
}

/** The first allowed value. EPUB 3.3, section 8.2: unknown and later values are ignored. */
export function allowedValue<T extends string>(
  metadata: Element,
  name: string,
  allowed: readonly T[],
  otherwise: T,
): T {
  return (metaValues(metadata, name).find((value) => (allowed as readonly string[]).includes(value)) as T) ?? otherwise;
}

/** The title in other languages, by language. EPUB 3.3, alternate-script. */
export function titlesOf(metadata: Element, title: Element | null): Record<string, string> {
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

/** Languages that a package declares; those of its audio and video come from `fabel:` metadata. */
export type PackageLanguages = Pick<BookLanguages, "mainLanguage" | "properties"> & {
  audio: string[];
  video: string[];
};

/** docs/product/choices.md#books: `fabel:` metadata; lists are white-space or comma separated, or repeated. */
export function languagesOf(metadata: Element, language: string): PackageLanguages {
  const list = (name: string) => [
    ...new Set(metaValues(metadata, name).flatMap((value) => value.split(/[\s,]+/).filter(Boolean))),
  ];
  return {
    mainLanguage: language,
    properties: {
      sentenceHighlighting: metaValue(metadata, "fabel:sentence-highlighting") !== "false",
      pictureInPicture: list("fabel:picture-in-picture"),
    },
    audio: list("fabel:audio"),
    video: list("fabel:video"),
  };
}

/** Descriptive metadata; texts in the book's language. */
export function descriptiveOf(metadata: Element, language: string, isFixedLayout: boolean): Descriptive {
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
  const age = /^(\d+)(?:\s*[-–]\s*(\d+))?/.exec(metaValue(metadata, "schema:typicalAgeRange") ?? "");
  const total = metaValues(metadata, "media:duration")[0];
  const descriptions = inLanguages(descendants(metadata, "description"), language);
  const summaries = inLanguages(summariesOf(metadata), language);
  return {
    // All creators in document order; the first is the primary one. EPUB Reading Systems 3.3, dc:creator.
    authors: people.filter((person) => person.isCreator && person.name).map((person) => person.name),
    illustrators: withRole("ill"),
    narrators: [...new Set([...withRole("nrt"), ...metaValues(metadata, "media:narrator")])],
    subjects: descendants(metadata, "subject").map(textOf).filter(Boolean),
    description: descriptions.text,
    descriptions: descriptions.byLanguage,
    ageFrom: age ? Number(age[1]) : null,
    ageTo: age?.[2] ? Number(age[2]) : null,
    duration: total ? clockSeconds(total) : null,
    publisher: textOf(firstDescendant(metadata, "publisher")) || null,
    series: seriesOf(metadata),
    isTalking: /^(true|yes|1)$/i.test(metaValue(metadata, "fabel:talking-book") ?? ""),
    computerVoice: metaValue(metadata, "fabel:computer-voice"),
    accessibility: {
      ...accessibilityClaimsOf(metadata, isFixedLayout),
      summary: summaries.text,
      summaries: summaries.byLanguage,
    },
  };
}

/** Accessibility summaries; EPUB 2 has them in the `content` of a `meta name`. */
function summariesOf(metadata: Element): Element[] {
  const name = "schema:accessibilitySummary";
  return childElements(metadata, "meta").filter(
    (meta) => !attribute(meta, "refines") && (attribute(meta, "property") === name || attribute(meta, "name") === name),
  );
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
    const text = textOf(element) || attribute(element, "content")?.trim();
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

/** Parses a total duration in seconds: `0:32:29`, `34s`, `1.2min`. The narration parses clip times itself. */
export function clockSeconds(value: string): number | null {
  const unit = /^([\d.]+)(ms|s|min|h)?$/.exec(value);
  if (unit) return Number(unit[1]) * { ms: 0.001, s: 1, min: 60, h: 3600 }[(unit[2] ?? "s") as "s"];
  if (!/^\d+(:\d+){1,2}(\.\d+)?$/.test(value)) return null;
  return value.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
