import type { Book, BookLabels, SpineItem } from "~/epub/book";
import { encryptedResourcesOf, encryptionPath } from "~/epub/container";
import { contentTypeOf } from "~/epub/content-types";
import { navigationOf, ncxNavigationOf, noNavigation } from "~/epub/navigation";
import { type PackageDocument, readPackage } from "~/epub/package-document";
import type { Descriptive } from "~/epub/package-metadata";
import { fileNameOf, folderOf, joinPath, type Resolve, resolvePath } from "~/epub/paths";
import { viewportOf } from "~/epub/viewport";
import { localNameOf, namespaces } from "~/epub/xml";
import type { BookFolder } from "./book-folder";
import { type FileFinder, fileFinder } from "./file-finder";
import { findPackage } from "./find-package";
import { deobfuscate } from "./font-obfuscation";
import { type IngestNote, type IngestNoteKind, IngestNotes } from "./ingest-notes";
import { findLanguages } from "./languages";
import { cfiBases, countCharacters, locationsOf } from "./locations";
import { readXmlFile } from "./read-text";
import { BookRejected } from "./rejection";
import { manifestIndex } from "./repair-addresses";
import { serializeDocument } from "./sanitize";
import { type IngestContext, makeSafe, sanitizeFiles } from "./sanitize-files";
import { wrapPicture } from "./wrap-picture";

export type PreparedBook = {
  book: Book;
  descriptive: Descriptive;
  /** CFIs of the linear documents, in the format of epub.js's `locations.load`. */
  locations: string[];
  /** What was repaired or left out. */
  notes: IngestNote[];
};

/** Most names of missing files that are stored with a book. */
const namedMissing = 20;

/**
 * Prepares an unpacked EPUB 2 or 3 for reading: removes scripts, de-obfuscates fonts, wraps pictures in the spine in pages, and reads
 * package, navigation, viewports, languages and locations once. Each document of the spine is checked to be one that the reader can open.
 * Changes the folder in place. Runs on the server when a book is added, and in the browser for the test player.
 * @param report receives the progress, 0 to 1
 * @param notes collects what was repaired or left out
 * @throws BookRejected with a one-line reason
 */
export async function prepareBook(
  folder: BookFolder,
  report: (part: number) => void = () => undefined,
  notes: IngestNotes = new IngestNotes(),
): Promise<PreparedBook> {
  const files = fileFinder(folder.paths);
  const { path: packagePath, document: packageXml } = await findPackage(folder, files, notes);
  const packageDocument = readPackage(packageXml, packagePath, files.has, noting(files, notes));
  const manifest = manifestIndex(packageDocument.manifest);
  const context = { folder, files, manifest, notes };
  await undoEncryption(context, packageDocument);
  const documents = await sanitizeFiles(context, report);
  const missing = noteMissing(context, packageDocument);
  const spine = await readSpine(context, packageDocument, documents);
  if (spine.length === 0) throw nothingToRead(notes, packagePath, packageDocument);
  if (spine.every(({ href }) => isBlank(documents.get(href)))) throw onlyBlank(spine[0]?.href ?? packagePath);
  const navigation = await readNavigation(context, packageDocument, documents);
  const languages = findLanguages(packageDocument, spine, folder.paths);
  const translations = translationsOf(packageDocument, languages.languages.audio, documents, files);
  const hasMissingParts =
    packageDocument.unshown.length > 0 ||
    spine.length < packageDocument.spine.length ||
    lacksPictures(context, packageDocument);
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
    ...(hasMissingParts ? { hasMissingParts } : {}),
    ...(missing.length > 0 ? { missingFiles: missing.slice(0, namedMissing) } : {}),
  };
  const bases = cfiBases(packageXml, spine);
  const locations = spine
    .filter((item) => item.linear)
    .flatMap((item) => {
      const document = documents.get(item.href);
      const base = bases.get(item.id);
      return document && base ? locationsOf(document, base) : [];
    });
  return { book, descriptive: packageDocument.descriptive, locations, notes: notes.list };
}

/** Resolves the package's addresses, and notes files that it calls by another name. */
function noting(files: FileFinder, notes: IngestNotes): Resolve {
  return (base, address) => {
    const found = files.find(base, address);
    const named = resolvePath(base, address);
    const written = address.trim();
    // A name that is percent-encoded in the archive too looks the same as its address.
    if (found !== null && found !== named && !found.endsWith(written))
      notes.add("other-name", found, { detail: written });
    return found ?? named;
  };
}

/** Rejects a book with an encrypted spine document; other encrypted resources (fonts, pictures) are removed. */
async function undoEncryption(
  { folder, files, notes }: IngestContext,
  packageDocument: PackageDocument,
): Promise<void> {
  const document = await readXmlFile(folder, files.resolve("", encryptionPath) ?? encryptionPath, notes);
  if (!document) return;
  for (const resource of encryptedResourcesOf(document, files.resolve)) {
    const data = await folder.read(resource.path);
    if (data === null) continue;
    if (resource.obfuscation !== null) {
      await folder.write(resource.path, await deobfuscate(data, resource.obfuscation, packageDocument.identifier));
    } else if (packageDocument.spine.every(({ href }) => href !== resource.path)) await folder.remove(resource.path);
    else {
      throw new BookRejected(
        "encrypted",
        `The book is encrypted (${resource.path}); add a book without copy protection`,
        resource.path,
      );
    }
  }
}

