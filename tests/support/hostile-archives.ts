import { deflateRawSync } from "node:zlib";
import { type RawEntry, rawZip } from "./raw-zip";
import { withDirectory } from "./zip-directory";

/**
 * What a reader makes of an archive: `read`, or why not. Workbooks and rosters have stricter rules than books; a preview is a book that the
 * browser unpacks in memory.
 */
export type Outcomes = Record<"workbook" | "roster" | "book" | "preview", string>;

/** Zip archives that are malicious, broken or unusual, whatever they contain. docs/security.md, line 24. */
export type HostileArchive = { name: string; outcomes: Outcomes; make(): Uint8Array };

/** @param byName of workbooks and rosters, which have the same rules and other limits */
const outcomes = (byName: string, book = byName, preview = book): Outcomes => ({
  workbook: byName,
  roster: byName,
  book,
  preview,
});

const words = "Once upon a time. ".repeat(200);
const entry = (name: string | Buffer, rest: Partial<RawEntry> = {}): RawEntry => ({ name, content: words, ...rest });
const deflated = (name: string, content: string | Buffer = words): RawEntry => ({ name, content, method: 8 });
const plain = () => rawZip([entry("a.txt"), deflated("b.txt")]);

/** Offsets in an entry of the directory, in a local header and in the end record. APPNOTE.TXT, section 4.3. */
const at = { flags: 8, checksum: 16, packedBytes: 20, unpackedBytes: 24, localHeader: 42 };
const endBytes = 22;

/** Changes the end record. */
function withEnd(archive: Buffer, change: (end: Buffer) => void): Buffer {
  const copy = Buffer.from(archive);
  change(copy.subarray(-endBytes));
  return copy;
}

