import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { type RawEntry, rawZip, writeZip } from "#tests/support/raw-zip";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { IngestNotes } from "~/epub/ingest/ingest-notes";
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
  // A damaged directory: reading it would reject the archive as damaged.
  const file = await changed(declared, directoryRecord.signature, (archive, at) => archive.writeUInt32LE(0, at));
  expect(await leftBy(file, ample)).toEqual([]);
  const readThrough = unpackArchive(file, await temporaryFolder("refused"), { ...ample, entries: 60_000 });
  await expect(readThrough).rejects.toMatchObject({ reason: "damaged" });
});

test("given a file larger than declared, then rejects it and writes at most the declared size (docs/security.md, line 24)", async () => {
  const file = await sayingBytes(await threeFiles(), 10);
  const folder = await temporaryFolder("lying");
  await expect(unpackArchive(file, folder, ample)).rejects.toMatchObject({ reason: "damaged" });
  const written = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  expect(Math.max(0, ...written)).toBeLessThanOrEqual(10);
});

/** Paths and contents of an archive unpacked on disk, which must be the same in memory. */
async function unpacked(archive: Buffer): Promise<{ files: Record<string, string>; notes: IngestNotes["list"] }> {
  const folder = await temporaryFolder("unpacked");
  const notes = new IngestNotes();
  const paths = await unpackArchive(await writeZip(archive), folder, ample, undefined, notes);
  const read = async (path: string) => [path, await readFile(join(folder, path), "utf8")] as const;
  const files = Object.fromEntries(await Promise.all(paths.map(read)));
  const inMemory = [...unpackInMemory(archive, ample)].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
  expect(Object.fromEntries(inMemory)).toEqual(files);
  return { files, notes: notes.list };
}

const named = (...names: Array<string | Buffer>): RawEntry[] =>
  names.map((name, place) => ({ name, content: `${place}` }));

test.each<[string, Array<string | Buffer>, string[]]>([
  ["backslashes, as some Windows programs write", ["OPS\\c1.xhtml", "OPS\\a\\b.css"], ["OPS/c1.xhtml", "OPS/a/b.css"]],
  ["steps that stay inside the book", ["./OPS//c1.xhtml", "OPS\\..\\c2.xhtml"], ["OPS/c1.xhtml", "c2.xhtml"]],
  ["letters in code page 437", [Buffer.from([0x63, 0x61, 0x66, 0x82])], ["caf\u00e9"]],
  ["a percent sign", ["CR%21SQ.xhtml", "100%.xhtml"], ["CR%21SQ.xhtml", "100%.xhtml"]],
  [
    "a folder around the whole book",
    ["My book/META-INF/container.xml", "My book/c1.xhtml"],
    ["META-INF/container.xml", "c1.xhtml"],
  ],
  ["files of macOS and Windows", ["c1.xhtml", "__MACOSX/._c1.xhtml", "OPS/.DS_Store", "OPS\\Thumbs.db"], ["c1.xhtml"]],
])("names with %s are read", async (_, names, paths) => {
  expect(Object.keys((await unpacked(rawZip(named(...names)))).files)).toEqual(paths);
});

test("two folders with a container are no folder around the book", async () => {
  const names = ["a/META-INF/container.xml", "b/META-INF/container.xml"];
  expect(Object.keys((await unpacked(rawZip(named(...names)))).files)).toEqual(names);
});

test("bytes before the first entry and after the end are skipped, and sizes after the content are read", async () => {
  const entries: RawEntry[] = [{ name: "c1.xhtml", content: "<p/>".repeat(9), flags: 8, method: 8 }];
  const archive = rawZip(entries, Buffer.from("#!/bin/sh\n"), Buffer.from("\r\n\0 appended"));
  expect((await unpacked(archive)).files).toEqual({ "c1.xhtml": "<p/>".repeat(9) });
});

test("bytes before the first entry of a large archive (zip64) are skipped", async () => {
  const archive = await readFile(await writeEpub(epubFiles(), "large.epub", true));
  const { files } = await unpacked(Buffer.concat([Buffer.from("before"), archive]));
  expect(Object.keys(files)).toEqual([...epubFiles().keys()]);
});

test("of entries with one name the last counts, and is noted if the content differs", async () => {
  const twice = (first: string, last: string) =>
    rawZip([
      { name: "a.txt", content: first },
      { name: "b.txt", content: "b" },
      { name: ".\\a.txt", content: last },
    ]);
  expect(await unpacked(twice("same", "same"))).toEqual({ files: { "a.txt": "same", "b.txt": "b" }, notes: [] });
  const different = await unpacked(twice("first", "last!"));
  expect(different.files).toEqual({ "a.txt": "last!", "b.txt": "b" });
  expect(different.notes).toEqual([{ kind: "doubled-file", path: "a.txt", line: null, detail: null }]);
});

test.each<[string, Buffer, string, RegExp]>([
  [
    "a step out of the book",
    rawZip(named("a.txt", "OPS\\..\\..\\x")),
    "unsafe-path",
    /leads out of the book \(OPS\/..\/..\/x\)/,
  ],
  ["an absolute path", rawZip(named("/etc/x")), "unsafe-path", /place on a disk.*\(\/etc\/x\)/],
  ["a drive", rawZip(named("C:\\x")), "unsafe-path", /place on a disk.*\(C:\/x\)/],
  ["a link", rawZip([{ name: "a.txt", content: "b.txt", mode: 0o120777 }]), "link", /a link \(a\.txt\)/],
  ["a password", rawZip([{ name: "a.txt", content: "a", flags: 1, method: 8 }]), "encrypted", /password \(a\.txt\)/],
  [
    "another compression",
    rawZip([{ name: "a.txt", content: "a", method: 9 }]),
    "compression",
    /packs a\.txt.*method 9/,
  ],
  ["no end", rawZip(named("a.txt")).subarray(0, -10), "incomplete", /its end is missing/],
  ["no archive", Buffer.from("no archive at all, but a long enough text"), "not-a-zip", /not a zip archive/],
  ["no content", Buffer.alloc(0), "not-a-zip", /not a zip archive/],
])("given a file with %s, then the refusal names its cause", async (_, archive, reason, message) => {
  const adding = unpackArchive(await writeZip(archive), await temporaryFolder("refused"), ample);
  await expect(adding).rejects.toMatchObject({ reason, message: expect.stringMatching(message) });
});
