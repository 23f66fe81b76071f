import { expect, test } from "vitest";
import { hostileArchives, type Outcomes } from "#tests/support/hostile-archives";
import { writeZip } from "#tests/support/raw-zip";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { BookRejected } from "~/epub/ingest/rejection";
import { unpackInMemory } from "~/epub/ingest/unpack-in-memory";
import { workbookLimits } from "~/services/.server/import/workbook/limits";
import { unpackArchive } from "~/services/.server/library/ingest/archive";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";
import { openZipArchive } from "~/services/.server/zip/zip-archive";
import { ZipError } from "~/services/.server/zip/zip-reader";

/** Every use of zip archives, with its own limits and tolerance, against the same archives. docs/security.md, line 24. */

type Use = (archive: Uint8Array) => Promise<unknown>;

const byName =
  (limits: Parameters<typeof openZipArchive>[1]): Use =>
  async (archive) => {
    const zip = await openZipArchive(await writeZip(Buffer.from(archive)), limits);
    try {
      for (const name of zip.names) for await (const chunk of zip.read(name)) void chunk;
    } finally {
      zip.close();
    }
  };

const uses: Record<keyof Outcomes, Use> = {
  workbook: byName(workbookLimits),
  roster: byName(rosterLimits),
  book: async (archive) => unpackArchive(await writeZip(Buffer.from(archive)), await temporaryFolder("unpacked")),
  preview: async (archive) => unpackInMemory(archive),
};

async function outcomeOf(use: Use, archive: Uint8Array): Promise<string> {
  try {
    await use(archive);
    return "read";
  } catch (error) {
    if (error instanceof ZipError) return error.code;
    if (error instanceof BookRejected) return error.reason;
    throw error;
  }
}

test.each(hostileArchives.map((each) => [each.name, each] as const))(
  "an archive with %s",
  async (_, { make, outcomes }) => {
    const archive = make();
    const actual = Object.entries(uses).map(async ([name, use]) => [name, await outcomeOf(use, archive)] as const);
    expect(Object.fromEntries(await Promise.all(actual))).toEqual(outcomes);
  },
);
