import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Region } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import type { BookUpload } from "~/services/contracts/book-catalogue";
import { findUpload, insertUpload } from "./catalogue/upload-store";
import type { LibraryDependencies } from "./dependencies";

/** Stores a super user's upload where every process can read it, and queues it for catalogue/run-upload.ts. */
export async function receiveUpload(
  { databases, storage, queue }: LibraryDependencies,
  region: Region,
  { realm, uid, actorUid: actor }: Access,
  { fileName, bookId = null }: { fileName: string; bookId?: string | null | undefined },
  file: ReadableStream<Uint8Array>,
): Promise<BookUpload> {
  const id = crypto.randomUUID();
  const folder = await storage.workFolder();
  const path = join(folder, "upload.epub");
  try {
    await pipeline(Readable.fromWeb(file as NodeStream<Uint8Array>), createWriteStream(path));
    const { size } = await stat(path);
    await storage.storeUpload(path, id);
    await insertUpload(databases[region], { id, realm, uid, actor, fileName, size, bookId });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await queue.send(region, { kind: "upload", id });
  const stored = await findUpload(databases[region], id);
  if (!stored) throw new Error("the upload that was just stored is gone");
  return stored;
}
