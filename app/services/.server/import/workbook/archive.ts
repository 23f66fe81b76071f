import { open, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { workbookLimits } from "./limits";
import { WorkbookError } from "./workbook-error";

/** The parts of a workbook by their names. */
export type WorkbookArchive = {
  /** Part names are the same in any case, as the format says. */
  has(name: string): boolean;
  /** Unpacked, in bytes. */
  sizeOf(name: string): number;
  /**
   * The bytes of a part as they are unpacked.
   * @throws WorkbookError "damaged" for a part that is missing or not what the archive says of it
   */
  read(name: string): AsyncIterable<Buffer>;
  close(): void;
};

const zipMark = Buffer.from("PK\u0003\u0004", "latin1");
const emptyZipMark = Buffer.from("PK\u0005\u0006", "latin1");
/** The container of Excel's old format, and of encrypted workbooks. */
const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");

/**
 * Opens a workbook and checks what can be known of it before anything is unpacked.
 * @throws WorkbookError
 */
export async function openArchive(path: string): Promise<WorkbookArchive> {
  await checkContent(path);
  const zip = await openZip(path);
  try {
    const entries = await readDirectory(zip);
    return {
      has: (name) => entries.has(name.toLowerCase()),
      sizeOf: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
      read: (name) => unpacked(zip, entries.get(name.toLowerCase())),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Judges by content what the file is, whatever its name says. */
async function checkContent(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw new WorkbookError("empty");
  if (size > workbookLimits.fileBytes) throw new WorkbookError("too-large");
  const file = await open(path);
  try {
    const start = Buffer.alloc(8);
    await file.read(start, 0, 8, 0);
    if (start.subarray(0, 4).equals(zipMark)) return;
    if (start.subarray(0, 4).equals(emptyZipMark)) throw new WorkbookError("not-xlsx");
    if (!start.equals(compoundMark)) throw new WorkbookError("not-xlsx");
    throw new WorkbookError((await holds(file, size, encryptedPackage)) ? "encrypted" : "old-format");
  } finally {
    await file.close();
  }
}

/** Whether bytes are in a file; looked for in pieces, so that a large file costs no memory. */
async function holds(file: Awaited<ReturnType<typeof open>>, size: number, wanted: Buffer): Promise<boolean> {
  const piece = Buffer.alloc(1024 * 1024);
  for (let position = 0; position < size; position += piece.length - wanted.length) {
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    if (piece.subarray(0, bytesRead).includes(wanted)) return true;
  }
  return false;
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch {
    throw new WorkbookError("damaged");
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > workbookLimits.entries) throw new WorkbookError("unsafe");
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      // Of two parts with one name, programs would read different ones.
      if (entries.has(name)) throw new WorkbookError("unsafe");
      if (entry.isEncrypted()) throw new WorkbookError("encrypted");
      bytes += entry.uncompressedSize;
      if (bytes > workbookLimits.unpackedBytes) throw new WorkbookError("too-large");
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError(
      /absolute path|relative path|invalid characters/.test(String(error)) ? "unsafe" : "damaged",
    );
  }
  return entries;
}

/** Bytes of a part at a time: in the small pieces that zlib makes by itself, a large sheet takes half as long again. */
const chunkSize = 128 * 1024;
const [stored, deflated] = [0, 8];

async function* unpacked(zip: ZipFile, entry: Entry | undefined): AsyncIterable<Buffer> {
  if (!entry || ![stored, deflated].includes(entry.compressionMethod)) throw new WorkbookError("damaged");
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
    throw new WorkbookError("damaged");
  });
  const chunks = entry.compressionMethod === stored ? packed : inflated(packed);
  let sum = 0;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new WorkbookError("damaged");
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    // What a caller throws into this generator never comes here: it ends at the yield.
    throw error instanceof WorkbookError ? error : new WorkbookError("damaged");
  } finally {
    packed.destroy();
    chunks.destroy();
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) throw new WorkbookError("damaged");
}

function inflated(packed: Readable): Readable {
  const inflate = createInflateRaw({ chunkSize });
  packed.once("error", (error) => inflate.destroy(error));
  return packed.pipe(inflate);
}
