import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { epubFiles, writeEpub } from "../../../../../tests/support/make-epub";
import { temporaryFolder } from "../../../../../tests/support/temporary-folder";
import { unpackInMemory } from "../../../../epub/intake/unpack-in-memory";
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
