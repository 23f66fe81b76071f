import { attribute, childElements, localNameOf } from "~/epub/xml";
import { voiceIds } from "./mark-sentences";

/** A spine document's narration, with addresses relative to the package document. @property itemId id of the document in the manifest */
export type PackagedNarration = {
  itemId: string;
  overlayHref: string;
  soundHref: string;
  soundType: string;
  seconds: number;
};

/**
 * Names narrations and their voice in a package document. Changes it in place.
 * @param voice the program and its voice, as shown to super users
 */
export function addToPackage(document: Document, narrations: readonly PackagedNarration[], voice: string): void {
  const root = document.documentElement;
  const metadata = root && childElements(root, "metadata")[0];
  const manifest = root && childElements(root, "manifest")[0];
  if (!metadata || !manifest) throw new Error("The package document has no metadata or manifest");
  const add = (parent: Element, name: string, attributes: Record<string, string>, text = "") => {
    const made = document.createElementNS(parent.namespaceURI, parent.prefix ? `${parent.prefix}:${name}` : name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== "") made.appendChild(document.createTextNode(text));
    parent.appendChild(made);
  };
  const duration = (seconds: number) => `${seconds.toFixed(3)}s`;
  narrations.forEach(({ itemId, overlayHref, soundHref, soundType, seconds }, index) => {
    const id = `${voiceIds}overlay-${index + 1}`;
    for (const item of childElements(manifest, "item")) {
      if (attribute(item, "id")?.trim() === itemId) item.setAttribute("media-overlay", id);
    }
    add(manifest, "item", { id, href: overlayHref, "media-type": "application/smil+xml" });
    add(manifest, "item", { id: `${voiceIds}sound-${index + 1}`, href: soundHref, "media-type": soundType });
    const about = { id: `${voiceIds}duration-${index + 1}`, property: "media:duration", refines: `#${id}` };
    add(metadata, "meta", about, duration(seconds));
  });
  const total = narrations.reduce((sum, { seconds }) => sum + seconds, 0);
  add(metadata, "meta", { id: `${voiceIds}duration`, property: "media:duration" }, duration(total));
  add(metadata, "meta", { id: `${voiceIds}name`, property: "fabel:computer-voice" }, voice);
}

/** Undoes addToPackage. */
export function removeFromPackage(document: Document): void {
  const walk = (element: Element): void => {
    for (const child of childElements(element)) {
      if (attribute(child, "id")?.startsWith(voiceIds)) element.removeChild(child);
      else walk(child);
    }
    const isItem = localNameOf(element) === "item";
    if (isItem && attribute(element, "media-overlay")?.startsWith(voiceIds)) element.removeAttribute("media-overlay");
  };
  if (document.documentElement) walk(document.documentElement);
}
