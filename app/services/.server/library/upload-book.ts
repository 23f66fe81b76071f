import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { BookRejected } from "~/epub/intake/rejection";
import { accessOf } from "~/services/.server/directory/access";
import type { Caller } from "~/services/.server/endpoint";
import { validationError } from "~/services/contracts/service-error";
import { type AddBookOptions, type AddBookParts, addBook } from "./add-book";
import { noteAddedBook } from "./note-added-book";

/**
 * Takes a book into the catalogue of the caller's country; its file comes as a stream and lies on the disk only as long as that
 * takes. Who added which book where stands in the audit, security.md, line 26.
 * @throws ServiceError 400 with the reason of the refusal at `file`, and the line that says it
 */
export async function uploadBook(
  file: ReadableStream<Uint8Array>,
  caller: Caller,
  parts: AddBookParts,
): Promise<{ id: string; title: string }> {
  const folder = await parts.storage.workFolder();
  const path = join(folder, "upload.epub");
  try {
    await pipeline(Readable.fromWeb(file as NodeStream<Uint8Array>), createWriteStream(path));
    const options: AddBookOptions = { realms: [caller.realm], note: noteAddedBook(accessOf(caller)) };
    return await addBook(path, options, parts);
  } catch (error) {
    if (!(error instanceof BookRejected)) throw error;
    throw validationError([{ attribute: "file", reason: error.reason }], error.message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
