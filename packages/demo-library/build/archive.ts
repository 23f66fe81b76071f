import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";

/** Everything in an EPUB carries this time, so that the same sources give the same file. */
const mtime = new Date(2026, 0, 1);
const alreadyDense = /\.(mp3|mp4)$/;

/** Packs files (path in the archive to content) into an EPUB: mimetype first and bare, then the rest by name. */
export async function writeEpub(file: string, entries: Map<string, string | Buffer>): Promise<void> {
  const zip = new yazl.ZipFile();
  const options = { mtime, mode: 0o100644, forceDosTimestamp: true };
  zip.addBuffer(Buffer.from("application/epub+zip"), "mimetype", { ...options, compressionLevel: 0 });
  for (const path of [...entries.keys()].sort()) {
    const content = entries.get(path) ?? "";
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    zip.addBuffer(bytes, path, { ...options, compressionLevel: alreadyDense.test(path) ? 0 : 9 });
  }
  zip.end();
  const unfinished = `${file}.unfinished`;
  await pipeline(zip.outputStream, createWriteStream(unfinished));
  await rename(unfinished, file);
}