/** An archive whose end record refers to a zip64 record, which `change` may falsify. */
function zip64(change: (record: Buffer, locator: Buffer) => void): Buffer {
  const archive = plain();
  const [body, end] = [archive.subarray(0, -endBytes), Buffer.from(archive.subarray(-endBytes))];
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(2n, 24);
  record.writeBigUInt64LE(2n, 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  change(record, locator);
  end.fill(0xff, 8, 20);
  return Buffer.concat([body, record, locator, end]);
}

/** Entries of the directory that share the content of one file, by which a small archive unpacks to a large one. */
function overlapping(count: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  const one = rawZip([deflated("0.txt", content)]);
  const packedBytes = deflateRawSync(content).length;
  const header = one.subarray(30 + "0.txt".length + packedBytes, -endBytes);
  const directory = Array.from({ length: count }, (_, place) => {
    const copy = Buffer.from(header);
    copy.write(String.fromCharCode(65 + place), 46, "latin1");
    return copy;
  });
  const records = Buffer.concat(directory);
  const end = Buffer.from(one.subarray(-endBytes));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(records.length, 12);
  return Buffer.concat([one.subarray(0, 30 + "0.txt".length + packedBytes), records, end]);
}

export const hostileArchives: readonly HostileArchive[] = [
  { name: "nothing unusual", outcomes: outcomes("read"), make: plain },
  { name: "a correct zip64 record", outcomes: outcomes("read"), make: () => zip64(() => undefined) },

  // Sizes.
  {
    name: "a declared size of 4 GB",
    outcomes: outcomes("too-large"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt32LE(0xf0000000, at.unpackedBytes)),
  },
  {
    name: "a bomb that declares a small size",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => {
      const bomb = rawZip([deflated("a.txt", Buffer.alloc(20_000_000))]);
      return withDirectory(bomb, "a.txt", (header) => header.writeUInt32LE(1000, at.unpackedBytes));
    },
  },
  {
    name: "a bomb that declares its size",
    outcomes: outcomes("read", "too-large"),
    make: () => rawZip([deflated("a.txt", Buffer.alloc(20_000_000))]),
  },
  {
    name: "twenty-four files of 60 MB that overlap",
    outcomes: outcomes("too-large"),
    make: () => overlapping(24, 60_000_000),
  },
  { name: "two files that overlap", outcomes: outcomes("read"), make: () => overlapping(2, 1000) },
  {
    name: "less content than declared",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt32LE(words.length + 9, at.unpackedBytes)),
  },
  {
    name: "a stored file with two sizes",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => withDirectory(plain(), "a.txt", (header) => header.writeUInt32LE(words.length - 9, at.unpackedBytes)),
  },
  {
    name: "content that would reach beyond the file",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt32LE(1_000_000, at.packedBytes)),
  },
  {
    name: "another checksum than declared",
    outcomes: outcomes("damaged", "read"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt32LE(1, at.checksum)),
  },

  // The number and place of entries.
  {
    name: "60,000 declared files",
    outcomes: outcomes("too-many-files", "too-large"),
    make: () =>
      withEnd(plain(), (end) => {
        end.writeUInt16LE(60_000, 8);
        end.writeUInt16LE(60_000, 10);
      }),
  },
  {
    name: "a zip64 record of 2 to the power of 50 files",
    outcomes: outcomes("too-many-files", "too-large", "read"),
    make: () => zip64((record) => record.writeBigUInt64LE(2n ** 50n, 32)),
  },
  {
    name: "a zip64 locator that points beyond the file",
    outcomes: outcomes("damaged", "incomplete"),
    make: () => zip64((_, locator) => locator.writeBigUInt64LE(2n ** 40n, 8)),
  },
  {
    name: "a zip64 record without its signature",
    outcomes: outcomes("damaged", "incomplete"),
    make: () => zip64((record) => record.writeUInt32LE(0, 0)),
  },
  {
    name: "a zip64 record whose directory lies beyond the file",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => zip64((record) => record.writeBigUInt64LE(2n ** 40n, 48)),
  },
  {
    name: "a directory without entries where two are declared",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => withDirectory(plain(), "a.txt", (header) => header.writeUInt32LE(0, 0)),
  },
  {
    name: "a file whose header lies beyond the archive",
    outcomes: outcomes("damaged", "damaged", "read"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt32LE(1_000_000, at.localHeader)),
  },
  { name: "its end missing", outcomes: outcomes("damaged", "incomplete"), make: () => plain().subarray(0, -10) },
  {
    name: "its second half missing",
    outcomes: outcomes("damaged", "incomplete"),
    make: () => plain().subarray(0, 300),
  },
  { name: "no content", outcomes: outcomes("empty", "not-a-zip"), make: () => new Uint8Array() },
  { name: "a text instead", outcomes: outcomes("not-a-zip"), make: () => Buffer.from(words) },
  {
    name: "bytes before its first file",
    outcomes: outcomes("not-a-zip", "read"),
    make: () => rawZip([deflated("a.txt")], Buffer.from("#!/bin/sh\n")),
  },
  {
    name: "bytes after its end",
    outcomes: outcomes("damaged", "read"),
    make: () => rawZip([deflated("a.txt")], Buffer.alloc(0), Buffer.from("appended")),
  },

  // Names.
  { name: "a step out of its folder", outcomes: outcomes("unsafe-path"), make: () => rawZip([entry("../a.txt")]) },
  {
    name: "a step out of its folder by backslashes",
    outcomes: outcomes("unsafe-path"),
    make: () => rawZip([entry("a\\..\\..\\b.txt")]),
  },
  {
    name: "a step that stays inside",
    outcomes: outcomes("unsafe-path", "read"),
    make: () => rawZip([entry("a/../b.txt")]),
  },
  { name: "an absolute name", outcomes: outcomes("unsafe-path"), make: () => rawZip([entry("/etc/passwd")]) },
  { name: "the name of a drive", outcomes: outcomes("unsafe-path"), make: () => rawZip([entry("C:\\a.txt")]) },
  { name: "a NUL in a name", outcomes: outcomes("read", "unsafe-path"), make: () => rawZip([entry("a\0.txt")]) },
  { name: "backslashes in a name", outcomes: outcomes("read"), make: () => rawZip([entry("a\\b.txt")]) },
  {
    name: "one name twice",
    outcomes: outcomes("duplicate", "read"),
    make: () => rawZip([entry("a.txt"), entry("a.txt", { content: "other" })]),
  },
  {
    name: "one name twice in other letters",
    outcomes: outcomes("duplicate", "read"),
    make: () => rawZip([entry("a.txt"), entry("A.TXT", { content: "other" })]),
  },

  // Kinds of entries.
  {
    name: "a password",
    outcomes: outcomes("encrypted"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt16LE(1, at.flags)),
  },
  {
    name: "strong encryption",
    outcomes: outcomes("encrypted"),
    make: () => withDirectory(plain(), "b.txt", (header) => header.writeUInt16LE(0x41, at.flags)),
  },
  {
    name: "a link",
    outcomes: outcomes("read", "link", "read"),
    make: () => rawZip([entry("a.txt", { mode: 0o120777 })]),
  },
  {
    name: "an unknown compression",
    outcomes: outcomes("damaged", "compression"),
    make: () => rawZip([entry("a.txt", { method: 9 })]),
  },
];
