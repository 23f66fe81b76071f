import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { readSheets } from "~/services/.server/import/workbook/read-sheets";
import type { ReadMessage, ReadTask } from "~/services/.server/import/workbook/read-workbook";
import type { RowBatch } from "~/services/.server/import/workbook/row-batch";
import { WorkbookError } from "~/services/.server/import/workbook/workbook-error";

/** Worker thread that reads one workbook. See read-workbook.ts. */
const { path, sheets } = workerData as ReadTask;

function send(message: ReadMessage): void {
  parentPort?.postMessage(message);
}

/** Reads one batch ahead of the receiver. The final message is sent after all batches were processed. */
async function read(): Promise<ReadMessage> {
  let taken: Promise<unknown> = Promise.resolve();
  try {
    const pass = async (message: { batch: RowBatch } | { restart: true }) => {
      await taken;
      send(message);
      if (parentPort) taken = once(parentPort, "message");
    };
    const onBatch = async (batch: RowBatch) => {
      await pass({ batch });
      return true;
    };
    const summary = await readSheets(path, onBatch, sheets, () => pass({ restart: true }));
    await taken;
    return { summary };
  } catch (error) {
    await taken;
    if (error instanceof WorkbookError) return { refused: { code: error.code, place: error.place } };
    throw error;
  }
}

send(await read());
// Otherwise the open port would keep the thread alive.
parentPort?.unref();
