import { escapableTypes } from "~/epub/structure-types";
import { parseClock } from "./clock";
import type { Track, TrackAudio, TrackText } from "./track";

const epubOps = "http://www.idpf.org/2007/ops";

type UnplacedTrack = Omit<Track, "text"> & { text: TrackText | null };

type Place = { types: string[]; escapable: number | null; textref: TrackText | null };

/**
 * Reads the tracks of a parsed SMIL file in playing order. Only namespace-aware DOM methods are used, so any DOM
 * implementation works. A document without a `smil` root gives no tracks. docs/product/reader.md#entities, #validation.
 * @param href the file's own path, relative to the book's folder
 */
export function readSmil(document: Document | null, href: string): Track[] {
  const root = document?.documentElement;
  if (!root || nameOf(root) !== "smil") return [];
  const read: UnplacedTrack[] = [];
  const turns = turnsInMetadata(root);
  let escapables = 0;

  function walk(element: Element, around: Place): void {
    const own = typesOf(element);
    const place: Place = {
      types: [...around.types, ...own],
      escapable: around.escapable,
      textref: textOf(attribute(element, "textref"), href) ?? around.textref,
    };
    if (place.escapable === null && own.some((type) => escapableTypes.has(type))) {
      escapables += 1;
      place.escapable = escapables;
    }
    const children = childElements(element);
    if (nameOf(element) === "par") readPar(children, place);
    for (const child of children) {
      if (isContainer(child)) walk(child, place);
    }
  }

  function readPar(children: Element[], place: Place): void {
    const textElement = children.find((child) => nameOf(child) === "text");
    const audioElement = children.find((child) => nameOf(child) === "audio");
    if (!textElement && !audioElement) return;
    const text = textOf(textElement ? attribute(textElement, "src") : null, href) ?? place.textref;
    const audio = audioElement ? audioOf(audioElement, href, turns) : null;
    if (text || audio) read.push({ audio, text, types: place.types, escapable: place.escapable });
  }

  for (const child of childElements(root)) {
    if (nameOf(child) === "body") walk(child, { types: [], escapable: null, textref: null });
  }
  return placed(read);
}

/** A track that names no text is read, without an element, in the document of the track before it, else of the one after. */
function placed(read: readonly UnplacedTrack[]): Track[] {
  let document = read.find(({ text }) => text !== null)?.text?.srcFile;
  return read.flatMap((track) => {
    document = track.text?.srcFile ?? document;
    const text = track.text ?? (document === undefined ? null : { srcFile: document, srcFragmentId: null });
    return text ? [{ ...track, text }] : [];
  });
}

function isContainer(element: Element): boolean {
  const name = nameOf(element);
  return name === "seq" || name === "par";
}

/**
 * `turnPageAt` elements in the file's metadata, by audio id: overlay validators allow no foreign attributes on audio
 * elements, so books that must validate declare the times there.
 */
function turnsInMetadata(root: Element): Map<string, number> {
  const turns = new Map<string, number>();
  const heads = childElements(root).filter((child) => nameOf(child) === "head");
  const metadata = heads.flatMap(childElements).filter((child) => nameOf(child) === "metadata");
  for (const element of metadata.flatMap(childElements)) {
    const time = nameOf(element) === "turnPageAt" ? parseClock((element.textContent ?? "").trim()) : null;
    const audio = attribute(element, "audio");
    if (time !== null && audio) turns.set(audio, time);
  }
  return turns;
}

function audioOf(element: Element, href: string, turns: ReadonlyMap<string, number>): TrackAudio | null {
  const src = attribute(element, "src");
  const url = src ? resolveHref(href, src) : null;
  if (!src || !url) return null;
  const clipBegin = parseClock(attribute(element, "clipBegin"));
  const clipEnd = parseClock(attribute(element, "clipEnd"));
  return {
    src,
    url: url.path,
    clipBegin,
    clipEnd: clipEnd !== null && clipEnd > (clipBegin ?? 0) ? clipEnd : null,
    turnPageAt: parseClock(attribute(element, "turnPageAt")) ?? turns.get(attribute(element, "id") ?? "") ?? null,
    baseMediaUrl: url.path.slice(0, url.path.lastIndexOf("/") + 1),
  };
}

function textOf(src: string | null, href: string): TrackText | null {
  const url = src ? resolveHref(href, src) : null;
  return url ? { srcFile: url.path, srcFragmentId: url.fragment } : null;
}

/**
 * Resolves a reference inside a book; null if it leaves the book's folder or points to another server.
 * @param base the referring file, relative to the book's folder, decoded
 * @returns path and fragment, both decoded
 */
export function resolveHref(base: string, reference: string): { path: string; fragment: string | null } | null {
  const origin = "http://book.invalid";
  try {
    const from = base.split("/").map(encodeURIComponent).join("/");
    const url = new URL(reference.trim(), `${origin}/${from}`);
    if (url.origin !== origin) return null;
    const fragment = url.hash.length > 1 ? decodeURIComponent(url.hash.slice(1)) : null;
    return { path: decodeURIComponent(url.pathname.slice(1)).normalize("NFC"), fragment };
  } catch {
    return null;
  }
}

function nameOf(element: Element): string {
  return element.localName ?? element.nodeName;
}

function typesOf(element: Element): string[] {
  const value = element.getAttributeNS(epubOps, "type") ?? "";
  return value.split(/\s+/).filter((type) => type !== "");
}

/** Attribute by local name, in any namespace: turnPageAt is used without one, in epub: or in a producer's own. */
function attribute(element: Element, name: string): string | null {
  for (let index = 0; index < element.attributes.length; index++) {
    const item = element.attributes.item(index);
    if (item && (item.localName ?? item.name) === name) return item.value;
  }
  return null;
}

function childElements(element: Element): Element[] {
  const elements: Element[] = [];
  for (let index = 0; index < element.childNodes.length; index++) {
    const node = element.childNodes.item(index);
    if (node && node.nodeType === 1) elements.push(node as Element);
  }
  return elements;
}
