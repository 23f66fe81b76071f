import type { Book, BookLabels, SpineItem } from "~/epub/book";
import { containerPath, encryptedResourcesOf, encryptionPath, packagePathOf } from "~/epub/container";
import { contentTypeOf } from "~/epub/content-types";
import { navigationOf, ncxNavigationOf, noNavigation } from "~/epub/navigation";
import { type Descriptive, type PackageDocument, readPackage } from "~/epub/package-document";
import { fileNameOf, folderOf, joinPath } from "~/epub/paths";
import { viewportOf } from "~/epub/viewport";
import type { BookFolder } from "./book-folder";
import { deobfuscate } from "./font-obfuscation";
import { findLanguages } from "./languages";
import { cfiBases, countCharacters, locationsOf } from "./locations";
import { parseContentDocument, parseXml } from "./parse-document";
import { BookRejected } from "./rejection";
import { type Manifest, manifestIndex, repairAddresses, repairCss } from "./repair-addresses";
import { sanitizeDocument, serializeDocument } from "./sanitize";
import { standardCss } from "./standard-css";
import { wrapPicture } from "./wrap-picture";

export type PreparedBook = {
  book: Book;
  descriptive: Descriptive;
  /** CFIs of the linear documents, in the format of epub.js's `locations.load`. */
  locations: string[];
};

/**
 * Prepares an unpacked EPUB 2 or 3 for reading: removes scripts, de-obfuscates fonts, wraps pictures in the spine in pages, and reads
 * package, navigation, viewports, languages and locations once. Changes the folder in place. Runs on the server when a book is added,
 * and in the browser for the test player.
 * @param report receives the progress, 0 to 1
 * @throws BookRejected with a one-line reason
 */
export async function prepareBook(
  folder: BookFolder,
  report: (part: number) => void = () => undefined,
): Promise<PreparedBook> {
  const packagePath = await findPackage(folder);
  const packageXml = await readXml(folder, packagePath);
  if (!packageXml) throw new BookRejected("no-package", `The package document ${packagePath} cannot be read`);
  const paths = new Set(folder.paths);
  const packageDocument = readPackage(packageXml, packagePath, (path) => paths.has(path));
  await undoEncryption(folder, packageDocument);
  const manifest = manifestIndex(packageDocument.manifest);
  const documents = await sanitizeAll(folder, manifest, report);
  const spine = await readSpine(folder, packageDocument, manifest, documents);
  if (spine.length === 0) throw new BookRejected("nothing-to-read", "The book has no page that can be shown");
  const navigation = await readNavigation(folder, packageDocument, documents);
  const languages = findLanguages(packageDocument, spine, folder.paths);
  const translations = translationsOf(packageDocument, languages.languages.audio, documents);
  const book: Book = {
    identifier: packageDocument.identifier,
    title: packageDocument.title || "–",
    creators: packageDocument.descriptive.authors,
    language: packageDocument.language,
    textDirection: packageDocument.textDirection,
    progression: packageDocument.progression,
    layout: packageDocument.layout,
    kind: packageDocument.kind,
    activeClass: packageDocument.activeClass,
    playbackActiveClass: packageDocument.playbackActiveClass,
    cover:
      packageDocument.coverPath && (await folder.read(packageDocument.coverPath)) ? packageDocument.coverPath : null,
    spine: languages.spine,
    toc: navigation.toc,
    pageList: navigation.pageList,
    landmarks: navigation.landmarks,
    languages: languages.languages,
    ...(translations ? { translations } : {}),
    ...(packageDocument.unshown > 0 ||
    spine.length < packageDocument.spine.length ||
    lacksPictures(folder, packageDocument)
      ? { hasMissingParts: true }
      : {}),
  };
  const bases = cfiBases(packageXml, spine);
  const locations = spine
    .filter((item) => item.linear)
    .flatMap((item) => {
      const document = documents.get(item.href);
      const base = bases.get(item.id);
      return document && base ? locationsOf(document, base) : [];
    });
  return { book, descriptive: packageDocument.descriptive, locations };
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

/** Rejects a book with an encrypted spine document; other encrypted resources (fonts, pictures) are removed. */
async function undoEncryption(folder: BookFolder, packageDocument: PackageDocument): Promise<void> {
  const document = await readXml(folder, encryptionPath);
  if (!document) return;
  for (const resource of encryptedResourcesOf(document)) {
    const data = await folder.read(resource.path);
    if (data === null) continue;
    if (resource.obfuscation !== null) {
      await folder.write(resource.path, await deobfuscate(data, resource.obfuscation, packageDocument.identifier));
    } else if (packageDocument.spine.every(({ href }) => href !== resource.path)) await folder.remove(resource.path);
    else {
      throw new BookRejected(
        "encrypted",
        `The book is encrypted (${resource.path}); add a book without copy protection`,
      );
    }
  }
}

function lacksPictures(folder: BookFolder, { manifest }: PackageDocument): boolean {
  const paths = new Set(folder.paths);
  return manifest.some(({ path, mediaType }) => path !== null && mediaType.startsWith("image/") && !paths.has(path));
}

const scripts = /\.(js|mjs|cjs|jsx|wasm|swf|jar)$/i;
const documentsWithMarkup = /\.(xhtml|html?|svg|xht)$/i;

/** Sanitises every document, even outside the spine, because a frame could load it. Returns the parsed documents by path. */
async function sanitizeAll(
  folder: BookFolder,
  manifest: Manifest,
  report: (part: number) => void,
): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>();
  for (const [place, path] of folder.paths.entries()) {
    report(place / folder.paths.length);
    if (scripts.test(path)) await folder.remove(path);
    else if (/\.css$/i.test(path)) {
      const css = (await readText(folder, path)) ?? "";
      const standard = repairCss(standardCss(css), path);
      if (standard !== css) await folder.write(path, standard);
    } else if (documentsWithMarkup.test(path)) {
      if (!(await makeSafe(folder, path, manifest, documents))) await folder.remove(path);
    }
  }
  return documents;
}

