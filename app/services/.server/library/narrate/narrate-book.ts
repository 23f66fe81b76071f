import { rm, unlink } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Databases } from "~/db/.server/connect";
import { fileFinder } from "~/epub/ingest/file-finder";
import { findPackage } from "~/epub/ingest/find-package";
import { IngestNotes } from "~/epub/ingest/ingest-notes";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { readText } from "~/epub/ingest/read-text";
import { serializeDocument } from "~/epub/ingest/sanitize";
import { type MarkedSentence, markSentences, unmarkSentences } from "~/epub/narrate/mark-sentences";
import { narrationOf, overlayOf, type SpokenSentence } from "~/epub/narrate/narration";
import { addToPackage, type PackagedNarration, removeFromPackage } from "~/epub/narrate/package-narration";
import { readPackage } from "~/epub/package-document";
import { encodePath, folderOf, joinPath, relativePath } from "~/epub/paths";
import { type Region, regionOf } from "~/realms/realm";
import { type AddedBook, addBook, type Ingest } from "~/services/.server/library/add-book";
import { diskFolder } from "~/services/.server/library/ingest/ingest-book";
import { noteAddedBook, systemAuthor } from "~/services/.server/library/note-added-book";
import type { BookStorage } from "~/services/.server/library/storage";
import { type BookToNarrate, findBookToNarrate } from "./book-to-narrate";
import { copyBook, packCopiedBook } from "./copied-book";
import { NarrationRefused } from "./narration-refused";
import { type SoundFormat, storeSound } from "./store-sound";
import type { ProgramVoice } from "./voice";

/** Folder of the sounds and SMIL files, beside the package document. */
const voiceFolder = "computer-voice";

/** Sentences spoken at a time. */
const atOnce = Math.min(4, availableParallelism());

export type NarrateParts = {
  databases: Databases;
  storage: BookStorage;
  ingest: Ingest;
  /** Name of the caller in the audit log. */
  caller: string;
};

type Unpacked = {
  folder: string;
  paths: string[];
  packagePath: string;
  packageDocument: Document;
  /** Pages with text by their path: the document, and its id in the manifest. */
  pages: Map<string, { document: Document; itemId: string }>;
};

/**
 * Makes a narration by a computer's voice for a stored book, as its new version. One that a computer's voice made earlier is replaced. The number
 * of letters before each place stays, so readers' marks keep theirs.
 * @param report receives the pages narrated so far, and how many there are
 * @throws NarrationRefused; the book is then as it was
 */
export async function narrateBook(
  id: string,
  voice: ProgramVoice,
  format: SoundFormat,
  parts: NarrateParts,
  report: (done: number, of: number) => void = () => undefined,
): Promise<AddedBook> {
  const book = await findOrRefuse(id, parts);
  if (book.manifest.languages.audio.length > 0 && !book.shelf.computerVoice) {
    throw new NarrationRefused(`The book ${id} has a recorded narration; only one by a computer's voice is replaced`);
  }
  return await changed(book, parts, async (unpacked) => {
    const narrations: PackagedNarration[] = [];
    let done = 0;
    for (const [path, page] of unpacked.pages) {
      const sentences = markSentences(page.document, book.manifest.language);
      if (sentences.length > 0) {
        const narration = await narratedPage(unpacked, path, sentences, {
          voice,
          format,
          number: narrations.length + 1,
        });
        narrations.push({ ...narration, itemId: page.itemId });
      }
      done += 1;
      report(done, unpacked.pages.size);
    }
    if (narrations.length === 0) throw new NarrationRefused(`The book ${id} has no text that could be read aloud`);
    addToPackage(unpacked.packageDocument, narrations, voice.name);
  });
}

/**
 * Removes the narration by a computer's voice from a stored book, which becomes a new version.
 * @throws NarrationRefused; the book is then as it was
 */
export async function removeNarration(id: string, parts: NarrateParts): Promise<AddedBook> {
  const book = await findOrRefuse(id, parts);
  if (!book.shelf.computerVoice) throw new NarrationRefused(`The book ${id} has no narration by a computer's voice`);
  return await changed(book, parts, async () => undefined);
}

async function findOrRefuse(id: string, { databases }: NarrateParts): Promise<BookToNarrate> {
  const book = await findBookToNarrate(databases, id);
  if (!book) throw new NarrationRefused(`There is no book ${id} in any catalogue; books:add prints the ids of books`);
  return book;
}

