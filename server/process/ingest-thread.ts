import { parentPort, workerData } from "node:worker_threads";
import { BookRejected } from "~/epub/ingest/rejection";
import type { IngestReply, IngestTask } from "~/services/.server/library/ingest/ingest-apart";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";

/** A thread that takes one book in. See ingest-apart.ts. */
const { file, folder } = workerData as IngestTask;

async function answer(): Promise<IngestReply> {
  try {
    return { taken: await ingestBook(file, folder) };
  } catch (error) {
    if (error instanceof BookRejected) return { rejected: { reason: error.reason, message: error.message } };
    throw error;
  }
}

parentPort?.postMessage(await answer());
