import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { PreparedBook } from "~/epub/ingest/prepare-book";
import { BookRejected } from "~/epub/ingest/rejection";
import { ingestBook } from "./ingest-book";

/** The worker thread's input and its reply. */
export type IngestTask = { file: string; folder: string };
export type IngestReply = { taken: PreparedBook } | { rejected: Pick<BookRejected, "reason" | "message" | "path"> };
/** The thread's progress messages, 0 to 1. */
export type IngestProgress = { part: number };

/** Path of the worker program, relative to our built files. */
const program = "../process/ingest-thread.js";
/** Memory limit of the worker in megabytes; exceeding it ends only the thread, not the process. */
const memory = 1024;

/**
 * Ingests in a worker thread, because a long book takes seconds of CPU time and would block other requests. Runs in the current thread if
 * the process was not built (development, tests).
 * @throws BookRejected
 */
export async function ingestApart(
  file: string,
  folder: string,
  report: (part: number) => void = () => undefined,
): Promise<PreparedBook> {
  const path = join(dirname(fileURLToPath(import.meta.url)), program);
  if (!existsSync(path)) return ingestBook(file, folder, report);
  const task: IngestTask = { file, folder };
  const thread = new Worker(path, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memory } });
  const reply = await new Promise<IngestReply>((resolve, reject) => {
    thread.on("message", (message: IngestReply | IngestProgress) => {
      if ("part" in message) report(message.part);
      else resolve(message);
    });
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`The thread that took a book in ended with ${code}`)));
  });
  if ("taken" in reply) return reply.taken;
  const { reason, message, path: cause } = reply.rejected;
  throw new BookRejected(reason, message, cause);
}