/** Stores a changed copy of a book, without an earlier narration by a computer's voice, as its new version. */
async function changed(
  book: BookToNarrate,
  parts: NarrateParts,
  change: (unpacked: Unpacked) => Promise<void>,
): Promise<AddedBook> {
  const folder = await parts.storage.workFolder();
  const file = `${folder}.epub`;
  try {
    const unpacked = await unpackedBook(book, parts.storage, folder);
    await change(unpacked);
    const { packagePath, packageDocument, pages, paths } = unpacked;
    const disk = diskFolder(folder, paths);
    for (const [path, { document }] of pages) await disk.write(path, serializeDocument(document));
    await disk.write(packagePath, serializeDocument(packageDocument));
    await packCopiedBook(folder, file);
    return await storedVersion(book, file, parts);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await unlink(file).catch(() => undefined);
  }
}

async function unpackedBook(book: BookToNarrate, storage: BookStorage, folder: string): Promise<Unpacked> {
  const copied = await copyBook(storage, book, folder);
  if (copied.length === 0) throw new NarrationRefused(`The files of the book ${book.id} are missing in the storage`);
  const first = diskFolder(folder, copied);
  const { path: packagePath, document: packageDocument } = await findPackage(
    first,
    fileFinder(copied),
    new IngestNotes(),
  );
  removeFromPackage(packageDocument);
  const earlier = `${joinPath(folderOf(packagePath), voiceFolder)}/`;
  await rm(join(folder, earlier), { recursive: true, force: true });
  const paths = copied.filter((path) => !path.startsWith(earlier));
  const disk = diskFolder(folder, paths);
  const files = fileFinder(paths);
  const { manifest } = readPackage(packageDocument, packagePath, files.has, files.resolve);
  const pages: Unpacked["pages"] = new Map();
  for (const { id, href, source } of book.manifest.spine) {
    // Ingest copies pages that have another ending: the package names the original.
    const path = manifest.some((item) => item.path === href) ? href : (source ?? href);
    const isPicture = manifest.some((item) => item.path === path && item.mediaType.startsWith("image/"));
    const text = isPicture || pages.has(path) ? null : await readText(disk, path);
    if (text === null) continue;
    const document = parseContentDocument(text);
    unmarkSentences(document);
    pages.set(path, { document, itemId: id });
  }
  return { folder, paths, packagePath, packageDocument, pages };
}

async function narratedPage(
  { folder, packagePath }: Unpacked,
  path: string,
  sentences: readonly MarkedSentence[],
  { voice, format, number }: { voice: ProgramVoice; format: SoundFormat; number: number },
): Promise<Omit<PackagedNarration, "itemId">> {
  const narration = narrationOf(sentences, await spokenBy(voice, sentences));
  const name = String(number).padStart(4, "0");
  const base = folderOf(packagePath);
  const own = joinPath(base, voiceFolder);
  await storeSound(join(folder, own, `${name}${format.ending}`), narration.sound, format);
  const overlay = overlayOf(narration, encodePath(relativePath(own, path)), `${name}${format.ending}`);
  await diskFolder(folder, []).write(joinPath(own, `${name}.smil`), overlay);
  return {
    overlayHref: `${voiceFolder}/${name}.smil`,
    soundHref: `${voiceFolder}/${name}${format.ending}`,
    soundType: format.type,
    seconds: narration.sound.samples.length / narration.sound.rate,
  };
}

async function spokenBy(voice: ProgramVoice, sentences: readonly MarkedSentence[]): Promise<SpokenSentence[]> {
  const spoken: SpokenSentence[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < sentences.length; at = next++) {
      const sentence = sentences[at];
      if (sentence) spoken[at] = await voice.speak(sentence.text, sentence.language);
    }
  };
  const workers = Array.from({ length: atOnce }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    next = sentences.length;
    await Promise.allSettled(workers);
    throw error;
  }
  return spoken;
}

async function storedVersion(book: BookToNarrate, file: string, parts: NarrateParts): Promise<AddedBook> {
  const now = await findBookToNarrate(parts.databases, book.id);
  if (now?.version !== book.version) {
    throw new NarrationRefused(`The book ${book.id} got another version in the meantime; start again`);
  }
  let added: AddedBook | null = null;
  for (const region of new Set<Region>(book.realms.map(regionOf))) {
    const own = book.realms.filter((realm) => regionOf(realm) === region);
    const [realm] = own;
    if (!realm) continue;
    const note = noteAddedBook(systemAuthor(realm, parts.caller));
    added = await addBook(file, { id: book.id, realms: own, note }, parts);
  }
  if (!added) throw new NarrationRefused(`The book ${book.id} is in no catalogue any more`);
  return added;
}
