import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { damaged, notAnArchive, planFiles, tooLarge, tooMany } from "~/epub/ingest/archive-rules";
import { decodedName } from "~/epub/ingest/file-names";
import { IngestNotes } from "~/epub/ingest/ingest-notes";
import { type ArchiveLimits, archiveLimits } from "~/epub/ingest/limits";
import { BookRejected } from "~/epub/ingest/rejection";
import { openZip, type ZipEntry, ZipError, type ZipOptions, type ZipReader } from "~/services/.server/zip/zip-reader";

/** Extra field with the name in UTF-8: a byte for its version, four for a checksum, then the name. APPNOTE.TXT, section 4.6.9. */
const unicodeName = { id: 0x7075, nameAt: 5 };

/** Books are written by many programs, so what can be read is read. Decision 70. */
const tolerance: Omit<ZipOptions, "entries"> = {
  // The upload has a limit of its own.
  fileBytes: null,
  skipsSurroundings: true,
  verifiesChecksums: false,
  nameOf({ fileNameRaw, extraFields }) {
    const unicode = extraFields.find(({ id }) => id === unicodeName.id)?.data.subarray(unicodeName.nameAt);
    return decodedName(fileNameRaw, unicode?.toString("utf8"));
  },
};

/**
 * Unpacks a zip into a folder. Checks names and declared sizes of all entries before writing any file, and real sizes while writing.
 * @param notes collects what was repaired
 * @returns paths of the files, in the archive's order, relative to the folder
 * @throws BookRejected
 */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
  report: (part: number) => void = () => undefined,
  notes: IngestNotes = new IngestNotes(),
): Promise<string[]> {
  let zip: ZipReader | undefined;
  try {
    zip = await openZip(file, { ...tolerance, entries: limits.entries });
    const planned = planFiles(await entriesOf(zip), zip.fileBytes, limits, notes);
    const total = Math.max(
      1,
      planned.reduce((sum, { entry }) => sum + entry.unpackedBytes, 0),
    );
    let unpackedBytes = 0;
    for (const { entry, path } of planned) {
      const target = join(folder, path);
      let own = 0;
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          own += chunk.length;
          unpackedBytes += chunk.length;
          done(own > limits.fileBytes || unpackedBytes > limits.totalBytes ? tooLarge(limits) : null, chunk);
        },
      });
      try {
        // Fails too if a file has the name of another one's folder, or a name that is too long for the disk.
        await mkdir(dirname(target), { recursive: true });
        await pipeline(zip.contentOf(entry), counter, createWriteStream(target));
      } catch (error) {
        if (error instanceof BookRejected) throw error;
        throw damaged(entry.name, error instanceof ZipError ? error.detail : messageOf(error));
      }
      report(Math.min(1, unpackedBytes / total));
    }
    return planned.map(({ path }) => path);
  } catch (error) {
    throw error instanceof ZipError ? rejectionOf(error, limits) : error;
  } finally {
    zip?.close();
  }
}

async function entriesOf(zip: ZipReader): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for await (const entry of zip.entries()) entries.push(entry);
  return entries;
}

/** Why the archive as a whole is rejected; single entries are rejected by planFiles. */
function rejectionOf({ code, detail }: ZipError, limits: ArchiveLimits): BookRejected {
  if (code === "too-many-files") return tooMany(limits);
  if (code === "empty" || code === "not-a-zip") return notAnArchive("not-a-zip");
  if (code === "incomplete") return notAnArchive(code);
  if (code === "encrypted") {
    return new BookRejected("encrypted", "The archive is locked with a password; add a book without one");
  }
  return new BookRejected("damaged", `The archive is damaged (${detail}); export or download the book again`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
