import type { Resolve } from "./paths";
import { attribute, childElements, tokens } from "./xml";

export type ManifestItem = {
  id: string;
  /** Path in the book; null for a remote resource. */
  path: string | null;
  mediaType: string;
  properties: string[];
  fallback: string | null;
  overlay: string | null;
};

/** The items of a manifest in their order, and the first one of each id. */
export type Manifest = { manifest: readonly ManifestItem[]; byId: Map<string, ManifestItem> };

/** @param path path of the package document */
export function manifestItemsOf(root: Element, path: string, resolve: Resolve): ManifestItem[] {
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
export function firstById(items: readonly ManifestItem[]): Map<string, ManifestItem> {
  const byId = new Map<string, ManifestItem>();
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return byId;
}
