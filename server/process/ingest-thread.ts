import { parentPort, workerData } from "node:worker_threads";
import { BookRejected } from "~/epub/ingest/rejection";
import type { IngestProgress, IngestReply, IngestTask } from "~/services/.server/library/ingest/ingest-apart";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";

/** Worker thread that ingests one book. See ingest-apart.ts. */
const { file, folder } = workerData as IngestTask;

/** Milliseconds between two progress messages. */
const noteEvery = 250;
let noted = 0;

function reportProgress(part: number): void {
  if (Date.now() - noted < noteEvery) return;
  noted = Date.now();
  const note: IngestProgress = { part };
  parentPort?.postMessage(note);
}

async function run(): Promise<IngestReply> {
  try {
    return { taken: await ingestBook(file, folder, reportProgress) };
  } catch (error) {
    if (error instanceof BookRejected) {
      const { reason, message, path } = error;
      return { rejected: { reason, message, path } };
    }
    throw error;
  }
}

parentPort?.postMessage(await run());
