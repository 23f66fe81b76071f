import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { zipExtent, zipTailBytes } from "~/epub/ingest/zip-extent";

/**
 * Reads zip archives from disk, without writing their files and without loading them whole. What an archive may be is decided by the
 * options and by the caller, from what its directory declares. docs/security.md, line 24; docs/decisions/0077-zip-reader.md.
 */

export type ZipOptions = {
  /** Maximum bytes of the archive; null if its size has been limited before. */
  fileBytes: number | null;
  /** Maximum number of entries that the archive may declare. */
  entries: number;
  /** Whether bytes before the first entry and after the archive's end are skipped; otherwise a file must begin with its first entry. */
  skipsSurroundings: boolean;
  /** Whether the content of a file must have the checksum that the directory declares. */
  verifiesChecksums: boolean;
  /** The name of an entry, which is not checked further. */
  nameOf(entry: Entry): string;
};

/** What the directory declares about an entry. */
export type ZipEntry = {
  name: string;
  /** Bytes of the unpacked file. */
  unpackedBytes: number;
  /** CRC-32 of the unpacked file. */
  checksum: number;
  /** 0 is stored, 8 is deflated. */
  method: number;
  isLocked: boolean;
  isLink: boolean;
  source: Entry;
};

export type ZipReader = {
  /** Bytes of the archive's file. */
  fileBytes: number;
  /** The directory, in order; may be read once. @throws ZipError "damaged", "encrypted" */
  entries(): AsyncIterable<ZipEntry>;
  /** The unpacked bytes of a file; never more than declared. @throws ZipError "damaged" if they differ from what is declared */
  contentOf(entry: ZipEntry): AsyncIterable<Buffer>;
  close(): void;
};

export type ZipProblem =
  | "empty"
  | "not-a-zip"
  /** The end of the archive is missing. Only where surroundings are skipped; otherwise such an archive is damaged. */
  | "incomplete"
  | "damaged"
  | "encrypted"
  /** A name that leads outside the archive (path traversal). */
  | "unsafe-path"
  | "duplicate"
  | "too-many-files"
  | "too-large";

export class ZipError extends Error {
  /**
   * @param file the affected file of the archive; null if it is the whole archive
   * @param detail more about it, in the words of the libraries
   */
  constructor(
    readonly code: ZipProblem,
    readonly file: string | null = null,
    readonly detail: string = code,
  ) {
    super(`The archive is not read: ${code}`);
    this.name = "ZipError";
  }
}

const zipMark = Buffer.from("PK\u0003\u0004", "latin1");

/** @throws ZipError "empty", "too-large", "not-a-zip", "incomplete", "damaged", "too-many-files" */
export async function openZip(path: string, options: ZipOptions): Promise<ZipReader> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const { start, end } = await placeOf(handle, size, options);
    const zip = await openPart(new FilePart(handle, path, start), end - start);
    if (zip.entryCount > options.entries) throw new ZipError("too-many-files");
    return {
      fileBytes: size,
      entries: () => readDirectory(zip, options),
      contentOf: (entry) => unpacked(zip, entry, options.verifiesChecksums),
      close() {
        zip.close();
        void handle.close().catch(() => undefined);
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where the archive lies in the file. Its type is decided by content, not by name. */
async function placeOf(
  handle: FileHandle,
  size: number,
  { fileBytes, skipsSurroundings }: ZipOptions,
): Promise<{ start: number; end: number }> {
  if (size === 0) throw new ZipError("empty");
  if (fileBytes !== null && size > fileBytes) throw new ZipError("too-large");
  const head = Buffer.alloc(zipMark.length);
  await handle.read(head, 0, head.length, 0);
  if (!skipsSurroundings) {
    if (!head.equals(zipMark)) throw new ZipError("not-a-zip");
    return { start: 0, end: size };
  }
  const tail = Buffer.alloc(Math.min(zipTailBytes, size));
  await handle.read(tail, 0, tail.length, size - tail.length);
  const extent = zipExtent(tail, head, size);
  if (typeof extent === "string") throw new ZipError(extent);
  return extent;
}

async function openPart(part: FilePart, size: number): Promise<ZipFile> {
  try {
    return await yauzl.fromRandomAccessReaderPromise(part, size, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw new ZipError("damaged", null, messageOf(error));
  }
}

const unixLink = 0o120000;
const unixTypeMask = 0o170000;

async function* readDirectory(zip: ZipFile, { nameOf }: ZipOptions): AsyncIterable<ZipEntry> {
  try {
    for await (const source of zip.eachEntry()) {
      yield {
        name: nameOf(source),
        unpackedBytes: source.uncompressedSize,
        checksum: source.crc32,
        method: source.compressionMethod,
        isLocked: source.isEncrypted(),
        isLink: ((source.externalFileAttributes >>> 16) & unixTypeMask) === unixLink,
        source,
      };
    }
  } catch (error) {
    if (error instanceof ZipError) throw error;
    const message = messageOf(error);
    throw new ZipError(/strong encryption/.test(message) ? "encrypted" : "damaged", null, message);
  }
}

/** Bytes per chunk; with zlib's smaller default, a large file takes half as long again. */
const chunkSize = 128 * 1024;
/** Bytes that are unpacked ahead of the reader, in a thread of zlib's, while it parses what it has. */
const unpackedAhead = 4 * chunkSize;
const [stored, deflated] = [0, 8];

async function* unpacked(zip: ZipFile, entry: ZipEntry, verifiesChecksums: boolean): AsyncIterable<Buffer> {
  const { name, method, unpackedBytes, checksum, source } = entry;
  const damaged = (detail: string) => new ZipError("damaged", name, detail);
  if (![stored, deflated].includes(method)) throw damaged(`unknown compression ${method}`);
  const packed = await zip.openReadStreamPromise(source, { decodeFileData: false }).catch((error: unknown) => {
    throw damaged(messageOf(error));
  });
  const chunks = method === stored ? packed : inflated(packed);
  let sum = 0;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > unpackedBytes) throw damaged(`more than the declared ${unpackedBytes} bytes`);
      if (verifiesChecksums) sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    // Errors that a caller throws into this generator end at the yield and do not get here.
    throw error instanceof ZipError ? error : damaged(messageOf(error));
  } finally {
    packed.destroy();
    chunks.destroy();
  }
  if (size !== unpackedBytes) throw damaged(`${size} instead of the declared ${unpackedBytes} bytes`);
  if (verifiesChecksums && sum !== checksum) throw damaged("another checksum than declared");
}

function inflated(packed: Readable): Readable {
  const ahead = new PassThrough({ highWaterMark: unpackedAhead });
  // An error reaches the reader through `ahead`, which the pipeline destroys with it.
  return pipeline(packed, createInflateRaw({ chunkSize }), ahead, () => {});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Random access to a part of a file, for archives with bytes before their first entry. The caller closes the file. */
class FilePart extends yauzl.RandomAccessReader {
  /** @param start offset of the part in the file */
  constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    private readonly start: number,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    // By path: a stream of the handle would close it.
    return createReadStream(this.path, { start: this.start + start, end: this.start + end - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const readAll = async () => {
      for (let done = 0; done < length; ) {
        const { bytesRead } = await this.file.read(buffer, offset + done, length - done, this.start + position + done);
        if (bytesRead === 0) throw new Error("unexpected end of file");
        done += bytesRead;
      }
    };
    readAll().then(() => callback(null), callback);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
