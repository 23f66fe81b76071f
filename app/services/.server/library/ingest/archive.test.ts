import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { ArchiveLimits } from "~/epub/ingest/limits";
import { unpackInMemory } from "~/epub/ingest/unpack-in-memory";
import { unpackArchive } from "./archive";

/** The same archive without the flag bit that declares UTF-8 names, as some tools write it. */
function unmarked(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  for (let at = 0; at < copy.length - 10; at += 1) {
    const signature = copy.readUInt32LE(at);
    if (signature === 0x04034b50) copy[at + 7] = (copy[at + 7] ?? 0) & ~8;
    if (signature === 0x02014b50) copy[at + 9] = (copy[at + 9] ?? 0) & ~8;
  }
  return copy;
}

test.each(["Å ö 漢.xhtml", "A\u030a o\u0308 漢.xhtml"])(
  "%s is stored under its composed (NFC) name, whether or not the archive declares UTF-8",
  async (name) => {
    const file = await writeEpub(epubFiles({ [`EPUB/${name}`]: "<p/>" }));
    const archive = await readFile(file);
    for (const content of [archive, unmarked(archive)]) {
      await writeFile(file, content);
      const folder = await temporaryFolder("unpacked");
      expect(await unpackArchive(file, folder)).toContain("EPUB/Å ö 漢.xhtml");
      expect(await readFile(join(folder, "EPUB/Å ö 漢.xhtml"), "utf8")).toBe("<p/>");
      expect([...unpackInMemory(content).keys()]).toContain("EPUB/Å ö 漢.xhtml");
    }
  },
);

test("a zip64 archive is unpacked on disk and in memory alike", async () => {
  const file = await writeEpub(epubFiles(), "large.epub", true);
  const folder = await temporaryFolder("unpacked");
  const paths = await unpackArchive(file, folder);
  expect(paths).toEqual([...epubFiles().keys()]);
  const archive = await readFile(file);
  // The archive really has a zip64 end record.
  expect(archive.includes(Buffer.from([0x50, 0x4b, 6, 6]))).toBe(true);
  for (const [path, content] of unpackInMemory(archive)) {
    expect(Buffer.from(content)).toEqual(await readFile(join(folder, path)));
  }
});

const isTooLarge = { reason: "too-large" };
const ample: ArchiveLimits = { totalBytes: 10_000, fileBytes: 10_000, entries: 10, ratio: 200 };

/** Byte offsets in an entry of the central directory and in the end record. APPNOTE.TXT, sections 4.3.12 and 4.3.16. */
const directoryRecord = { signature: 0x02014b50, unpackedBytes: 24 };
const endRecord = { signature: 0x06054b50, entriesHere: 8, entries: 10 };

/** Changes the archive at each record with this signature. */
async function changed(
  file: string,
  signature: number,
  change: (archive: Buffer, at: number) => void,
): Promise<string> {
  const archive = await readFile(file);
  for (let at = 0; at <= archive.length - 4; at += 1) if (archive.readUInt32LE(at) === signature) change(archive, at);
  await writeFile(file, archive);
  return file;
}

/** Makes the central directory declare `bytes` as every file's unpacked size. */
const sayingBytes = (file: string, bytes: number) =>
  changed(file, directoryRecord.signature, (archive, at) => {
    archive.writeUInt32LE(bytes, at + directoryRecord.unpackedBytes);
  });

const threeFiles = (bytes = 1000) =>
  writeEpub(new Map(["one", "two", "three"].map((name) => [`${name}.txt`, Buffer.alloc(bytes, "Once upon a time. ")])));

async function leftBy(file: string, limits: ArchiveLimits): Promise<string[]> {
  const folder = await temporaryFolder("refused");
  await expect(unpackArchive(file, folder, limits)).rejects.toMatchObject(isTooLarge);
  return readdir(folder);
}

test.each<[string, Partial<ArchiveLimits>]>([
  ["files", { entries: 2 }],
  ["bytes in one file", { fileBytes: 999 }],
  ["bytes in all files", { totalBytes: 2999 }],
  ["bytes for its packed size", { ratio: 2 }],
])(
  "given an archive with too many %s, then rejects it before unpacking a byte (docs/security.md, line 24)",
  async (_what, limit) => {
    const file = await threeFiles();
    const within = { entries: 3, fileBytes: 1000, totalBytes: 3000, ratio: 3 };
    const [[name, value] = ["", 0]] = Object.entries(limit);
    const folder = await temporaryFolder("unpacked");
    expect(await unpackArchive(file, folder, { ...ample, [name]: within[name as keyof typeof within] })).toHaveLength(
      3,
    );
    expect(await leftBy(file, { ...ample, [name]: value })).toEqual([]);
  },
);

test("given an archive that declares 60,000 files, then rejects it without reading its directory (docs/security.md, line 24)", async () => {
  const declared = await changed(await threeFiles(), endRecord.signature, (archive, at) => {
    archive.writeUInt16LE(60_000, at + endRecord.entriesHere);
    archive.writeUInt16LE(60_000, at + endRecord.entries);
  });
  // A damaged directory: reading it would reject the archive as not-a-zip.
  const file = await changed(declared, directoryRecord.signature, (archive, at) => archive.writeUInt32LE(0, at));
  expect(await leftBy(file, ample)).toEqual([]);
  const readThrough = unpackArchive(file, await temporaryFolder("refused"), { ...ample, entries: 60_000 });
  await expect(readThrough).rejects.toMatchObject({ reason: "not-a-zip" });
});

test("given a file larger than declared, then rejects it and writes at most the declared size (docs/security.md, line 24)", async () => {
  const file = await sayingBytes(await threeFiles(), 10);
  const folder = await temporaryFolder("lying");
  await expect(unpackArchive(file, folder, ample)).rejects.toMatchObject({ reason: "not-a-zip" });
  const written = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  expect(Math.max(0, ...written)).toBeLessThanOrEqual(10);
});
