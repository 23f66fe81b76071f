import type { Flow, Orientation, PageLayout, PageSpread, SpineItem, SpreadSetting } from "./book";
import type { Manifest, ManifestItem } from "./package-manifest";
import { clockSeconds } from "./package-metadata";
import { commonTerm, type Vocabularies } from "./package-vocabularies";
import { attribute, childElements, textOf, tokens } from "./xml";

/** Types that a spine item may have without a fallback (EPUB 3.3, section 3.3), and images, which are wrapped in a page. */
const spineTypes =
  /^(application\/xhtml\+xml|image\/(svg\+xml|jpeg|png|gif|webp|avif)|text\/html|application\/x-dtbook\+xml)$/;

export const layouts: readonly PageLayout[] = ["reflowable", "pre-paginated"];

export const spreads: readonly SpreadSetting[] = ["auto", "none", "landscape", "portrait", "both"];

export const orientations: readonly Orientation[] = ["auto", "landscape", "portrait"];

export const flows: readonly Flow[] = ["auto", "paginated", "scrolled-doc", "scrolled-continuous"];

/** Rendition properties of the whole book, which a spine reference may override. EPUB 3.3, section 8.2.2. */
type Globals = { layout: PageLayout; spread: SpreadSetting; orientation: Orientation; flow: Flow };

export type PackageSpine = {
  spine: SpineItem[];
  /** References without an item that can be shown: the path of the item, or the reference's id if the manifest lacks it. */
  unshown: Array<{ id: string; path: string | null }>;
};

/** @param isThere whether the archive holds a file */
export function spineOf(
  element: Element,
  { manifest, byId }: Manifest,
  globals: Globals,
  vocabularies: Vocabularies,
  isThere: (path: string) => boolean,
): PackageSpine {
  const items: SpineItem[] = [];
  const unshown: PackageSpine["unshown"] = [];
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

/** The spine with the durations of its overlays. EPUB 3.3, section 9.3.5.2. */
export function withDurations(spine: SpineItem[], metadata: Element, byId: Map<string, ManifestItem>): SpineItem[] {
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
