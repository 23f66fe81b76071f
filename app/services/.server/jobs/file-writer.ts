import { Writable } from "node:stream";
import type { Database } from "~/db/.server/connect";
import { clearFile, writeFilePart } from "./job-store";

/** Bytes per part; a reader holds one part in memory. */
const partSize = 256 * 1024;

type FileWriter = {
  stream: Writable;
  /** Waits until everything is stored. Returns the size in bytes. */
  end(): Promise<number>;
};

/** Stores a job's file in parts as it is written, with backpressure from the database. */
export async function openFile(database: Database, jobId: string): Promise<FileWriter> {
  await clearFile(database, jobId);
  let waiting: Buffer[] = [];
  let waitingSize = 0;
  let size = 0;
  let place = 0;
  const flush = async () => {
    if (waitingSize === 0) return;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingSize = 0;
    await writeFilePart(database, jobId, place, bytes);
    place += 1;
  };
  const stream = new Writable({
    highWaterMark: partSize,
    write(chunk: Buffer, _encoding, next) {
      waiting.push(chunk);
      waitingSize += chunk.length;
      size += chunk.length;
      if (waitingSize < partSize) next();
      else flush().then(() => next(), next);
    },
    final(next) {
      flush().then(() => next(), next);
    },
  });
  const finished = new Promise<void>((resolve, reject) => stream.on("finish", resolve).on("error", reject));
  // `end` reports the error; until then a failed stream must not raise an unhandled rejection.
  finished.catch(() => {});
  return {
    stream,
    async end() {
      if (!stream.writableEnded) stream.end();
      await finished;
      return size;
    },
  };
}
