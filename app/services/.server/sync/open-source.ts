import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import type { WithRoster } from "./sync-deps";
import { SyncProblem } from "./sync-problem";
import { fileParts, hasFile } from "./sync-store";

/** Reads a source by what is stored of it. */
export function createWithRoster(_deps: { secrets: SecretBox }): WithRoster {
  return async (database, source, _signal, _use) => {
    if (source.address === null) {
      return withFile(database, source.id, async (_path) => {
        throw new SyncProblem("internal_error");
      });
    }
    throw new SyncProblem("internal_error");
  };
}

/** The uploaded roster as a file on the disk, for as long as `use` takes. */
async function withFile<Result>(
  database: Database,
  syncId: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (!(await hasFile(database, syncId))) throw new SyncProblem("no_file");
  const folder = await mkdtemp(join(tmpdir(), "fabel-sync-"));
  try {
    const path = join(folder, "roster.zip");
    await pipeline(Readable.from(fileParts(database, syncId)), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
