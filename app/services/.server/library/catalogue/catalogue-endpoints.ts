import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { inTransaction } from "~/db/.server/transaction";
import { accessibilityGapsOf } from "~/epub/accessibility-statements";
import { hasFeature, type Region } from "~/realms/realm";
import { type Access, accessOf } from "~/services/.server/directory/access";
import { requireSuperUser } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { LibraryDependencies } from "~/services/.server/library/dependencies";
import { noteBook } from "~/services/.server/library/note-added-book";
import { claimsOf, shelfBook } from "~/services/.server/library/shelf-book";
import {
  type BookUpload,
  type CatalogueBook,
  type CatalogueChange,
  type CatalogueEntry,
  bookCatalogueContracts as contracts,
} from "~/services/contracts/book-catalogue";
import { notFound, staleVersion } from "~/services/contracts/service-error";
import { changedNames, editsOf, warningsOf } from "./book-edits";
import {
  type BookHistory,
  type CatalogueRow,
  findHistory,
  findInCatalogue,
  listCatalogue,
  replacedVersionDays,
  saveEdits,
  saveRights,
  saveWithdrawn,
} from "./catalogue-store";
import { findUpload, insertUpload, listUploads } from "./upload-store";

const dayLength = 24 * 3600 * 1000;

/** Catalogue of a country, for its super users only. docs/product/choices.md#own-calls. */
export function catalogueEndpoints(
  deps: LibraryDependencies,
  originOf: (caller: Caller) => string,
): Endpoints<typeof contracts> {
  const { databases } = deps;

  /** @throws ServiceError 403 */
  const superUser = (caller: Caller): Access => {
    const access = accessOf(caller);
    requireSuperUser(access, "Not allowed");
    return access;
  };
  /** @throws ServiceError 403; 404 for a book that the caller's country has never offered */
  const superUserOf = async (caller: Caller, bookId: string) => {
    const access = superUser(caller);
    const database = databases[caller.region];
    const row = await findInCatalogue(database, caller.realm, bookId);
    const history = row && (await findHistory(database, bookId));
    if (!row || !history) throw notFound("There is no such book");
    return { access, database, row, history };
  };
  const entry = async (caller: Caller, bookId: string): Promise<CatalogueEntry> => {
    const { row, history } = await superUserOf(caller, bookId);
    return entryOf(row, history, caller, originOf(caller));
  };

  return {
    uploadBook: endpoint({
      contract: contracts.uploadBook,
      async authorise({ query }, caller) {
        if (query.bookId === undefined) return { access: superUser(caller) };
        return superUserOf(caller, query.bookId);
      },
      async handle({ query, body }, { access }, { region }) {
        return { status: 201, body: { data: await receiveUpload(deps, region, access, query, body) } };
      },
    }),
    getBookUploads: endpoint({
      contract: contracts.getBookUploads,
      authorise: (_input, caller) => superUser(caller),
      async handle({ query }, { realm }, { region }) {
        return { status: 200, body: { data: await listUploads(databases[region], realm, query.bookId ?? null) } };
      },
    }),
    getCatalogue: endpoint({
      contract: contracts.getCatalogue,
      authorise: (_input, caller) => superUser(caller),
      async handle({ query }, { realm }, caller) {
        const { rows, total } = await listCatalogue(databases[caller.region], realm, query);
        const data = rows.map((row) => catalogueBook(row, originOf(caller)));
        return { status: 200, body: { data, meta: { totalCount: total } } };
      },
    }),
    getCatalogueBook: endpoint({
      contract: contracts.getCatalogueBook,
      authorise: ({ params }, caller) => superUserOf(caller, params.id),
      async handle(_input, { row, history }, caller) {
        return { status: 200, body: { data: entryOf(row, history, caller, originOf(caller)) } };
      },
    }),
    updateCatalogueBook: endpoint({
      contract: contracts.updateCatalogueBook,
      authorise: ({ params }, caller) => superUserOf(caller, params.id),
      async handle({ params: { id }, body: { version, ...described } }, { access, database, row, history }, caller) {
        const { isSample = row.isSample } = described;
        const change = allowed({ ...described, isSample }, history, access);
        const changed = changedNames(changeOf(row), change);
        await inTransaction(database, async (within) => {
          const edits = editsOf(history.file, change);
          if (!(await saveEdits(within, id, history, edits, version))) throw staleVersion();
          await saveRights(within, access.realm, id, change);
          if (changed.length === 0) return;
          await noteBook(access, "book.changed", { attributes: changed })(within, { id, title: change.title });
        });
        return { status: 200, body: { data: await entry(caller, id) } };
      },
    }),
    setBookWithdrawn: endpoint({
      contract: contracts.setBookWithdrawn,
      authorise: ({ params }, caller) => superUserOf(caller, params.id),
      async handle({ params: { id }, body: { isWithdrawn } }, { access, database, row }) {
        await inTransaction(database, async (within) => {
          if (!(await saveWithdrawn(within, access.realm, id, isWithdrawn))) return;
          const action = isWithdrawn ? "book.withdrawn" : "book.brought_back";
          await noteBook(access, action)(within, { id, title: row.book.title });
        });
        return { status: 204, body: undefined };
      },
    }),
  };
}