/** Types of files that a reader would miss. */
const missed = /^(image|audio|video)\/|html|smil/;

/** Notes what the package lists and the archive lacks. @returns paths of the missing files that a reader would miss */
function noteMissing({ files, notes }: IngestContext, { manifest, unshown }: PackageDocument): string[] {
  const missing: string[] = [];
  for (const { path, mediaType } of manifest) {
    if (path === null || files.has(path)) continue;
    notes.add("missing-file", path);
    if (missed.test(mediaType)) missing.push(path);
  }
  for (const { id, path } of unshown) {
    if (path === null) notes.add("missing-item", "", { detail: id });
    else if (files.has(path)) notes.add("foreign-file", path);
  }
  return [...new Set(missing)];
}

function lacksPictures({ files }: IngestContext, { manifest }: PackageDocument): boolean {
  return manifest.some(({ path, mediaType }) => path !== null && mediaType.startsWith("image/") && !files.has(path));
}

function nothingToRead(
  notes: IngestNotes,
  packagePath: string,
  { spine, unshown }: Pick<PackageDocument, "spine" | "unshown">,
): BookRejected {
  const malformed = notes.list.find((note) => note.path === packagePath && note.line !== null);
  if (malformed && spine.length === 0) {
    const message = `The package document ${packagePath} is malformed in line ${malformed.line}, and no page can be read from it; export the book again`;
    return new BookRejected("no-package", message, packagePath);
  }
  const path = spine[0]?.href ?? unshown.find((one) => one.path !== null)?.path ?? null;
  const words: Partial<Record<IngestNoteKind, string>> = {
    "missing-file": "is not in the archive",
    "foreign-file": "is of a type that cannot be shown",
    "unreadable-file": "cannot be read as XHTML",
  };
  const cause = notes.list.find((note) => note.path === path && words[note.kind])?.kind;
  const first =
    path === null ? "its spine names no document" : `${path} ${(cause && words[cause]) ?? "cannot be shown"}`;
  return new BookRejected(
    "nothing-to-read",
    `The book has no page that can be shown (${first}); export the book again with its pages`,
    path,
  );
}

/** Elements that hold text and show nothing without it. */
const textElements = new Set(["p", "div", "span", "br", "section", "h1", "h2", "h3", "h4", "h5", "h6", "b", "i", "em"]);

/** Whether a page has neither text nor anything else to see. An attribute may give an element a picture by a style sheet. */
function isBlank(document: Document | undefined): boolean {
  const body = document?.getElementsByTagNameNS(namespaces.xhtml, "body")[0];
  if (!body || body.attributes.length > 0 || body.textContent?.trim()) return false;
  return Array.from(body.getElementsByTagName("*")).every(
    (element) => textElements.has(localNameOf(element)) && element.attributes.length === 0,
  );
}

function onlyBlank(path: string): BookRejected {
  const message = `The book has no page that can be shown (${path} has neither text nor pictures, like all others); export the book again with its pages`;
  return new BookRejected("nothing-to-read", message, path);
}

/** Reads the spine. Missing or unreadable items are skipped, so that the rest of a damaged book stays readable. */
async function readSpine(
  context: IngestContext,
  packageDocument: PackageDocument,
  documents: Map<string, Document>,
): Promise<SpineItem[]> {
  const { folder, files, notes } = context;
  const items: SpineItem[] = [];
  for (const item of packageDocument.spine) {
    const isPicture = item.mediaType.startsWith("image/");
    // EPUB requires no file extension: a document may have any name.
    const document = documents.get(item.href) ?? (isPicture ? null : await makeSafe(context, item.href));
    if (isPicture) {
      const wrapped = await wrapPicture(folder, item, document ?? null, files.resolve);
      if (!wrapped) {
        notes.add(files.has(item.href) ? "unreadable-file" : "missing-file", item.href);
        continue;
      }
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

async function readNavigation(
  { folder, files, notes }: IngestContext,
  { navPath, ncxPath }: PackageDocument,
  documents: Map<string, Document>,
) {
  if (navPath) {
    const document = documents.get(navPath) ?? (await readXmlFile(folder, navPath, notes));
    const navigation = document && navigationOf(document, navPath, files.resolve);
    if (navigation && navigation.toc.length > 0) return navigation;
  }
  const ncx = ncxPath ? await readXmlFile(folder, ncxPath, notes) : null;
  return ncx && ncxPath ? ncxNavigationOf(ncx, ncxPath, files.resolve) : noNavigation;
}

/**
 * Title and contents in the other narration languages, if the book has both. A navigation document in another language lies beside the
 * default, like its narration: `…/{language}/nav.xhtml`. docs/product/choices.md#books.
 */
function translationsOf(
  { navPath, titles }: PackageDocument,
  spoken: readonly string[],
  documents: Map<string, Document>,
  files: FileFinder,
): Book["translations"] {
  if (!navPath) return undefined;
  const labels: Record<string, BookLabels> = {};
  for (const language of spoken) {
    const path = joinPath(folderOf(navPath), language, fileNameOf(navPath));
    const document = documents.get(path);
    const title = titles[language];
    if (!document || !title) continue;
    const { toc, pageList } = navigationOf(document, path, files.resolve);
    if (toc.length > 0) labels[language] = { title, toc, pageList };
  }
  return Object.keys(labels).length > 0 ? labels : undefined;
}
