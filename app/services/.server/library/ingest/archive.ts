import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { type ArchiveEntry, damaged, planFiles, tooLarge, tooMany } from "~/epub/ingest/archive-rules";
import { decodedName } from "~/epub/ingest/file-names";
import { IngestNotes } from "~/epub/ingest/ingest-notes";
import { type ArchiveLimits, archiveLimits } from "~/epub/ingest/limits";
import { BookRejected } from "~/epub/ingest/rejection";
import { zipExtent, zipTailBytes } from "~/epub/ingest/zip-extent";
import { FilePart } from "./file-part";

/** Extra field with the name in UTF-8: a byte for its version, four for a checksum, then the name. APPNOTE.TXT, section 4.6.9. */
const unicodeName = { id: 0x7075, nameAt: 5 };
const unixLink = 0o120000;
const unixTypeMask = 0o170000;

/** An entry as the rules see it, and as the zip library reads it. */
type DiskEntry = ArchiveEntry & { source: Entry };

/**
 * Unpacks a zip into a folder. Checks names and declared sizes of all entries before writing any file, and real sizes while writing.
 * @param notes collects what was repaired
 * @returns paths of the files, in the archive's order, relative to the folder
 * @throws BookRejected
 */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
  report: (part: number) => void = () => undefined,
  notes: IngestNotes = new IngestNotes(),
): Promise<string[]> {
  const handle = await open(file, "r");
  try {
    const packedBytes = (await handle.stat()).size;
    const zip = await openArchive(handle, file, packedBytes);
    const planned = planFiles(await entriesOf(zip, limits), packedBytes, limits, notes);
    const total = Math.max(
      1,
      planned.reduce((sum, { entry }) => sum + entry.unpackedBytes, 0),
    );
    let unpackedBytes = 0;
    for (const { entry, path } of planned) {
      const target = join(folder, path);
      let own = 0;
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          own += chunk.length;
          unpackedBytes += chunk.length;
          done(own > limits.fileBytes || unpackedBytes > limits.totalBytes ? tooLarge(limits) : null, chunk);
        },
      });
      try {
        // Fails too if a file has the name of another one's folder, or a name that is too long for the disk.
        await mkdir(dirname(target), { recursive: true });
        await pipeline(await readable(zip, entry), counter, createWriteStream(target));
      } catch (error) {
        throw error instanceof BookRejected ? error : damaged(entry.name, messageOf(error));
      }
      report(Math.min(1, unpackedBytes / total));
    }
    return planned.map(({ path }) => path);
  } finally {
    await handle.close();
  }
}

async function openArchive(handle: FileHandle, path: string, size: number): Promise<ZipFile> {
  const tail = Buffer.alloc(Math.min(zipTailBytes, size));
  await handle.read(tail, 0, tail.length, size - tail.length);
  const head = Buffer.alloc(4);
  await handle.read(head, 0, head.length, 0);
  const { start, end } = zipExtent(tail, head, size);
  // Names are decoded and checked by our own rules, which are the same for books in memory.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false };
  return new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(new FilePart(handle, path, start), end - start, options, (error, zip) => {
      if (error) reject(unreadableArchive(error));
      else resolve(zip);
    });
  });
}

function entriesOf(zip: ZipFile, limits: ArchiveLimits): Promise<DiskEntry[]> {
  if (zip.entryCount > limits.entries) throw tooMany(limits);
  return new Promise((resolve, reject) => {
    const entries: DiskEntry[] = [];
    zip.on("error", (error: Error) => reject(unreadableArchive(error)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      entries.push(entryOf(entry));
      if (entries.length > limits.entries) reject(tooMany(limits));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function unreadableArchive({ message }: Error): BookRejected {
  if (/strong encryption/.test(message)) {
    return new BookRejected("encrypted", "The archive is locked with a password; add a book without one");
  }
  return new BookRejected("damaged", `The archive is damaged (${message}); export or download the book again`);
}

function entryOf(source: Entry): DiskEntry {
  const unicode = source.extraFields.find(({ id }) => id === unicodeName.id)?.data.subarray(unicodeName.nameAt);
  return {
    source,
    name: decodedName(source.fileNameRaw, unicode?.toString("utf8")),
    unpackedBytes: source.uncompressedSize,
    checksum: source.crc32,
    method: source.compressionMethod,
    isLocked: source.isEncrypted(),
    isLink: ((source.externalFileAttributes >>> 16) & unixTypeMask) === unixLink,
  };
}

function readable(zip: ZipFile, { name, source }: DiskEntry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(source, (error, stream) => {
      if (error) reject(damaged(name, error.message));
      else resolve(stream);
    });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
