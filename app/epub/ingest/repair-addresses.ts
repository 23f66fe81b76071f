import type { ManifestItem } from "~/epub/package-manifest";
import {
  encodePath,
  escapesFolder,
  folderOf,
  isPlainAddress,
  type Resolve,
  relativePath,
  resolvePath,
} from "~/epub/paths";
import { childElements, localNameOf } from "~/epub/xml";
import { exactAddress } from "./exact-address";
import { rewriteAddressesInCss } from "./readdress";

const loading = new Set([
  "img",
  "image",
  "audio",
  "video",
  "source",
  "track",
  "embed",
  "object",
  "iframe",
  "link",
  "use",
  "feimage",
]);
const addresses = new Set(["src", "href", "data", "poster"]);
/** Elements whose `href` is followed by the reader. */
const links = new Set(["a", "area"]);
/** Elements that embed documents; a scripted document is replaced by its fallback, because scripts do not run (decision 5). */
const showingDocuments = new Set(["iframe", "object", "embed"]);

/** Types that browsers support natively; for any other the manifest's fallback is used. EPUB 3.3, section 3.2. */
export const coreTypes = /^(image\/(gif|jpeg|png|svg\+xml|webp|avif)|audio\/(mpeg|mp4|ogg.*|wav|x-wav)|video\/.*)$/;
const documentTypes = /^(application\/xhtml\+xml|image\/svg\+xml)$/;

/** The manifest, indexed for fallback look-ups. */
export type ManifestIndex = {
  byPath: ReadonlyMap<string, ManifestItem>;
  byId: ReadonlyMap<string, ManifestItem>;
};

export function manifestIndex(items: readonly ManifestItem[]): ManifestIndex {
  return {
    byPath: new Map(items.flatMap((item) => (item.path === null ? [] : [[item.path, item] as const]))),
    byId: new Map(items.map((item) => [item.id, item])),
  };
}

/**
 * Repairs the addresses that a document loads: an address that climbs above the book ends at its root (EPUB 3.3, section 4.2.5), one that
 * does not name its file exactly gets its name, and a file of a foreign type is replaced by its fallback (section 3.5). Links get the
 * names of their files too. Changes the document in place.
 * @param path path of the document in the book
 * @param resolve finds the file that an address means
 */
export function repairAddresses(
  document: Document,
  path: string,
  manifest: ManifestIndex,
  resolve: Resolve = resolvePath,
): void {
  const repair = (element: Element) => {
    repairElement(element, { path, manifest, resolve });
    for (const child of childElements(element)) repair(child);
  };
  if (document.documentElement) repair(document.documentElement);
}

/** Repairs addresses in a style sheet: those that leave the book's folder end at its root, and the others name their files exactly. */
export function repairCss(css: string, path: string, resolve: Resolve = resolvePath): string {
  return rewriteAddressesInCss(css, (address) => repairAddress(address, { path, resolve }, (target) => target));
}

/** The document that holds the addresses, and how they are resolved. */
type Context = { path: string; manifest: ManifestIndex; resolve: Resolve };

function repairElement(element: Element, context: Context): void {
  const { path, manifest, resolve } = context;
  const name = localNameOf(element).toLowerCase();
  if (name === "style" && /url\(|@import/i.test(element.textContent ?? "")) {
    const css = element.textContent ?? "";
    const repaired = repairCss(css, path, resolve);
    if (repaired !== css) element.textContent = repaired;
  }
  for (const attribute of Array.from(element.attributes)) {
    const local = (attribute.localName ?? attribute.nodeName.replace(/^.*:/, "")).toLowerCase();
    if (local === "style") attribute.value = repairCss(attribute.value, path, resolve);
    if (local === "href" && links.has(name)) attribute.value = exactAddress(attribute.value, path, resolve);
    if (!loading.has(name)) continue;
    if (local === "srcset") attribute.value = repairSet(attribute.value, context);
    else if (addresses.has(local)) {
      attribute.value = repairAddress(attribute.value, context, (target) => replaced(element, name, target, manifest));
    }
  }
  if (name === "object" && element.getAttribute("data") === "") element.removeAttribute("data");
}

function repairSet(value: string, context: Context): string {
  if (/\bdata:/i.test(value)) return value;
  return value
    .split(",")
    .map((candidate) =>
      candidate
        .trim()
        .replace(/^\S+/, (address) =>
          repairAddress(address, context, (target) => firstShowable(target, context.manifest, isCore).path),
        ),
    )
    .join(", ");
}

/** Leaves an address unchanged if it already leads to the shown file inside the book. */
function repairAddress(
  address: string,
  { path, resolve }: Pick<Context, "path" | "resolve">,
  showableFor: (target: string) => string,
): string {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.startsWith("#")) return address;
  const target = resolve(path, trimmed);
  const displayed = target === null ? null : showableFor(target);
  if (displayed === "") return "";
  const isExact = displayed === resolvePath(path, trimmed) && isPlainAddress(trimmed) && !escapesFolder(path, trimmed);
  if (displayed === null || isExact) return address;
  const fragment = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : "";
  return encodePath(relativePath(folderOf(path), displayed)) + fragment;
}

/** Replacement address for an element; empty if the element's content is the fallback. */
function replaced(element: Element, name: string, target: string, manifest: ManifestIndex): string {
  const canShow = showingDocuments.has(name) ? isShownWhole : isCore;
  const { path, item } = firstShowable(target, manifest, canShow);
  const own = manifest.byPath.get(target);
  if (item && (item !== own || (name === "object" && !element.getAttribute("type")))) {
    if (name === "object" || name === "embed" || element.hasAttribute("type")) {
      element.setAttribute("type", item.mediaType);
    }
  }
  const isScripted = own?.properties.includes("scripted") ?? false;
  return name === "object" && !item && isScripted && element.firstChild ? "" : path;
}

const isCore = (item: ManifestItem) => coreTypes.test(item.mediaType);

function isShownWhole(item: ManifestItem): boolean {
  return (isCore(item) || documentTypes.test(item.mediaType)) && !item.properties.includes("scripted");
}

/** The first item in the fallback chain that can be shown; a circular chain ends at its first repetition. */
function firstShowable(
  path: string,
  manifest: ManifestIndex,
  canShow: (item: ManifestItem) => boolean,
): { path: string; item: ManifestItem | null } {
  const visited = new Set<ManifestItem>();
  let item = manifest.byPath.get(path);
  while (item && !visited.has(item)) {
    if (item.path !== null && canShow(item)) return { path: item.path, item };
    visited.add(item);
    item = item.fallback ? manifest.byId.get(item.fallback) : undefined;
  }
  return { path, item: null };
}
