import type { BookKind, PageLayout, SpineItem } from "./book";
import { firstById, type ManifestItem, manifestItemsOf } from "./package-manifest";
import {
  allowedValue,
  type Descriptive,
  descriptiveOf,
  languagesOf,
  metaValue,
  type PackageLanguages,
  titlesOf,
} from "./package-metadata";
import { flows, layouts, orientations, type PackageSpine, spineOf, spreads, withDurations } from "./package-spine";
import { inCommonTerms, vocabulariesOf } from "./package-vocabularies";
import { type Resolve, resolvePath } from "./paths";
import { attribute, childElements, descendants, firstDescendant, textOf, tokens } from "./xml";

export type PackageDocument = {
  identifier: string;
  title: string;
  /** The title in other languages, by language. EPUB 3.3, alternate-script. */
  titles: Record<string, string>;
  language: string;
  textDirection: "ltr" | "rtl" | null;
  progression: "ltr" | "rtl";
  layout: PageLayout;
  kind: BookKind;
  activeClass: string | null;
  playbackActiveClass: string | null;
  coverPath: string | null;
  navPath: string | null;
  ncxPath: string | null;
  manifest: ManifestItem[];
  languages: PackageLanguages;
  descriptive: Descriptive;
} & PackageSpine;

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
  const manifest = manifestItemsOf(root, path, resolve);
  const byId = firstById(manifest);
  const spineElement = childElements(root, "spine")[0] ?? null;
  const layout = allowedValue(metadata, "rendition:layout", layouts, layoutOfEpub2(metadata));
  const globals = {
    layout,
    spread: allowedValue(metadata, "rendition:spread", spreads, "auto"),
    orientation: allowedValue(metadata, "rendition:orientation", orientations, "auto"),
    flow: allowedValue(metadata, "rendition:flow", flows, "auto"),
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
    activeClass: className(metaValue(metadata, "media:active-class")),
    playbackActiveClass: className(metaValue(metadata, "media:playback-active-class")),
    coverPath: coverOf(metadata, manifest, byId, isEpub2(root)),
    navPath: manifest.find((item) => item.properties.includes("nav"))?.path ?? null,
    ncxPath: ncxOf(spineElement, manifest, byId),
    manifest,
    spine: withDurations(spine, metadata, byId),
    unshown,
    languages: languagesOf(metadata, language),
    descriptive: descriptiveOf(metadata, language, layout === "pre-paginated"),
  };
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

/** Kobo's and Apple's marker of fixed layout in EPUB 2. */
function layoutOfEpub2(metadata: Element): PageLayout {
  const meta = childElements(metadata, "meta").find((item) => attribute(item, "name") === "fixed-layout");
  return meta && attribute(meta, "content") === "true" ? "pre-paginated" : "reflowable";
}

function kindOf(metadata: Element, spine: SpineItem[], layout: PageLayout): BookKind {
  const declared = metaValue(metadata, "fabel:kind");
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
