import { isSystemFile, outerFolder, pathInBook } from "./file-names";
import type { IngestNotes } from "./ingest-notes";
import type { ArchiveLimits } from "./limits";
import { BookRejected } from "./rejection";

/** Declared properties of a file in an archive, known before it is unpacked. */
export type ArchiveEntry = {
  /** From decodedName. */
  name: string;
  /** Bytes, as declared. */
  unpackedBytes: number;
  /** Checksum of the unpacked file, as declared; null if it is not known. */
  checksum: number | null;
  /** Compression method in the zip: 0 is stored, 8 is deflated; EPUB allows no other. */
  method: number;
  isLocked: boolean;
  isLink: boolean;
};

/** A file to unpack: the entry, and its path in the book. */
export type PlannedFile<Entry> = { entry: Entry; path: string };

/**
 * Checks names and declared sizes of all entries before any file is unpacked, and says which file each becomes: folders and files of
 * the system are left out, a folder around the whole book is removed, and of several entries with one name the last one counts, as in most
 * zip readers. docs/security.md, line 24; EPUB 3.3, section 4.3.
 * @returns the files in the archive's order
 * @throws BookRejected
 */
export function planFiles<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  packedBytes: number,
  limits: ArchiveLimits,
  notes: IngestNotes,
): PlannedFile<Entry>[] {
  checkEntries(entries, packedBytes, limits);
  const planned = new Map<string, Entry>();
  for (const entry of entries) {
    const path = pathInBook(entry.name);
    if (path === null) throw unsafePath(entry.name);
    if (entry.name.endsWith("/") || path === "" || isSystemFile(path)) continue;
    const before = planned.get(path);
    if (before && !isSameFile(before, entry)) notes.add("doubled-file", path);
    // Deleted first, so that the last entry also has its own place in the order.
    planned.delete(path);
    planned.set(path, entry);
  }
  const folder = outerFolder([...planned.keys()]);
  return [...planned].flatMap(([path, entry]) =>
    path.startsWith(folder) ? [{ entry, path: path.slice(folder.length) }] : [],
  );
}

function isSameFile(one: ArchiveEntry, other: ArchiveEntry): boolean {
  return one.unpackedBytes === other.unpackedBytes && one.checksum === other.checksum;
}

function checkEntries(entries: readonly ArchiveEntry[], packedBytes: number, limits: ArchiveLimits): void {
  if (entries.length > limits.entries) throw tooMany(limits);
  let total = 0;
  for (const { name, isLink, isLocked, method, unpackedBytes } of entries) {
    if (pathInBook(name) === null || name.includes(String.fromCharCode(0))) throw unsafePath(name);
    if (isLink) {
      throw new BookRejected(
        "link",
        `The archive holds a link (${name}); pack the file that it points to instead`,
        name,
      );
    }
    if (isLocked) {
      const message = `The archive is locked with a password (${name}); add a book without one`;
      throw new BookRejected("encrypted", message, name);
    }
    if (method !== 0 && method !== 8) {
      throw new BookRejected(
        "compression",
        `The archive packs ${name} in a way that EPUB does not allow (method ${method}; only stored and deflated); pack the book again as a plain zip`,
        name,
      );
    }
    if (unpackedBytes > limits.fileBytes) throw tooLarge(limits);
    total += unpackedBytes;
  }
  if (total > limits.totalBytes || total > Math.max(packedBytes, 1024) * limits.ratio) throw tooLarge(limits);
}

export function tooLarge(limits: ArchiveLimits): BookRejected {
  const gibibytes = (limits.totalBytes / 1024 ** 3).toFixed(1);
  return new BookRejected(
    "too-large",
    `The book is too large unpacked (at most ${gibibytes} GiB, ${limits.ratio} times its packed size)`,
  );
}

export function tooMany(limits: ArchiveLimits): BookRejected {
  return new BookRejected("too-large", `The archive holds too many files (at most ${limits.entries})`);
}

function unsafePath(name: string): BookRejected {
  const isAbsolute = name.startsWith("/") || /^[a-z]:/i.test(name);
  const cause = isAbsolute
    ? "names a place on a disk instead of one in the book"
    : "holds a path that leads out of the book";
  return new BookRejected(
    "unsafe-path",
    `The archive ${cause} (${name}); pack the book again from its own folder`,
    name,
  );
}

/** A file without an archive, or without an archive's end. */
export function notAnArchive(problem: "not-a-zip" | "incomplete"): BookRejected {
  if (problem === "not-a-zip") return new BookRejected(problem, "This file is not a zip archive, so it is no EPUB");
  return new BookRejected(
    problem,
    "This file is an incomplete zip archive, so it is no EPUB: its end is missing. Export or download the book again",
  );
}

/** A file in the archive cannot be unpacked. @param cause in the words of the zip library */
export function damaged(name: string, cause: string): BookRejected {
  const message = `The archive is damaged at ${name} (${cause}); export or download the book again`;
  return new BookRejected("damaged", message, name);
}
