import { rm } from "node:fs/promises";
import type { Database } from "~/db/.server/connect";
import { BookRejected } from "~/epub/ingest/rejection";
import type { Region } from "~/realms/realm";
import { type Access, accessOfPerson } from "~/services/.server/directory/access";
import { claimRow, holdClaim } from "~/services/.server/jobs/claims";
import { type AddBookOptions, addBook } from "~/services/.server/library/add-book";
import type { LibraryDependencies } from "~/services/.server/library/dependencies";
import { noteAddedBook, noteBook } from "~/services/.server/library/note-added-book";
import { endUpload, readUpload, reportUpload, type StoredUpload, type UploadEnd, uploadWork } from "./upload-store";

/** Milliseconds between two progress reports. */
const reportEvery = 500;

/**
 * Creates a book, or a new version of one, from a file that a super user has uploaded. The uploader must still be a super user.
 * docs/security.md, line 21.
 */
export async function runUpload(
  deps: LibraryDependencies,
  region: Region,
  id: string,
  isStopping: () => boolean,
): Promise<void> {
  const { storage, report } = deps;
  const database = deps.databases[region];
  const claim = await claimRow(database, uploadWork, id);
  const upload = claim && (await readUpload(database, id));
  if (!upload) return;
  let isEnded = false;
  const end = async (result: UploadEnd) => {
    await endUpload(database, id, result);
    isEnded = true;
  };
  await holdClaim({
    ...{ database, table: uploadWork, claim, isStopping, report },
    async work({ isLost }) {
      const result = await addUploadedBook(deps, database, upload);
      if (isLost()) return false;
      await end(result);
      return true;
    },
    async failed(error) {
      report(error);
      await end({ state: "failed", reason: "failed" });
    },
  });
  // Otherwise the next process still needs the file.
  if (isEnded) await storage.removeUpload(id);
}

async function addUploadedBook(
  deps: LibraryDependencies,
  database: Database,
  upload: StoredUpload,
): Promise<UploadEnd> {
  const { storage, report } = deps;
  const { id } = upload;
  let reported = 0;
  const folder = await storage.workFolder();
  try {
    const access = await accessOfSender(deps, upload);
    if (!access) return { state: "refused", reason: "no-right" };
    const file = await storage.fetchUpload(id, folder);
    if (!file) return { state: "failed", reason: "file-gone" };
    const added = await addBook(file, optionsOf(upload, access), {
      ...deps,
      ingest: (from, to) =>
        deps.ingest(from, to, (part) => {
          if (Date.now() - reported < reportEvery) return;
          reported = Date.now();
          reportUpload(database, id, part).catch(report);
        }),
    });
    const { isSame, notes } = added;
    return { state: "done", done: 1, reason: null, bookId: added.id, isSame, notes };
  } catch (error) {
    if (!(error instanceof BookRejected)) throw error;
    return { state: "refused", reason: error.reason, reasonPath: error.path };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function optionsOf({ realm, fileName, bookId, isVersion }: StoredUpload, access: Access): AddBookOptions {
  const about = { realms: [realm], fileName };
  // A new book is offered again if it was withdrawn; a new version of a book does not change its withdrawal.
  if (bookId === null || !isVersion) return { ...about, bringsBack: true, note: noteAddedBook(access) };
  return { ...about, id: bookId, note: noteBook(access, "book.version_added") };
}

async function accessOfSender(
  { identity }: LibraryDependencies,
  { realm, uid, actor, id }: StoredUpload,
): Promise<Access | null> {
  const person = await identity.findByUid(realm, uid);
  if (person?.status !== "active") return null;
  if (actor && !(await identity.mayActAs(realm, actor, uid))) return null;
  const access = accessOfPerson(person);
  return access.isSuper ? { ...access, actorUid: actor, requestId: `upload-${id}` } : null;
}
