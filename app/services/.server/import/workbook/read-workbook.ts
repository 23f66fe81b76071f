import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { readSheets, type SheetsToRead } from "./read-sheets";
import { type RowBatch, rowsOfBatch, type WorkbookRow } from "./row-batch";
import { WorkbookError, type WorkbookPlace, type WorkbookProblem } from "./workbook-error";
import type { WorkbookSummary } from "./workbook-summary";

export type { SheetsToRead } from "./read-sheets";
export type { RowMark, WorkbookCell, WorkbookRow } from "./row-batch";
export { WorkbookError, type WorkbookProblem } from "./workbook-error";
export type { WorkbookSummary } from "./workbook-summary";

/** The worker thread's input, its messages, and the reply that requests the next batch. */
export type ReadTask = { path: string; sheets: SheetsToRead };
export type ReadMessage =
  | { batch: RowBatch }
  | { restart: true }
  | { summary: WorkbookSummary }
  | { refused: { code: WorkbookProblem; place: WorkbookPlace | null } };
const goOn = "go-on";

/** Path of the worker program, relative to our built files. */
const program = "../process/workbook-thread.js";
/** Memory limit of the worker in megabytes; exceeding it ends only the thread, not the process. */
const memory = 384;

/**
 * Passes the rows of a workbook in order, in batches of at most 1,000, and waits for each batch. Reads in a worker thread, or in the
 * current one if the process was not built (development, tests).
 * @throws WorkbookError; the signal's reason once it is aborted; errors of `onRows`
 */
export async function readWorkbook(
  path: string,
  {
    onRows,
    onRestart = async () => undefined,
    signal,
    sheets = "all",
  }: {
    /** @param lastRow last row of the sheet, if the file declares it */
    onRows(rows: WorkbookRow[], lastRow: number | null): Promise<void>;
    /** The rows passed so far are void: they are all passed again, with the values of merged cells. At most once. */
    onRestart?(): Promise<void>;
    signal?: AbortSignal;
    /** Which rows are passed; all by default. */
    sheets?: SheetsToRead;
  },
): Promise<WorkbookSummary> {
  signal?.throwIfAborted();
  const onBatch = async (batch: RowBatch) => {
    signal?.throwIfAborted();
    const rows = rowsOfBatch(batch);
    for (let start = 0; start < rows.length; start += largestBatch)
      await onRows(rows.slice(start, start + largestBatch), batch.lastRow);
    signal?.throwIfAborted();
    return true;
  };
  const thread = join(dirname(fileURLToPath(import.meta.url)), program);
  if (!existsSync(thread)) return readSheets(path, onBatch, sheets, onRestart);
  return readApart(thread, { path, sheets }, { onBatch, onRestart }, signal);
}

const largestBatch = 1_000;

async function readApart(
  program: string,
  task: ReadTask,
  { onBatch, onRestart }: { onBatch(batch: RowBatch): Promise<boolean>; onRestart(): Promise<void> },
  signal: AbortSignal | undefined,
): Promise<WorkbookSummary> {
  const thread = new Worker(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memory } });
  const ended = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { signal: ended.signal });
      thread.on("message", (message: ReadMessage) => {
        if ("summary" in message) resolve(message.summary);
        else if ("refused" in message) reject(new WorkbookError(message.refused.code, message.refused.place));
        else {
          const done: Promise<unknown> = "restart" in message ? onRestart() : onBatch(message.batch);
          done.then(() => thread.postMessage(goOn), reject);
        }
      });
      thread.once("error", (error) => {
        const isFull = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        reject(isFull ? new WorkbookError("too-large") : error);
      });
      thread.once("exit", (code) => reject(new Error(`The thread that read a workbook ended with ${code}`)));
    });
  } finally {
    ended.abort();
    await thread.terminate();
  }
}
