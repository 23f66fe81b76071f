import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { readSheets } from "~/services/.server/import/workbook/read-sheets";
import type { ReadMessage, ReadTask } from "~/services/.server/import/workbook/read-workbook";
import { WorkbookError } from "~/services/.server/import/workbook/workbook-error";

/** Worker thread that reads one workbook. See read-workbook.ts. */
const { path } = workerData as ReadTask;

function send(message: ReadMessage): void {
  parentPort?.postMessage(message);
}

/** Reads one batch ahead of the receiver. The final message is sent after all batches were processed. */
async function read(): Promise<ReadMessage> {
  let taken: Promise<unknown> = Promise.resolve();
  try {
    const summary = await readSheets(path, async (batch) => {
      await taken;
      send({ batch });
      if (parentPort) taken = once(parentPort, "message");
      return true;
    });
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