/** @returns null if the document is missing or unreadable */
async function makeSafe(
  folder: BookFolder,
  path: string,
  manifest: Manifest,
  documents: Map<string, Document>,
): Promise<Document | null> {
  const text = await readText(folder, path);
  const document = text === null ? null : parseQuietly(text, path);
  if (!document) return null;
  repairAddresses(document, path, manifest);
  sanitizeDocument(document);
  await folder.write(path, serializeDocument(document));
  documents.set(path, document);
  return document;
}

function parseQuietly(text: string, path: string): Document | null {
  try {
    return /\.svg$/i.test(path) ? parseXml(text) : parseContentDocument(text);
  } catch {
    return null;
  }
}

/** Reads the spine. Missing or unreadable items are skipped, so that the rest of a damaged book stays readable. */
async function readSpine(
  folder: BookFolder,
  packageDocument: PackageDocument,
  manifest: Manifest,
  documents: Map<string, Document>,
): Promise<SpineItem[]> {
  const items: SpineItem[] = [];
  for (const item of packageDocument.spine) {
    const isPicture = item.mediaType.startsWith("image/");
    // EPUB requires no file extension: a document may have any name.
    const document =
      documents.get(item.href) ?? (isPicture ? null : await makeSafe(folder, item.href, manifest, documents));
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
      const named = await withEnding(folder, item, document);
      documents.set(named.href, document);
      items.push({ ...item, ...named, index: items.length, viewport, characters: countCharacters(document) });
    }
  }
  return items;
}

/** Copies a document whose extension does not indicate its type to one that does, because it would be served as a download. */
async function withEnding(
  folder: BookFolder,
  { href, source }: SpineItem,
  document: Document,
): Promise<Pick<SpineItem, "href" | "source">> {
  if (/xml/.test(contentTypeOf(href))) return { href, ...(source === undefined ? {} : { source }) };
  const named = `${href}.xhtml`;
  await folder.write(named, serializeDocument(document));
  return { href: named, source: href };
}

async function readNavigation(folder: BookFolder, packageDocument: PackageDocument, documents: Map<string, Document>) {
  if (packageDocument.navPath) {
    const document = documents.get(packageDocument.navPath) ?? (await readXml(folder, packageDocument.navPath));
    const navigation = document && navigationOf(document, packageDocument.navPath);
    if (navigation && navigation.toc.length > 0) return navigation;
  }
  const ncx = packageDocument.ncxPath ? await readXml(folder, packageDocument.ncxPath) : null;
  return ncx && packageDocument.ncxPath ? ncxNavigationOf(ncx, packageDocument.ncxPath) : noNavigation;
}

/**
 * Title and contents in the other narration languages, if the book has both. A navigation document in another language lies beside the
 * default, like its narration: `…/{language}/nav.xhtml`. docs/product/choices.md#books.
 */
function translationsOf(
  { navPath, titles }: PackageDocument,
  spoken: readonly string[],
  documents: Map<string, Document>,
): Book["translations"] {
  if (!navPath) return undefined;
  const labels: Record<string, BookLabels> = {};
  for (const language of spoken) {
    const path = joinPath(folderOf(navPath), language, fileNameOf(navPath));
    const document = documents.get(path);
    const title = titles[language];
    if (!document || !title) continue;
    const { toc, pageList } = navigationOf(document, path);
    if (toc.length > 0) labels[language] = { title, toc, pageList };
  }
  return Object.keys(labels).length > 0 ? labels : undefined;
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

/** Decodes UTF-8 or UTF-16 (EPUB 3.3, section 3.9), or the encoding in an older book's XML declaration. */
export function decodeText(data: Uint8Array): string {
  return new TextDecoder(encodingOf(data)).decode(data);
}

function encodingOf(data: Uint8Array): string {
  const [first, second] = data;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const beginning = String.fromCharCode(...data.subarray(0, 120));
  const declared =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1] ?? "utf-8";
  try {
    // A file in single bytes that declares UTF-16 is mislabelled.
    return /^(utf|ucs)-?16/i.test(declared) ? "utf-8" : new TextDecoder(declared).encoding;
  } catch {
    return "utf-8";
  }
}
