import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { BookRejected } from "../../../epub/intake/rejection";
import type { Realm } from "../../../realms/realm";
import { validationError } from "../../contracts/service-error";
import { type AddBookParts, addBook } from "./add-book";

/**
 * Takes a book in whose file comes as a stream; it lies on the disk only as long as that takes.
 * @throws ServiceError 400 with the reason of the refusal at `file`, and the line that says it
 */
export async function uploadBook(
  file: ReadableStream<Uint8Array>,
  realm: Realm,
  parts: AddBookParts,
): Promise<{ id: string; title: string }> {
  const folder = await parts.storage.workFolder();
  const path = join(folder, "upload.epub");
  try {
    await pipeline(Readable.fromWeb(file as NodeStream<Uint8Array>), createWriteStream(path));
    return await addBook(path, { realms: [realm] }, parts);
  } catch (error) {
    if (!(error instanceof BookRejected)) throw error;
    throw validationError([{ attribute: "file", reason: error.reason }], error.message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
