import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BookFolder } from "~/epub/ingest/book-folder";
import { IngestNotes } from "~/epub/ingest/ingest-notes";
import { archiveLimits } from "~/epub/ingest/limits";
import { type PreparedBook, prepareBook } from "~/epub/ingest/prepare-book";
import { unpackArchive } from "./archive";

/** Files that ingest adds; in META-INF, where no file of a valid book can have these names. */
const manifestPath = "META-INF/fabel/book.json";
export const locationsPath = "META-INF/fabel/locations.json";
const languagesPath = "META-INF/fabel/languages.json";

/** Approximate share of unpacking in the total work. */
const unpackingPart = 0.4;

/**
 * Unpacks an EPUB 2 or 3 into a folder that can be served, checks paths and sizes, and ingests it.
 * docs/decisions/0006-book-ingest.md.
 * @param report receives the progress, 0 to 1
 * @throws BookRejected with a one-line reason
 */
export async function ingestBook(
  file: string,
  folder: string,
  report: (part: number) => void = () => undefined,
): Promise<PreparedBook> {
  const notes = new IngestNotes();
  const paths = await unpackArchive(file, folder, archiveLimits, (part) => report(part * unpackingPart), notes);
  const onDisk = diskFolder(folder, paths);
  const taken = await prepareBook(onDisk, (part) => report(unpackingPart + part * (1 - unpackingPart)), notes);
  await onDisk.write(manifestPath, JSON.stringify(taken.book));
  await onDisk.write(locationsPath, JSON.stringify(taken.locations));
  await onDisk.write(languagesPath, JSON.stringify(taken.book.languages));
  return taken;
}

/** An unpacked book on disk. @param paths its files, relative to the folder */
export function diskFolder(folder: string, paths: readonly string[]): BookFolder {
  return {
    paths,
    read: (path) => readFile(join(folder, path)).catch(() => null),
    async write(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    remove: (path) => rm(join(folder, path)),
  };
}
