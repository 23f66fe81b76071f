import { type UnzipFileInfo, unzipSync } from "fflate";
import { damaged, notAnArchive, planFiles } from "./archive-rules";
import { decodedName } from "./file-names";
import { IngestNotes } from "./ingest-notes";
import { type ArchiveLimits, previewLimits } from "./limits";
import { BookRejected } from "./rejection";
import { zipExtent, zipTailBytes } from "./zip-extent";

/** What an archive's central directory says about an entry, beyond what fflate reports. APPNOTE.TXT, section 4.3.12. */
type DirectoryEntry = {
  isUtf8: boolean;
  isLocked: boolean;
  checksum: number;
};

/** Of an entry of the central directory: its signature, and where its fields are. */
const signature = 0x02014b50;
const at = { flags: 8, checksum: 16, nameBytes: 28, extraBytes: 30, commentBytes: 32 };
const headerBytes = 46;
const flags = { locked: 1, utf8: 0x800 };

/**
 * Unpacks a zip in memory. Checks names and declared sizes of all entries first; no file can exceed its declared size.
 * @returns files by path, in the archive's order
 * @throws BookRejected
 */
export function unpackInMemory(
  file: Uint8Array,
  limits: ArchiveLimits = previewLimits,
  notes: IngestNotes = new IngestNotes(),
): Map<string, Uint8Array> {
  const extent = zipExtent(file.subarray(-zipTailBytes), file.subarray(0, 4), file.length);
  if (typeof extent === "string") throw notAnArchive(extent);
  const { start, end, directoryAt } = extent;
  const archive = file.subarray(start, end);
  const entries: UnzipFileInfo[] = [];
  unzip(archive, (entry) => {
    entries.push(entry);
    return false;
  });
  const directory = directoryEntries(archive, directoryAt);
  const planned = planFiles(
    entries.map(({ name, originalSize, compression }, place) => ({
      name: decodedName(bytesOf(name, directory[place]?.isUtf8 ?? false)),
      raw: name,
      unpackedBytes: originalSize,
      method: compression,
      checksum: directory[place]?.checksum ?? null,
      isLocked: directory[place]?.isLocked ?? false,
      // A link has no effect in memory.
      isLink: false,
    })),
    archive.length,
    limits,
    notes,
  );
  const wanted = new Set(planned.map(({ entry }) => entry.raw));
  const files = unzip(archive, ({ name }) => wanted.has(name));
  return new Map(
    planned.map(({ entry, path }) => {
      const content = files[entry.raw];
      if (!content) throw damaged(path, "no content");
      return [path, content];
    }),
  );
}

/** fflate decodes names that are not marked as UTF-8 as one character per byte. */
function bytesOf(name: string, isUtf8: boolean): Uint8Array {
  return isUtf8 ? new TextEncoder().encode(name) : Uint8Array.from(name, (letter) => letter.charCodeAt(0));
}

function unzip(archive: Uint8Array, filter: (entry: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BookRejected(
      "damaged",
      `The archive is damaged, so it is no EPUB (${reason}); export or download the book again`,
    );
  }
}

/**
 * The entries of the directory in order; fewer if it is damaged.
 * @param directoryAt offset of the directory in the archive
 */
function directoryEntries(archive: Uint8Array, directoryAt: number): DirectoryEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: DirectoryEntry[] = [];
  for (let header = directoryAt; header + headerBytes <= archive.length; ) {
    if (view.getUint32(header, true) !== signature) break;
    const bits = view.getUint16(header + at.flags, true);
    entries.push({
      isUtf8: (bits & flags.utf8) !== 0,
      isLocked: (bits & flags.locked) !== 0,
      checksum: view.getUint32(header + at.checksum, true),
    });
    const rest = [at.nameBytes, at.extraBytes, at.commentBytes].map((place) => view.getUint16(header + place, true));
    header += headerBytes + rest.reduce((sum, bytes) => sum + bytes, 0);
  }
  return entries;
}
