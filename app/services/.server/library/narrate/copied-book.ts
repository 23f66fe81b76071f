import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Zip, ZipPassThrough } from "fflate";
import type { BookStorage } from "~/services/.server/library/storage";

/** Not part of the book: what ingest wrote, and what no longer holds, since ingest has decrypted and changed the files. */
const notCopied = /^META-INF\/(fabel\/|encryption\.xml$|signatures\.xml$)/;

/** Same files, same archive: its checksum is the version. */
const mtime = new Date(2026, 0, 1);

/** Copies a stored version into a folder. @returns paths of its files */
export async function copyBook(
  storage: BookStorage,
  { id, version }: { id: string; version: string },
  folder: string,
): Promise<string[]> {
  const paths = (await storage.list(id, version)).map(({ path }) => path).filter((path) => !notCopied.test(path));
  for (const path of paths) {
    const file = await storage.open(id, version, path);
    if (!file) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await pipeline(
      Readable.fromWeb(file.read() as Parameters<typeof Readable.fromWeb>[0]),
      createWriteStream(join(folder, path)),
    );
  }
  return paths.sort();
}

/** Packs a folder into an EPUB, uncompressed, since it is unpacked at once. */
export async function packCopiedBook(folder: string, file: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  await rm(file, { force: true });
  const target = await open(file, "wx");
  try {
    let written: Promise<unknown> = Promise.resolve();
    const zip = new Zip((error, part) => {
      written = error ? Promise.reject(error) : written.then(() => target.write(part));
    });
    for (const path of ["mimetype", ...paths.filter((each) => each !== "mimetype")]) {
      const entry = new ZipPassThrough(path);
      entry.mtime = mtime;
      zip.add(entry);
      entry.push(
        path === "mimetype" ? new TextEncoder().encode("application/epub+zip") : await readFile(join(folder, path)),
        true,
      );
      await written;
    }
    zip.end();
    await written;
  } finally {
    await target.close();
  }
}
