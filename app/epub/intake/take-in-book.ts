import type { Book, SpineItem } from "../book";
import { containerPath, encryptedResourcesOf, encryptionPath, packagePathOf } from "../container";
import { navigationOf, ncxNavigationOf, noNavigation } from "../navigation";
import { type Descriptive, type ManifestItem, type PackageDocument, readPackage } from "../package-document";
import { viewportOf } from "../viewport";
import type { BookFolder } from "./book-folder";
import { deobfuscate } from "./font-obfuscation";
import { findLanguages } from "./languages";
import { cfiBases, countCharacters, locationsOf } from "./locations";
import { mendAddresses } from "./mend-addresses";
import { parseContentDocument, parseXml } from "./parse-document";
import { BookRejected } from "./rejection";
import { sanitizeDocument, serializeDocument } from "./sanitize";
import { standardCss } from "./standard-css";
import { wrapPicture } from "./wrap-picture";

export type TakenInBook = {
  book: Book;
  descriptive: Descriptive;
  /** CFIs of the linear documents, as epub.js's `locations.load` takes them. */
  locations: string[];
};

/**
 * Makes an unpacked EPUB 2 or 3 ready to be read: scripts taken out, fonts de-obfuscated, pictures in the spine put on pages of their
 * own, package, navigation, viewports, languages and locations read once. The folder is changed in place. The server does this when a
 * book is added, the test player in the browser. Design, section 5.
 * @throws BookRejected with one line that names the reason
 */
export async function takeInBook(folder: BookFolder): Promise<TakenInBook> {
  const packagePath = await findPackage(folder);
  const packageXml = await readXml(folder, packagePath);
  if (!packageXml) throw new BookRejected("no-package", `The package document ${packagePath} cannot be read`);
  const found = readPackage(packageXml, packagePath);
  await undoEncryption(folder, found.identifier);
  const documents = await sanitizeAll(folder, found.manifest);
  const spine = await readSpine(folder, found, documents);
  if (spine.length === 0) throw new BookRejected("nothing-to-read", "The book has no page that can be shown");
  const navigation = await readNavigation(folder, found, documents);
  const languages = findLanguages(found, spine, folder.paths);
  const book: Book = {
    identifier: found.identifier,
    title: found.title || "–",
    creators: found.descriptive.authors,
    language: found.language,
    textDirection: found.textDirection,
    progression: found.progression,
    layout: found.layout,
    kind: found.kind,
    activeClass: found.activeClass,
    playbackActiveClass: found.playbackActiveClass,
    cover: found.coverPath && folder.paths.includes(found.coverPath) ? found.coverPath : null,
    spine: languages.spine,
    toc: navigation.toc,
    pageList: navigation.pageList,
    landmarks: navigation.landmarks,
    languages: languages.languages,
  };
  const bases = cfiBases(packageXml, spine);
  const locations = spine
    .filter((item) => item.linear)
    .flatMap((item) => {
      const document = documents.get(item.href);
      const base = bases.get(item.id);
      return document && base ? locationsOf(document, base) : [];
    });
  return { book, descriptive: found.descriptive, locations };
}

async function findPackage(folder: BookFolder): Promise<string> {
  if (!folder.paths.includes(containerPath)) {
    throw new BookRejected("not-an-epub", `This archive is no EPUB: it holds no ${containerPath}`);
  }
  const container = await readXml(folder, containerPath);
  const path = container ? packagePathOf(container) : null;
  if (!path || !folder.paths.includes(path)) {
    throw new BookRejected("no-package", `The book has no package file${path ? ` (${path} is missing)` : ""}`);
  }
  return path;
}

async function undoEncryption(folder: BookFolder, identifier: string): Promise<void> {
  const document = await readXml(folder, encryptionPath);
  if (!document) return;
  for (const resource of encryptedResourcesOf(document)) {
    const data = await folder.read(resource.path);
    if (data === null) continue;
    if (resource.obfuscation === null) {
      throw new BookRejected(
        "encrypted",
        `The book is encrypted (${resource.path}); add a book without copy protection`,
      );
    }
    await folder.write(resource.path, await deobfuscate(data, resource.obfuscation, identifier));
  }
}

