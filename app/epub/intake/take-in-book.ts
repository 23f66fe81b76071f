import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Book, SpineItem } from "../../../../epub/book";
import { containerPath, encryptedResourcesOf, encryptionPath, packagePathOf } from "../../../../epub/container";
import { navigationOf, ncxNavigationOf, noNavigation } from "../../../../epub/navigation";
import {
  type Descriptive,
  type ManifestItem,
  type PackageDocument,
  readPackage,
} from "../../../../epub/package-document";
import { viewportOf } from "../../../../epub/viewport";
import { unpackArchive } from "./archive";
import { deobfuscate } from "./font-obfuscation";
import { findLanguages } from "./languages";
import { type ArchiveLimits, archiveLimits } from "./limits";
import { cfiBases, countCharacters, locationsOf } from "./locations";
import { mendAddresses } from "./mend-addresses";
import { parseContentDocument, parseXml } from "./parse-document";
import { BookRejected } from "./rejection";
import { sanitizeDocument, serializeDocument } from "./sanitize";
import { standardCss } from "./standard-css";
import { wrapPicture } from "./wrap-picture";

/** Where ingest puts what it found; in META-INF, so that no file of the book can have the name by right. */
export const manifestPath = "META-INF/fabel/book.json";
export const locationsPath = "META-INF/fabel/locations.json";
export const languagesPath = "META-INF/fabel/languages.json";

export type IngestedBook = { book: Book; descriptive: Descriptive };

/**
 * Takes an EPUB 2 or 3 apart into a folder that can be served: paths and sizes checked, scripts taken out, fonts de-obfuscated,
 * package, navigation, viewports, languages and locations read once. Design, section 5.
 * @throws BookRejected with one line that names the reason
 */
export async function ingestBook(
  file: string,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
): Promise<IngestedBook> {
  const paths = await unpackArchive(file, folder, limits);
  const packagePath = await findPackage(folder, paths);
  const packageXml = await readXml(folder, packagePath);
  if (!packageXml) throw new BookRejected("no-package", `The package document ${packagePath} cannot be read`);
  const found = readPackage(packageXml, packagePath);
  await undoEncryption(folder, paths, found.identifier);
  const documents = await sanitizeAll(folder, paths, found.manifest);
  const spine = await readSpine(folder, found, documents);
  if (spine.length === 0) throw new BookRejected("nothing-to-read", "The book has no page that can be shown");
  const navigation = await readNavigation(folder, found, documents);
  const languages = findLanguages(found, spine, paths);
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
    cover: found.coverPath && paths.includes(found.coverPath) ? found.coverPath : null,
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
  await writeJson(folder, manifestPath, book);
  await writeJson(folder, locationsPath, locations);
  await writeJson(folder, languagesPath, book.languages);
  return { book, descriptive: found.descriptive };
}

async function findPackage(folder: string, paths: string[]): Promise<string> {
  if (!paths.includes(containerPath)) {
    throw new BookRejected("not-an-epub", `This archive is no EPUB: it holds no ${containerPath}`);
  }
  const container = await readXml(folder, containerPath);
  const path = container ? packagePathOf(container) : null;
  if (!path || !paths.includes(path)) {
    throw new BookRejected("no-package", `The book has no package file${path ? ` (${path} is missing)` : ""}`);
  }
  return path;
}

async function undoEncryption(folder: string, paths: string[], identifier: string): Promise<void> {
  if (!paths.includes(encryptionPath)) return;
  const document = await readXml(folder, encryptionPath);
  if (!document) return;
  for (const resource of encryptedResourcesOf(document)) {
    if (!paths.includes(resource.path)) continue;
    if (resource.obfuscation === null) {
      throw new BookRejected(
        "encrypted",
        `The book is encrypted (${resource.path}); add a book without copy protection`,
      );
    }
    const path = join(folder, resource.path);
    await writeFile(path, deobfuscate(await readFile(path), resource.obfuscation, identifier));
  }
}

const scripts = /\.(js|mjs|cjs|jsx|wasm|swf|jar)$/i;
const documentsWithMarkup = /\.(xhtml|html?|svg|xht)$/i;

/** Every document is made safe, in the spine or not: a frame could lead to it. Documents in markup come back parsed. */
async function sanitizeAll(
  folder: string,
  paths: string[],
  manifest: readonly ManifestItem[],
): Promise<Map<string, Document>> {
  const byPath = new Map(manifest.flatMap((item) => (item.path === null ? [] : [[item.path, item] as const])));
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const documents = new Map<string, Document>();
  for (const path of paths) {
    const file = join(folder, path);
    if (scripts.test(path)) await rm(file);
    else if (/\.css$/i.test(path)) {
      const css = await readText(file);
      const standard = standardCss(css);
      if (standard !== css) await writeFile(file, standard);
    } else if (documentsWithMarkup.test(path)) {
      const document = parseQuietly(await readText(file), path);
      if (document) {
        sanitizeDocument(document);
        mendAddresses(document, path, byPath, byId);
        await writeFile(file, serializeDocument(document));
        documents.set(path, document);
      } else await rm(file);
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
  folder: string,
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
async function adopt(folder: string, path: string, documents: Map<string, Document>): Promise<Document | null> {
  const text = await readText(join(folder, path)).catch(() => null);
  const document = text === null ? null : parseQuietly(text, path);
  if (!document) return null;
  sanitizeDocument(document);
  await writeFile(join(folder, path), serializeDocument(document));
  documents.set(path, document);
  return document;
}

async function readNavigation(folder: string, found: PackageDocument, documents: Map<string, Document>) {
  if (found.navPath) {
    const document = documents.get(found.navPath) ?? (await readXml(folder, found.navPath));
    if (document) return navigationOf(document, found.navPath);
  }
  const ncx = found.ncxPath ? await readXml(folder, found.ncxPath) : null;
  return ncx && found.ncxPath ? ncxNavigationOf(ncx, found.ncxPath) : noNavigation;
}

async function readXml(folder: string, path: string): Promise<Document | null> {
  try {
    return parseXml(await readText(join(folder, path)));
  } catch {
    return null;
  }
}

/** UTF-8, or UTF-16 where the file begins with its mark. EPUB 3.3, section 3.9. */
async function readText(file: string): Promise<string> {
  const data = await readFile(file);
  const isUtf16 = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
  return new TextDecoder(isUtf16 ? (data[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(data);
}

async function writeJson(folder: string, path: string, value: unknown): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), JSON.stringify(value));
}
