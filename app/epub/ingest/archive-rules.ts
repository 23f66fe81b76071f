import type { ArchiveLimits } from "./limits";
import { BookRejected } from "./rejection";

/** Declared properties of a file in an archive, known before it is unpacked. */
export type ArchiveEntry = {
  name: string;
  /** Bytes, as declared. */
  unpackedBytes: number;
  /** Compression method in the zip: 0 is stored, 8 is deflated; EPUB allows no other. */
  method: number;
  isLocked: boolean;
  isLink: boolean;
};

/**
 * Name under which a file is stored: composed letters (NFC), to match resolved addresses. Names in an EPUB are UTF-8, even if the
 * archive does not mark them so. EPUB 3.3, sections 4.2.3 and 4.3.2.
 * @param unmarked bytes of a name that the archive does not mark as UTF-8, else null
 * @param otherwise the name as the zip library decoded it
 */
export function storedName(unmarked: Uint8Array | null, otherwise: string): string {
  return (unmarked ? (asUtf8(unmarked) ?? otherwise) : otherwise).normalize("NFC");
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Checks names and declared sizes of all entries before any file is unpacked. docs/security.md, line 24; EPUB 3.3, section 4.3.
 * @throws BookRejected `not-a-zip`, `not-an-epub`, `unsafe-path`, `too-large`, `encrypted`
 */
export function checkEntries(entries: readonly ArchiveEntry[], packedBytes: number, limits: ArchiveLimits): void {
  if (entries.length > limits.entries) throw tooMany(limits);
  let total = 0;
  const names = new Set<string>();
  for (const entry of entries) {
    const { name } = entry;
    const climbs =
      name.startsWith("/") || /^[a-z]:/i.test(name) || name.includes("\\") || name.split("/").includes("..");
    if (climbs || name.includes(String.fromCharCode(0))) throw unsafePath(name);
    if (entry.isLink) throw unsafePath(`${name} is a link`);
    if (entry.isLocked) {
      throw new BookRejected("encrypted", `The archive is locked with a password (${name}); add a book without one`);
    }
    if (entry.method !== 0 && entry.method !== 8) {
      throw new BookRejected(
        "not-an-epub",
        `The archive packs ${name} in a way that EPUB does not allow (only stored and deflated)`,
      );
    }
    if (names.has(name)) throw new BookRejected("not-a-zip", `The archive holds ${name} twice`);
    names.add(name);
    if (entry.unpackedBytes > limits.fileBytes) throw tooLarge(limits);
    total += entry.unpackedBytes;
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

export function unsafePath(name: string): BookRejected {
  return new BookRejected("unsafe-path", `The archive holds a path that leads out of the book (${name})`);
}
