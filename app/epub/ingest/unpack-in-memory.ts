import { type UnzipFileInfo, unzipSync } from "fflate";
import { checkEntries, storedName } from "./archive-rules";
import { type ArchiveLimits, previewLimits } from "./limits";
import { BookRejected } from "./rejection";

/**
 * Unpacks a zip in memory. Checks names and declared sizes of all entries first; no file can exceed its declared size.
 * @returns files by path, in the archive's order
 * @throws BookRejected
 */
export function unpackInMemory(archive: Uint8Array, limits: ArchiveLimits = previewLimits): Map<string, Uint8Array> {
  const entries: UnzipFileInfo[] = [];
  unzip(archive, (entry) => {
    entries.push(entry);
    return false;
  });
  checkEntries(
    entries.map(({ name, originalSize, compression }) => ({
      name: nameInMemory(name),
      unpackedBytes: originalSize,
      method: compression,
      // fflate reports neither: an encrypted file fails to inflate, and a link has no effect in memory.
      isLocked: false,
      isLink: false,
    })),
    archive.length,
    limits,
  );
  const files = unzip(archive, ({ name }) => !name.endsWith("/"));
  return new Map(Object.entries(files).map(([name, content]) => [nameInMemory(name), content]));
}

/** fflate decodes names that are not marked as UTF-8 as one character per byte. */
function nameInMemory(name: string): string {
  const codes = Array.from(name, (letter) => letter.codePointAt(0) ?? 0);
  return storedName(codes.every((code) => code < 256) ? Uint8Array.from(codes) : null, name);
}

function unzip(archive: Uint8Array, filter: (entry: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BookRejected("not-a-zip", `This file is not a whole zip archive, so it is no EPUB (${reason})`);
  }
}
