import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { readSheets } from "~/services/.server/import/workbook/read-sheets";
import type { ReadMessage, ReadTask } from "~/services/.server/import/workbook/read-workbook";
import { WorkbookError } from "~/services/.server/import/workbook/workbook-error";

/** A thread that reads one workbook. See read-workbook.ts. */
const { path } = workerData as ReadTask;

function send(message: ReadMessage): void {
  parentPort?.postMessage(message);
}

async function read(): Promise<ReadMessage> {
  try {
    const summary = await readSheets(path, async (batch) => {
      send({ batch });
      if (parentPort) await once(parentPort, "message");
      return true;
    });
    return { summary };
  } catch (error) {
    if (error instanceof WorkbookError) return { refused: { code: error.code, place: error.place } };
    throw error;
  }
}

send(await read());
// The port would keep the thread waiting for what nobody sends.
parentPort?.unref();
