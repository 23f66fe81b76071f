import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database, Transaction } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import { validationError } from "~/services/contracts/service-error";
import { readPart, writePart } from "./import-store";

/**
 * Stores the uploaded workbook and the printed sheets in the database in parts, so that any process can read them. Encrypted, since both
 * may hold passwords.
 */

type Kind = "file" | "slips";

const partSize = 256 * 1024;

/** A writable that stores a file of an import, and counts its bytes. */
export function partsWriter(
  within: Database | Transaction,
  secrets: SecretBox,
  id: string,
  kind: Kind,
): Writable & { bytesStored: number } {
  return writerOfParts((place, bytes) => writePart(within, id, kind, place, secrets.sealBytes(bytes)));
}

/** A part of a file; null after the last one. Parts stored by an older version are not encrypted. */
export async function storedPart(
  database: Database,
  secrets: SecretBox,
  id: string,
  kind: Kind,
  place: number,
): Promise<{ bytes: Buffer; isLast: boolean } | null> {
  const part = await readPart(database, id, kind, place);
  return part && { ...part, bytes: secrets.openBytes(part.bytes) ?? part.bytes };
}

/** Passes bytes through; fails if the file exceeds the limit. */
export function limited(most: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > most) throw validationError([{ attribute: "file", reason: "too-large" }]);
      yield chunk;
    }
  };
}

/** A writable that stores its data in parts of 256 KB, numbered from 0, and counts its bytes. */
export function writerOfParts(
  store: (place: number, bytes: Buffer) => Promise<void>,
): Writable & { bytesStored: number } {
  let waiting: Buffer[] = [];
  let waitingSize = 0;
  let place = 0;
  const flush = async (stream: { bytesStored: number }) => {
    if (waitingSize === 0) return;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingSize = 0;
    await store(place, bytes);
    stream.bytesStored += bytes.length;
    place += 1;
  };
  const stream: Writable & { bytesStored: number } = Object.assign(
    new Writable({
      highWaterMark: partSize,
      write(chunk: Buffer, _encoding, next) {
        waiting.push(chunk);
        waitingSize += chunk.length;
        if (waitingSize < partSize) next();
        else flush(stream).then(() => next(), next);
      },
      final(next) {
        flush(stream).then(() => next(), next);
      },
    }),
    { bytesStored: 0 },
  );
  return stream;
}

/** Provides the stored workbook as a temporary file for the duration of `use`. */
export async function withWorkbook<Result>(
  database: Database,
  secrets: SecretBox,
  id: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "fabel-import-"));
  try {
    const path = join(folder, "people.xlsx");
    await pipeline(Readable.from(partsOf(database, secrets, id)), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* partsOf(database: Database, secrets: SecretBox, id: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const part = await storedPart(database, secrets, id, "file", place);
    if (!part) return;
    yield part.bytes;
    if (part.isLast) return;
  }
}
