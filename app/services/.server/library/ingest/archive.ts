import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import {
  type ArchiveEntry,
  checkEntries,
  storedName,
  tooLarge,
  tooMany,
  unsafePath,
} from "~/epub/ingest/archive-rules";
import { type ArchiveLimits, archiveLimits } from "~/epub/ingest/limits";
import { BookRejected } from "~/epub/ingest/rejection";

const utf8Flag = 0x800;
const unixLink = 0o120000;
const unixTypeMask = 0o170000;

/**
 * Unpacks a zip into a folder. Checks names and declared sizes of all entries before writing any file, and real sizes while writing.
 * @returns paths of the files, in the archive's order, relative to the folder
 * @throws BookRejected `not-a-zip`, `unsafe-path`, `too-large`, `encrypted`
 */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
  report: (part: number) => void = () => undefined,
): Promise<string[]> {
  const packedBytes = (await stat(file)).size;
  const zip = await open(file);
  try {
    const entries = await entriesOf(zip, limits);
    checkEntries(entries.map(entryOf), packedBytes, limits);
    const files = entries.filter((entry) => !nameOf(entry).endsWith("/"));
    const total = Math.max(
      1,
      files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    );
    let unpackedBytes = 0;
    for (const entry of files) {
      const target = join(folder, nameOf(entry));
      await mkdir(dirname(target), { recursive: true });
      const source = await readable(zip, entry);
      let own = 0;
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          own += chunk.length;
          unpackedBytes += chunk.length;
          done(own > limits.fileBytes || unpackedBytes > limits.totalBytes ? tooLarge(limits) : null, chunk);
        },
      });
      await pipeline(source, counter, createWriteStream(target)).catch((error: unknown) => {
        throw error instanceof BookRejected ? error : unreadable(entry, error);
      });
      report(Math.min(1, unpackedBytes / total));
    }
    return files.map(nameOf);
  } finally {
    zip.close();
  }
}

function open(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error)
        reject(new BookRejected("not-a-zip", `This file is not a zip archive, so it is no EPUB (${error.message})`));
      else resolve(zip);
    });
  });
}

function entriesOf(zip: ZipFile, limits: ArchiveLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.entries) throw tooMany(limits);
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on("error", (error: Error) => {
      const isPath = /relative path|absolute path|invalid characters/i.test(error.message);
      reject(
        isPath ? unsafePath(error.message) : new BookRejected("not-a-zip", `The archive is damaged (${error.message})`),
      );
    });
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      entries.push(entry);
      if (entries.length > limits.entries) reject(tooMany(limits));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function nameOf(entry: Entry): string {
  const isMarked = (entry.generalPurposeBitFlag & utf8Flag) !== 0;
  return storedName(isMarked ? null : entry.fileNameRaw, entry.fileName);
}

function entryOf(entry: Entry): ArchiveEntry {
  return {
    name: nameOf(entry),
    unpackedBytes: entry.uncompressedSize,
    method: entry.compressionMethod,
    isLocked: (entry.generalPurposeBitFlag & 1) === 1,
    isLink: ((entry.externalFileAttributes >>> 16) & unixTypeMask) === unixLink,
  };
}

function readable(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(unreadable(entry, error));
      else resolve(stream);
    });
  });
}

function unreadable(entry: Entry, error: unknown): BookRejected {
  const message = error instanceof Error ? error.message : String(error);
  return new BookRejected("not-a-zip", `The archive is damaged at ${entry.fileName} (${message})`);
}
