import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { ArchiveLimits } from "~/epub/ingest/limits";
import { unpackInMemory } from "~/epub/ingest/unpack-in-memory";
import { unpackArchive } from "./archive";

/** The same archive without the bit that says its names are UTF-8, as some makers write it. */
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
  "%s is kept by its composed letters, marked as UTF-8 or not",
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

test("an archive in the form for large ones (zip64) is unpacked, on the disk and in memory", async () => {
  const file = await writeEpub(epubFiles(), "large.epub", true);
  const folder = await temporaryFolder("unpacked");
  const paths = await unpackArchive(file, folder);
  expect(paths).toEqual([...epubFiles().keys()]);
  const archive = await readFile(file);
  // The end record of zip64 is really there.
  expect(archive.includes(Buffer.from([0x50, 0x4b, 6, 6]))).toBe(true);
  for (const [path, content] of unpackInMemory(archive)) {
    expect(Buffer.from(content)).toEqual(await readFile(join(folder, path)));
  }
});

const isTooLarge = { reason: "too-large" };
const ample: ArchiveLimits = { totalBytes: 10_000, fileBytes: 10_000, entries: 10, ratio: 200 };

/** Offsets in the record of a file in the archive's directory, and in the record at its end. APPNOTE.TXT, sections 4.3.12 and 4.3.16. */
const directoryRecord = { signature: 0x02014b50, unpackedBytes: 24 };
const endRecord = { signature: 0x06054b50, entriesHere: 8, entries: 10 };

/** An archive changed where a record begins with a signature. */
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

/** Its files say that they are of some bytes unpacked, whatever they are. */
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
  ["bytes in all of them", { totalBytes: 2999 }],
  ["bytes for how small it is packed", { ratio: 2 }],
])(
  "an archive of too many %s is refused before the first byte is unpacked (docs/security.md, line 24)",
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

test("an archive that says that it holds too many files is not even read through (docs/security.md, line 24)", async () => {
  const file = await changed(await threeFiles(), endRecord.signature, (archive, at) => {
    archive.writeUInt16LE(60_000, at + endRecord.entriesHere);
    archive.writeUInt16LE(60_000, at + endRecord.entries);
  });
  expect(await leftBy(file, ample)).toEqual([]);
});

test("a file that becomes larger than it says is refused, and what it says is all that is written (docs/security.md, line 24)", async () => {
  const file = await sayingBytes(await threeFiles(), 10);
  const folder = await temporaryFolder("lying");
  await expect(unpackArchive(file, folder, ample)).rejects.toMatchObject({ reason: "not-a-zip" });
  const written = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  expect(Math.max(0, ...written)).toBeLessThanOrEqual(10);
});
