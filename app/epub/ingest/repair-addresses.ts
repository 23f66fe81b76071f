import type { ManifestItem } from "~/epub/package-document";
import { encodePath, escapesFolder, folderOf, isRemote, relativePath, resolvePath } from "~/epub/paths";
import { childElements, localNameOf } from "~/epub/xml";
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
/** Elements that show whole documents; scripts don't run in them (decision 5), so a scripted one gives way to its fallback. */
const showingDocuments = new Set(["iframe", "object", "embed"]);

/** Types that a browser shows or plays by itself; of any other the manifest's fallback is taken. EPUB 3.3, section 3.2. */
export const coreTypes = /^(image\/(gif|jpeg|png|svg\+xml|webp|avif)|audio\/(mpeg|mp4|ogg.*|wav|x-wav)|video\/.*)$/;
const documentTypes = /^(application\/xhtml\+xml|image\/svg\+xml)$/;

/** The manifest, as fallbacks need it. */
export type Manifest = {
  byPath: ReadonlyMap<string, ManifestItem>;
  byId: ReadonlyMap<string, ManifestItem>;
};

export function manifestIndex(items: readonly ManifestItem[]): Manifest {
  return {
    byPath: new Map(items.flatMap((item) => (item.path === null ? [] : [[item.path, item] as const]))),
    byId: new Map(items.map((item) => [item.id, item])),
  };
}

/**
 * What a document loads is found where the book keeps it: an address that climbs above the book ends at its root (EPUB 3.3, section
 * 4.2.5), and a file of a foreign type gives way to its fallback (section 3.5). The document is changed in place.
 * @param path where the document lies
 */
export function repairAddresses(document: Document, path: string, manifest: Manifest): void {
  const repair = (element: Element) => {
    repairElement(element, path, manifest);
    for (const child of childElements(element)) repair(child);
  };
  if (document.documentElement) repair(document.documentElement);
}

/** Addresses in a style sheet that leave the book's folder end at its root. */
export function repairCss(css: string, path: string): string {
  return rewriteAddressesInCss(css, (address) => repairAddress(address, path, (target) => target));
}

function repairElement(element: Element, path: string, manifest: Manifest): void {
  const name = localNameOf(element).toLowerCase();
  if (name === "style" && /url\(|@import/i.test(element.textContent ?? "")) {
    const css = element.textContent ?? "";
    const repaired = repairCss(css, path);
    if (repaired !== css) element.textContent = repaired;
  }
  for (const attribute of Array.from(element.attributes)) {
    const local = (attribute.localName ?? attribute.nodeName.replace(/^.*:/, "")).toLowerCase();
    if (local === "style") attribute.value = repairCss(attribute.value, path);
    if (!loading.has(name)) continue;
    if (local === "srcset") attribute.value = repairSet(attribute.value, path, manifest);
    else if (addresses.has(local)) {
      attribute.value = repairAddress(attribute.value, path, (target) => replaced(element, name, target, manifest));
    }
  }
  if (name === "object" && element.getAttribute("data") === "") element.removeAttribute("data");
}

function repairSet(value: string, path: string, manifest: Manifest): string {
  if (/\bdata:/i.test(value)) return value;
  return value
    .split(",")
    .map((candidate) =>
      candidate
        .trim()
        .replace(/^\S+/, (address) => repairAddress(address, path, (target) => shownOf(target, manifest, isCore).path)),
    )
    .join(", ");
}

/** An address stays as it is written where it leads to what is shown, inside the book. */
function repairAddress(address: string, path: string, shownFor: (target: string) => string): string {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.startsWith("#") || isRemote(trimmed)) return address;
  const target = resolvePath(path, trimmed);
  const shown = target === null ? null : shownFor(target);
  if (shown === "") return "";
  if (shown === null || (shown === target && !escapesFolder(path, trimmed))) return address;
  const fragment = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : "";
  return encodePath(relativePath(folderOf(path), shown)) + fragment;
}

/** What an element loads instead; empty where its own content is the fallback. */
function replaced(element: Element, name: string, target: string, manifest: Manifest): string {
  const canShow = showingDocuments.has(name) ? isShownWhole : isCore;
  const { path, item } = shownOf(target, manifest, canShow);
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

/** The first of the chain of fallbacks that can be shown; the chain ends where it comes back to itself. */
function shownOf(
  path: string,
  manifest: Manifest,
  canShow: (item: ManifestItem) => boolean,
): { path: string; item: ManifestItem | null } {
  const seen = new Set<ManifestItem>();
  let item = manifest.byPath.get(path);
  while (item && !seen.has(item)) {
    if (item.path !== null && canShow(item)) return { path: item.path, item };
    seen.add(item);
    item = item.fallback ? manifest.byId.get(item.fallback) : undefined;
  }
  return { path, item: null };
}
