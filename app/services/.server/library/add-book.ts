import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Databases, Transaction } from "~/db/.server/connect";
import type { IngestNote } from "~/epub/ingest/ingest-notes";
import type { PreparedBook } from "~/epub/ingest/prepare-book";
import { BookRejected } from "~/epub/ingest/rejection";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import type { BookStorage } from "./storage";
import { findStored, saveBook } from "./store";
import type { ShelfRecord } from "./tables";

export type AddBookOptions = {
  realms: Realm[];
  /** Id for the book; an existing book with this id gets a new version. */
  id?: string;
  /** The only subscription that opens the book; all do if absent. */
  subscription?: string;
  /** Position on the shelf, from 0. */
  position?: number;
  /** Original name of the file. */
  fileName?: string;
  /** Whether a withdrawn book is offered again. */
  bringsBack?: boolean;
  /** Those of the realms whose visitors may open the book without an account. */
  sampleIn?: readonly Realm[];
  /** Logs the addition, in the transaction that stores the book. */
  note?(transaction: Transaction, book: { id: string; title: string }): Promise<void>;
};

/** Unpacks a file into a folder and ingests the book, in this thread or another. `report` receives the progress, 0 to 1. */
export type Ingest = (file: string, folder: string, report?: (part: number) => void) => Promise<PreparedBook>;

export type AddedBook = {
  id: string;
  title: string;
  /** Whether the catalogue had the same file. */
  isSame: boolean;
  /** What was repaired in the file or left out of it. */
  notes: IngestNote[];
};

type AddBookParts = { databases: Databases; storage: BookStorage; ingest: Ingest };

/**
 * Adds an EPUB to the realms' catalogues. Adding the same file twice yields the same book. A rejected file stores nothing.
 * @throws BookRejected with a one-line reason
 */
export async function addBook(file: string, options: AddBookOptions, parts: AddBookParts): Promise<AddedBook> {
  if (options.id !== undefined && !/^[a-z0-9][a-z0-9-]{0,99}$/.test(options.id)) {
    throw new BookRejected("unreadable", `The id ${options.id} may hold only small letters, digits and hyphens`);
  }
  const checksum = await checksumOf(file);
  const version = checksum.slice(0, 16);
  const byRegion = realmsByRegion(options.realms);
  const stored = await firstStored(parts.databases, [...byRegion.keys()], options.id, checksum);
  const id = options.id ?? stored?.id ?? crypto.randomUUID();
  const folder = await parts.storage.workFolder();
  try {
    const ingested = await parts.ingest(file, folder);
    await parts.storage.publish(folder, id, version);
    const added = { id, title: ingested.book.title };
    const { subscription = "", position = 1000, bringsBack = false, fileName = null, sampleIn = [] } = options;
    const offer = { subscription, position, bringsBack, sampleIn };
    for (const [region, realms] of byRegion) {
      const record = recordOf(id, version, checksum, ingested);
      await saveBook(parts.databases[region], record, { ...offer, realms }, fileName, async (transaction) =>
        options.note?.(transaction, added),
      );
    }
    return { ...added, isSame: stored?.checksum === checksum, notes: ingested.notes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function realmsByRegion(realms: Realm[]): Map<Region, Realm[]> {
  const grouped = new Map<Region, Realm[]>();
  for (const realm of realms) grouped.set(regionOf(realm), [...(grouped.get(regionOf(realm)) ?? []), realm]);
  return grouped;
}

async function firstStored(databases: Databases, regions: Region[], id: string | undefined, checksum: string) {
  for (const region of regions) {
    const stored = await findStored(databases[region], { id, checksum });
    if (stored) return stored;
  }
  return null;
}

function recordOf(id: string, version: string, checksum: string, { book, descriptive }: PreparedBook) {
  const shelf: ShelfRecord = {
    authors: descriptive.authors,
    illustrators: descriptive.illustrators,
    narrators: descriptive.narrators,
    language: book.language,
    audioLanguages: book.languages.audio,
    videoLanguages: book.languages.video,
    kind: book.kind,
    progression: book.progression,
    categories: descriptive.subjects,
    ageFrom: descriptive.ageFrom,
    ageTo: descriptive.ageTo,
    blurb: descriptive.description,
    blurbs: descriptive.descriptions,
    hasCover: book.cover !== null,
    duration: descriptive.duration,
    series: descriptive.series,
    publisher: descriptive.publisher,
    accessibility: descriptive.accessibility,
    ...(descriptive.isTalking ? { isTalking: true } : {}),
    ...(descriptive.computerVoice === null ? {} : { computerVoice: descriptive.computerVoice }),
  };
  return { id, version, checksum, title: book.title, shelf, manifest: book };
}

async function checksumOf(file: string): Promise<string> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new BookRejected("unreadable", `There is no file ${file}`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