/**
 * A book stays a talking book if its file says so; in countries without that right no other book can become one. A talking book is no
 * sample: only people with that right may open it.
 */
function allowed(change: CatalogueChange, { file }: BookHistory, { realm }: Access): CatalogueChange {
  const isMarked = file.shelf.isTalking ?? false;
  const isTalking = isMarked || (change.isTalking && hasFeature(realm, "speakingBookRights"));
  return { ...change, isTalking, isSample: change.isSample && !isTalking };
}

function catalogueBook(row: CatalogueRow, origin: string): CatalogueBook {
  const { addedAt, withdrawnAt, isTalking, isSample } = row;
  const subscriptions = row.subscriptions.filter(Boolean);
  return { ...shelfBook(row.book, origin), addedAt, withdrawnAt, isTalking, isSample, subscriptions };
}

function changeOf(row: CatalogueRow): CatalogueChange {
  const { language, audioLanguages, videoLanguages, categories, ageFrom, ageTo, kind } = row.book.shelf;
  const { isTalking, isSample, subscriptions } = catalogueBook(row, "");
  const described = {
    title: row.book.title,
    language,
    audioLanguages,
    videoLanguages,
    categories,
    ageFrom,
    ageTo,
    kind,
  };
  return { ...described, subscriptions, isTalking, isSample };
}

function entryOf(row: CatalogueRow, history: BookHistory, { realm }: Caller, origin: string): CatalogueEntry {
  const { file, manifest, editVersion, realms, versions } = history;
  const { language, audioLanguages, videoLanguages, categories, ageFrom, ageTo, kind, isTalking = false } = file.shelf;
  const described = { title: file.title, language, audioLanguages, videoLanguages, categories, ageFrom, ageTo, kind };
  return {
    ...catalogueBook(row, origin),
    editVersion,
    fromFile: { ...described, isTalking },
    warnings: warningsOf({ title: row.book.title, shelf: row.book.shelf }, manifest),
    missingFiles: manifest.missingFiles ?? [],
    gaps: accessibilityGapsOf(claimsOf(file.shelf.accessibility)),
    otherRealms: realms.filter((other) => other !== realm).sort(),
    versions: versions.map(({ replacedAt, ...version }) => ({
      ...version,
      readableUntil:
        replacedAt && new Date(new Date(replacedAt).getTime() + replacedVersionDays * dayLength).toISOString(),
    })),
  };
}

/** Stores a super user's upload where every process can read it, and queues it for run-upload.ts. */
async function receiveUpload(
  { databases, storage, queue }: LibraryDependencies,
  region: Region,
  { realm, uid, actorUid: actor }: Access,
  { fileName, bookId = null }: { fileName: string; bookId?: string | null | undefined },
  file: ReadableStream<Uint8Array>,
): Promise<BookUpload> {
  const id = crypto.randomUUID();
  const folder = await storage.workFolder();
  const path = join(folder, "upload.epub");
  try {
    await pipeline(Readable.fromWeb(file as NodeStream<Uint8Array>), createWriteStream(path));
    const { size } = await stat(path);
    await storage.storeUpload(path, id);
    await insertUpload(databases[region], { id, realm, uid, actor, fileName, size, bookId });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await queue.send(region, { kind: "upload", id });
  const stored = await findUpload(databases[region], id);
  if (!stored) throw new Error("the upload that was just stored is gone");
  return stored;
}
