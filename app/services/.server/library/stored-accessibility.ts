import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { BookFolder } from "~/epub/ingest/book-folder";
import { fileFinder } from "~/epub/ingest/file-finder";
import { findPackage } from "~/epub/ingest/find-package";
import { IngestNotes } from "~/epub/ingest/ingest-notes";
import { readPackage } from "~/epub/package-document";
import type { Region } from "~/realms/realm";
import type { LibraryDependencies } from "./dependencies";
import type { BookStorage } from "./storage";
import type { StoredAccessibility } from "./tables";

/** Books that are looked for at once. */
const batchSize = 100;

/**
 * Reads the accessibility claims of books that an earlier release has stored without them, from their unpacked package document. Decision 99.
 * Each book is read once: one whose package cannot be read any more claims nothing.
 */
export async function readStoredAccessibility(
  { databases, storage, report }: Pick<LibraryDependencies, "databases" | "storage" | "report">,
  region: Region,
): Promise<void> {
  const database = databases[region];
  for (let last = ""; ; ) {
    const found = await findUnread(database, last);
    for (const { id, version, accessibility } of found) {
      const claims = await readClaims(storage, id, version).catch((error: unknown) => {
        report(error);
        return undefined;
      });
      // The storage could not be asked: the next hour tries again.
      if (claims === undefined) continue;
      await store(database, id, version, claims ?? { ...nothing, ...accessibility });
    }
    if (found.length < batchSize) return;
    last = found.at(-1)?.id ?? last;
  }
}

const nothing: StoredAccessibility = {
  accessModes: [],
  sufficientModes: [],
  features: [],
  hazards: [],
  exemptions: [],
  isFixedLayout: false,
  conformance: null,
  summary: null,
  summaries: {},
};

type Unread = { id: string; version: string; accessibility: StoredAccessibility | null };

/** @param after id of the last book of the previous batch */
async function findUnread(database: Database, after: string): Promise<Unread[]> {
  const { rows } = await database.execute<Unread>(sql`
    select b.id, b.version, b.shelf -> 'accessibility' as accessibility from library.books b
    where b.id > ${after} and b.shelf -> 'accessibility' -> 'accessModes' is null
    order by b.id limit ${batchSize}`);
  return rows;
}

/** Stores the claims, also in what the file says beside a super user's overrides; not if the book has another version by now. */
async function store(database: Database, id: string, version: string, claims: StoredAccessibility): Promise<void> {
  const value = sql`${JSON.stringify(claims)}::jsonb`;
  await database.execute(sql`
    update library.books set shelf = jsonb_set(shelf, '{accessibility}', ${value}),
      from_file = jsonb_set(from_file, '{shelf,accessibility}', ${value})
    where id = ${id} and version = ${version}`);
}

/** @returns null if the storage has no package document of the book that can be read */
async function readClaims(storage: BookStorage, id: string, version: string): Promise<StoredAccessibility | null> {
  const files = await storage.list(id, version);
  const paths = files.map(({ path }) => path);
  const folder: BookFolder = {
    paths,
    async read(path) {
      const file = await storage.open(id, version, path);
      return file && new Uint8Array(await new Response(file.read()).arrayBuffer());
    },
    write: refuse,
    remove: refuse,
  };
  const finder = fileFinder(paths);
  const found = await findPackage(folder, finder, new IngestNotes()).catch(() => null);
  if (!found) return null;
  const { descriptive } = readPackage(found.document, found.path, finder.has, finder.resolve);
  return descriptive.accessibility;
}

async function refuse(): Promise<never> {
  throw new Error("a stored book is not changed");
}
