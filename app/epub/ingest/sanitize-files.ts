import type { Resolve } from "~/epub/paths";
import { attribute, childElements, descendants, localNameOf, namespaces } from "~/epub/xml";
import type { BookFolder } from "./book-folder";
import { exactAddress } from "./exact-address";
import type { FileFinder } from "./file-finder";
import type { IngestNotes } from "./ingest-notes";
import { isOpenable } from "./openable";
import { parseContentDocument, parseXml } from "./parse-document";
import { readText, readXmlFile } from "./read-text";
import { type ManifestIndex, repairAddresses, repairCss } from "./repair-addresses";
import { sanitizeDocument, serializeDocument } from "./sanitize";
import { standardCss } from "./standard-css";

/** Attributes of a SMIL file with addresses. */
const addresses = new Set(["src", "textref"]);

/** What the files of a book are sanitised with. */
export type IngestContext = { folder: BookFolder; files: FileFinder; manifest: ManifestIndex; notes: IngestNotes };

const scripts = /\.(js|mjs|cjs|jsx|wasm|swf|jar)$/i;
const documentsWithMarkup = /\.(xhtml|html?|svg|xht)$/i;
const overlays = /\.smil$/i;

/**
 * Sanitises every document and style sheet, even outside the spine, because a frame could load it, and repairs addresses in SMIL files.
 * @param report receives the progress, 0 to 1
 * @returns the parsed documents by path
 */
export async function sanitizeFiles(
  context: IngestContext,
  report: (part: number) => void,
): Promise<Map<string, Document>> {
  const { folder, files } = context;
  const documents = new Map<string, Document>();
  for (const [place, path] of folder.paths.entries()) {
    report(place / folder.paths.length);
    if (scripts.test(path)) await folder.remove(path);
    else if (/\.css$/i.test(path)) {
      const css = (await readText(folder, path)) ?? "";
      const standard = repairCss(standardCss(css), path, files.resolve);
      if (standard !== css) await folder.write(path, standard);
    } else if (documentsWithMarkup.test(path)) {
      const document = await makeSafe(context, path);
      if (document) documents.set(path, document);
      else await folder.remove(path);
    } else if (isOverlay(context, path)) await repairOverlayFile(context, path);
  }
  return documents;
}

/**
 * Parses, repairs and sanitises a document, and stores it as the reader will load it.
 * @returns null if the document is missing, or could not be opened even after that
 */
export async function makeSafe(context: IngestContext, path: string): Promise<Document | null> {
  const { folder, files, manifest } = context;
  const text = await readText(folder, path);
  if (text === null) return null;
  const isDrawing = /\.svg$/i.test(path);
  // What was made well-formed once is parsed again only if the result could not be opened.
  for (let source = text, attempt = 0; attempt < 2; attempt += 1) {
    const document = isDrawing ? parseDrawing(source) : parsePage(context, path, source, attempt === 0);
    if (!document) break;
    repairAddresses(document, path, manifest, files.resolve);
    if (!isDrawing) identifyNamedAnchors(document);
    sanitizeDocument(document);
    source = serializeDocument(document);
    if (!isDrawing && !isOpenable(source)) continue;
    await folder.write(path, source);
    return document;
  }
  if (manifest.byPath.has(path)) context.notes.add("unreadable-file", path);
  return null;
}

function parseDrawing(text: string): Document | null {
  try {
    return parseXml(text);
  } catch {
    return null;
  }
}

function parsePage({ manifest, notes }: IngestContext, path: string, text: string, isOriginal: boolean) {
  try {
    return parseContentDocument(text, (fault) => {
      // A file that the package does not list is not read, so its faults are nobody's concern.
      if (isOriginal && manifest.byPath.has(path)) notes.add(fault.kind, path, fault);
    });
  } catch {
    return null;
  }
}

function isOverlay({ manifest }: IngestContext, path: string): boolean {
  return overlays.test(path) || manifest.byPath.get(path)?.mediaType === "application/smil+xml";
}

async function repairOverlayFile({ folder, files, notes }: IngestContext, path: string): Promise<void> {
  const before = notes.count;
  const document = await readXmlFile(folder, path, notes);
  if (!document) return;
  const isMalformed = notes.count > before;
  const isChanged = repairOverlay(document, path, files.resolve);
  if (isMalformed || isChanged) await folder.write(path, serializeDocument(document));
}

/**
 * Rewrites the addresses of a SMIL file that do not name their file exactly, since the reader resolves them as they are. Changes the
 * document in place.
 * @param path path of the file in the book
 * @returns whether anything was changed
 */
function repairOverlay(document: Document, path: string, resolve: Resolve): boolean {
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

/**
 * Gives anchors with a name (`<a name="x">`) an id, since contents and links of older books point to them and everything else looks for
 * ids. HTML, "find a potential indicated element". Changes the document in place.
 */
function identifyNamedAnchors(document: Document): void {
  const anchors = descendants(document, "a").filter((anchor) => attribute(anchor, "name"));
  if (anchors.length === 0) return;
  const ids = new Set(descendants(document, "*").flatMap((element) => attribute(element, "id") ?? []));
  for (const anchor of anchors) {
    const name = attribute(anchor, "name") ?? "";
    if (ids.has(name)) continue;
    ids.add(name);
    if (attribute(anchor, "id") === null) anchor.setAttribute("id", name);
    else anchor.insertBefore(targetNamed(document, name), anchor.firstChild);
  }
}

/** An empty element before the text of an anchor that has another id. */
function targetNamed(document: Document, name: string): Element {
  const target = document.createElementNS(namespaces.xhtml, "span");
  target.setAttribute("id", name);
  return target;
}
