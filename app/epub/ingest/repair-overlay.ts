import type { Resolve } from "~/epub/paths";
import { childElements, localNameOf } from "~/epub/xml";
import { exactAddress } from "./exact-address";

/** Attributes of a SMIL file with addresses. */
const addresses = new Set(["src", "textref"]);

/**
 * Rewrites the addresses of a SMIL file that do not name their file exactly, since the reader resolves them as they are. Changes the
 * document in place.
 * @param path path of the file in the book
 * @returns whether anything was changed
 */
export function repairOverlay(document: Document, path: string, resolve: Resolve): boolean {
  let isChanged = false;
  const walk = (element: Element) => {
    for (const attribute of Array.from(element.attributes)) {
      if (!addresses.has((attribute.localName ?? attribute.nodeName).toLowerCase())) continue;
      const repaired = exactAddress(attribute.value, path, resolve);
      if (repaired === attribute.value) continue;
      attribute.value = repaired;
      isChanged = true;
    }
    for (const child of childElements(element)) walk(child);
  };
  const root = document.documentElement;
  if (root && localNameOf(root).toLowerCase() === "smil") walk(root);
  return isChanged;
}
