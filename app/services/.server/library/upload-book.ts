import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { BookRejected } from "~/epub/ingest/rejection";
import type { Access } from "~/services/.server/directory/access";
import { validationError } from "~/services/contracts/service-error";
import { type AddBookOptions, type AddBookParts, addBook } from "./add-book";
import { noteAddedBook } from "./note-added-book";

/**
 * Adds a book to the catalogue of the super user's realm. Its file arrives as a stream and is on the disk only meanwhile. The audit
 * records who added which book where, docs/security.md, line 26.
 * @throws ServiceError 400 with the reason of the refusal at `file`, and the line that says it
 */
export async function uploadBook(
  file: ReadableStream<Uint8Array>,
  access: Access,
  parts: AddBookParts,
): Promise<{ id: string; title: string }> {
  const folder = await parts.storage.workFolder();
  const path = join(folder, "upload.epub");
  try {
    await pipeline(Readable.fromWeb(file as NodeStream<Uint8Array>), createWriteStream(path));
    const options: AddBookOptions = { realms: [access.realm], note: noteAddedBook(access) };
    return await addBook(path, options, parts);
  } catch (error) {
    if (!(error instanceof BookRejected)) throw error;
    throw validationError([{ attribute: "file", reason: error.reason }], error.message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
