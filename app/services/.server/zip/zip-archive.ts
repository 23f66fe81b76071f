import yauzl from "yauzl";
import { openZip, type ZipEntry, ZipError, type ZipReader } from "./zip-reader";

/**
 * Reads the files of an uploaded zip archive by name, one at a time: for formats whose archives programs write, so that nothing unusual
 * is tolerated. docs/security.md, line 24.
 */
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

type ZipLimits = {
  /** Maximum size of the archive in bytes. */
  fileBytes: number;
  /** Maximum uncompressed size of all files in bytes. */
  unpackedBytes: number;
  entries: number;
};

/**
 * Opens an archive and validates its directory before anything is decompressed.
 * @throws ZipError
 */
export async function openZipArchive(path: string, limits: ZipLimits): Promise<ZipArchive> {
  const zip = await openZip(path, {
    fileBytes: limits.fileBytes,
    entries: limits.entries,
    skipsSurroundings: false,
    verifiesChecksums: true,
    nameOf: ({ generalPurposeBitFlag, fileNameRaw, extraFields }) =>
      yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
  });
  try {
    const entries = await readEntries(zip, limits);
    return {
      names: [...entries.values()].map(({ name }) => name).filter((name) => !name.endsWith("/")),
      has: (name) => entries.has(name.toLowerCase()),
      sizeOf: (name) => entries.get(name.toLowerCase())?.unpackedBytes ?? 0,
      read: (name) => contentOf(zip, name, entries.get(name.toLowerCase())),
      close: zip.close,
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: ZipReader, limits: ZipLimits): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>();
  let bytes = 0;
  for await (const entry of zip.entries()) {
    const { name, isLocked, unpackedBytes } = entry;
    if (yauzl.validateFileName(name) !== null) throw new ZipError("unsafe-path", name);
    // Programs differ in which of two files with the same name they read.
    if (entries.has(name.toLowerCase())) throw new ZipError("duplicate", name);
    if (isLocked) throw new ZipError("encrypted", name);
    bytes += unpackedBytes;
    if (bytes > limits.unpackedBytes) throw new ZipError("too-large");
    entries.set(name.toLowerCase(), entry);
  }
  return entries;
}

async function* contentOf(zip: ZipReader, name: string, entry: ZipEntry | undefined): AsyncIterable<Buffer> {
  if (!entry) throw new ZipError("damaged", name, "no such file");
  yield* zip.contentOf({ ...entry, name });
}