const scripts = /\.(js|mjs|cjs|jsx|wasm|swf|jar)$/i;
const documentsWithMarkup = /\.(xhtml|html?|svg|xht)$/i;

/** Every document is made safe, in the spine or not: a frame could lead to it. Documents in markup come back parsed. */
async function sanitizeAll(folder: BookFolder, manifest: readonly ManifestItem[]): Promise<Map<string, Document>> {
  const byPath = new Map(manifest.flatMap((item) => (item.path === null ? [] : [[item.path, item] as const])));
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const documents = new Map<string, Document>();
  for (const path of folder.paths) {
    if (scripts.test(path)) await folder.remove(path);
    else if (/\.css$/i.test(path)) {
      const css = (await readText(folder, path)) ?? "";
      const standard = standardCss(css);
      if (standard !== css) await folder.write(path, standard);
    } else if (documentsWithMarkup.test(path)) {
      const document = parseQuietly((await readText(folder, path)) ?? "", path);
      if (document) {
        sanitizeDocument(document);
        mendAddresses(document, path, byPath, byId);
        await folder.write(path, serializeDocument(document));
        documents.set(path, document);
      } else await folder.remove(path);
    }
  }
  return documents;
}

function parseQuietly(text: string, path: string): Document | null {
  try {
    return /\.svg$/i.test(path) ? parseXml(text) : parseContentDocument(text);
  } catch {
    return null;
  }
}

/** Spine items that are missing or unreadable are left out: a book broken in one place reads in all others. */
async function readSpine(
  folder: BookFolder,
  found: PackageDocument,
  documents: Map<string, Document>,
): Promise<SpineItem[]> {
  const items: SpineItem[] = [];
  for (const item of found.spine) {
    const isPicture = item.mediaType.startsWith("image/");
    const document = documents.get(item.href) ?? (isPicture ? null : await adopt(folder, item.href, documents));
    if (isPicture) {
      const wrapped = await wrapPicture(folder, item, document ?? null);
      if (!wrapped) continue;
      documents.set(wrapped.href, wrapped.document);
      items.push({
        ...item,
        index: items.length,
        href: wrapped.href,
        source: item.href,
        mediaType: "application/xhtml+xml",
        viewport: wrapped.size,
      });
    } else if (document) {
      const viewport = item.layout === "pre-paginated" ? viewportOf(document) : null;
      items.push({ ...item, index: items.length, viewport, characters: countCharacters(document) });
    }
  }
  return items;
}

/** A content document whose name does not end like one (EPUB asks for no ending). */
async function adopt(folder: BookFolder, path: string, documents: Map<string, Document>): Promise<Document | null> {
  const text = await readText(folder, path);
  const document = text === null ? null : parseQuietly(text, path);
  if (!document) return null;
  sanitizeDocument(document);
  await folder.write(path, serializeDocument(document));
  documents.set(path, document);
  return document;
}

async function readNavigation(folder: BookFolder, found: PackageDocument, documents: Map<string, Document>) {
  if (found.navPath) {
    const document = documents.get(found.navPath) ?? (await readXml(folder, found.navPath));
    if (document) return navigationOf(document, found.navPath);
  }
  const ncx = found.ncxPath ? await readXml(folder, found.ncxPath) : null;
  return ncx && found.ncxPath ? ncxNavigationOf(ncx, found.ncxPath) : noNavigation;
}

async function readXml(folder: BookFolder, path: string): Promise<Document | null> {
  try {
    const text = await readText(folder, path);
    return text === null ? null : parseXml(text);
  } catch {
    return null;
  }
}

async function readText(folder: BookFolder, path: string): Promise<string | null> {
  const data = await folder.read(path);
  return data === null ? null : decodeText(data);
}

/** UTF-8, or UTF-16 where the file begins with its mark. EPUB 3.3, section 3.9. */
export function decodeText(data: Uint8Array): string {
  const isUtf16 = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
  return new TextDecoder(isUtf16 ? (data[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(data);
}
