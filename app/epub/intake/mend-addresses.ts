import type { ManifestItem } from "../package-document";
import { encodePath, folderOf, isRemote, relativePath, resolvePath } from "../paths";
import { childElements, localNameOf } from "../xml";

const loading = new Set(["img", "image", "audio", "video", "source", "track", "embed", "object"]);
const addresses = new Set(["src", "href", "data", "poster"]);

/** Types that a browser shows or plays by itself; of any other the manifest's fallback is taken. EPUB 3.3, section 3.2. */
const coreTypes = /^(image\/(gif|jpeg|png|svg\+xml|webp|avif)|audio\/(mpeg|mp4|ogg.*|wav|x-wav)|video\/.*)$/;

/**
 * What a document loads is found where the book keeps it: an address that climbs above the book ends at its root (EPUB 3.3, section
 * 4.2.5), and a file of a foreign type gives way to its fallback (section 3.5). The document is changed in place.
 * @param path where the document lies
 * @param manifest by path
 */
export function mendAddresses(
  document: Document,
  path: string,
  manifest: ReadonlyMap<string, ManifestItem>,
  byId: ReadonlyMap<string, ManifestItem>,
): void {
  const mend = (element: Element) => {
    if (loading.has(localNameOf(element).toLowerCase())) mendElement(element, path, manifest, byId);
    for (const child of childElements(element)) mend(child);
  };
  if (document.documentElement) mend(document.documentElement);
}

function mendElement(
  element: Element,
  path: string,
  manifest: ReadonlyMap<string, ManifestItem>,
  byId: ReadonlyMap<string, ManifestItem>,
): void {
  for (const attribute of Array.from(element.attributes)) {
    const name = (attribute.localName ?? attribute.nodeName.replace(/^.*:/, "")).toLowerCase();
    const address = attribute.value.trim();
    if (!addresses.has(name) || address === "" || address.startsWith("#") || isRemote(address)) continue;
    const found = resolvePath(path, address);
    const target = found ?? clamped(path, address);
    const shown = target === null ? null : coreOf(target, manifest, byId);
    if (shown === null || (shown === found && !address.startsWith("/"))) continue;
    attribute.value = encodePath(relativePath(folderOf(path), shown));
  }
}

/** Steps above the root lead nowhere, as in any URL. */
function clamped(path: string, address: string): string | null {
  const url = new URL(address, `http://book.invalid/${encodePath(path)}`);
  return resolvePath("", url.pathname);
}

function coreOf(
  path: string,
  manifest: ReadonlyMap<string, ManifestItem>,
  byId: ReadonlyMap<string, ManifestItem>,
): string {
  const seen = new Set<ManifestItem>();
  let item = manifest.get(path);
  while (item && !seen.has(item) && !coreTypes.test(item.mediaType) && item.fallback) {
    seen.add(item);
    item = byId.get(item.fallback);
  }
  return item?.path && coreTypes.test(item.mediaType) ? item.path : path;
}
