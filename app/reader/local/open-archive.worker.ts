import type { Book } from "~/epub/book";
import { memoryFolder } from "~/epub/ingest/book-folder";
import { prepareBook } from "~/epub/ingest/prepare-book";
import { BookRejected, type RejectionReason } from "~/epub/ingest/rejection";
import { unpackInMemory } from "~/epub/ingest/unpack-in-memory";

/** The worker's message for a file. */
export type OpenedArchive =
  | { kind: "opened"; book: Book; files: Map<string, Uint8Array> }
  | { kind: "refused"; reason: RejectionReason };

/** Prepares a local book like the server's ingest, off the main thread. */
self.addEventListener("message", (event: MessageEvent<Blob>) => {
  void respond(event.data);
});

async function respond(file: Blob): Promise<void> {
  const opened = await open(file);
  const buffers = opened.kind === "opened" ? [...new Set([...opened.files.values()].map((bytes) => bytes.buffer))] : [];
  self.postMessage(opened, { transfer: buffers as ArrayBuffer[] });
}

async function open(file: Blob): Promise<OpenedArchive> {
  try {
    const files = unpackInMemory(new Uint8Array(await file.arrayBuffer()));
    const { book } = await prepareBook(memoryFolder(files));
    return { kind: "opened", book, files };
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
    return { kind: "refused", reason: error instanceof BookRejected ? error.reason : "unreadable" };
  }
}
