import { open, stat } from "node:fs/promises";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";

/** Reads the files of an uploaded zip archive one at a time, without writing them to disk. docs/security.md, line 24. */
export type ZipArchive = {
  /** File names as in the archive, without folders. */
  names: readonly string[];
  /** Case-insensitive. */
  has(name: string): boolean;
  /** Uncompressed size in bytes, as declared by the archive. */
  sizeOf(name: string): number;
  /**
   * The uncompressed bytes of a file.
   * @throws ZipError "damaged" if the file is missing or differs from the size or checksum in the archive
   */
  read(name: string): AsyncIterable<Buffer>;
  close(): void;
};

export type ZipProblem =
  | "empty"
  | "not-a-zip"
  | "damaged"
  | "encrypted"
  /** A name that leads outside the archive (path traversal). */
  | "unsafe-path"
  | "duplicate"
  | "too-many-files"
  | "too-large";

export class ZipError extends Error {
  constructor(
    readonly code: ZipProblem,
    /** The affected file of the archive. */
    readonly file: string | null = null,
  ) {
    super(`The archive is not read: ${code}`);
    this.name = "ZipError";
  }
}

type ZipLimits = {
  /** Maximum size of the archive in bytes. */
  fileBytes: number;
  /** Maximum uncompressed size of all files in bytes. */
  unpackedBytes: number;
  entries: number;
};

const zipMark = Buffer.from("PK\u0003\u0004", "latin1");

/**
 * Opens an archive and validates its directory before anything is decompressed.
 * @throws ZipError
 */
export async function openZipArchive(path: string, limits: ZipLimits): Promise<ZipArchive> {
  await checkContent(path, limits);
  const zip = await openZip(path);
  try {
    const entries = await readDirectory(zip, limits);
    return {
      names: [...entries.values()].map(({ fileName }) => fileName).filter((name) => !name.endsWith("/")),
      has: (name) => entries.has(name.toLowerCase()),
      sizeOf: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
      read: (name) => unpacked(zip, name, entries.get(name.toLowerCase())),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Checks the file type by content, not by name. */
async function checkContent(path: string, limits: ZipLimits): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw new ZipError("empty");
  if (size > limits.fileBytes) throw new ZipError("too-large");
  const file = await open(path);
  try {
    const start = Buffer.alloc(4);
    await file.read(start, 0, 4, 0);
    if (!start.equals(zipMark)) throw new ZipError("not-a-zip");
  } finally {
    await file.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch {
    throw new ZipError("damaged");
  }
}

async function readDirectory(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new ZipError("too-many-files");
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      // Programs differ in which of two files with the same name they read.
      if (entries.has(name)) throw new ZipError("duplicate", entry.fileName);
      if (entry.isEncrypted()) throw new ZipError("encrypted", entry.fileName);
      bytes += entry.uncompressedSize;
      if (bytes > limits.unpackedBytes) throw new ZipError("too-large");
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof ZipError) throw error;
    const unsafe = /(?:absolute path|relative path|invalid characters in fileName):\s*(.*)/.exec(String(error));
    throw unsafe ? new ZipError("unsafe-path", unsafe[1] ?? "") : new ZipError("damaged");
  }
  return entries;
}

/** Bytes per chunk; with zlib's smaller default, a large file takes half as long again. */
const chunkSize = 128 * 1024;
/** Bytes that are unpacked ahead of the reader, in a thread of zlib's, while it parses what it has. */
const unpackedAhead = 4 * chunkSize;
const [stored, deflated] = [0, 8];

async function* unpacked(zip: ZipFile, name: string, entry: Entry | undefined): AsyncIterable<Buffer> {
  const damaged = () => new ZipError("damaged", name);
  if (!entry || ![stored, deflated].includes(entry.compressionMethod)) throw damaged();
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
    throw damaged();
  });
  const chunks = entry.compressionMethod === stored ? packed : inflated(packed);
  let sum = 0;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw damaged();
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    // Errors that a caller throws into this generator end at the yield and do not get here.
    throw error instanceof ZipError ? error : damaged();
  } finally {
    packed.destroy();
    chunks.destroy();
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) throw damaged();
}

function inflated(packed: Readable): Readable {
  const ahead = new PassThrough({ highWaterMark: unpackedAhead });
  // An error reaches the reader through `ahead`, which the pipeline destroys with it.
  return pipeline(packed, createInflateRaw({ chunkSize }), ahead, () => {});
}
