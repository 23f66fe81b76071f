import { rm } from "node:fs/promises";
import { BookRejected } from "~/epub/ingest/rejection";
import type { Region } from "~/realms/realm";
import { type Access, accessOfPerson } from "~/services/.server/directory/access";
import { type AddBookOptions, addBook } from "~/services/.server/library/add-book";
import type { LibraryDependencies } from "~/services/.server/library/dependencies";
import { noteAddedBook, noteBook } from "~/services/.server/library/note-added-book";
import { claimUpload, endUpload, reportUpload, type StoredUpload } from "./upload-store";

/** Milliseconds between two progress reports. */
const reportEvery = 500;
/** Milliseconds between two heartbeats without progress. */
const heartbeatEvery = 10_000;

/**
 * Creates a book, or a new version of one, from a file that a super user has uploaded. The uploader must still be a super user.
 * docs/security.md, line 21.
 */
export async function runUpload(deps: LibraryDependencies, region: Region, id: string): Promise<void> {
  const { storage, report } = deps;
  const database = deps.databases[region];
  const upload = await claimUpload(database, id);
  if (!upload) return;
  let done = 0;
  let reported = 0;
  const reportProgress = () => {
    reported = Date.now();
    reportUpload(database, id, done).catch(report);
  };
  const heartbeat = setInterval(reportProgress, heartbeatEvery);
  const folder = await storage.workFolder();
  try {
    const access = await accessOfSender(deps, upload);
    if (!access) return await endUpload(database, id, { state: "refused", reason: "no-right" });
    const file = await storage.fetchUpload(id, folder);
    if (!file) return await endUpload(database, id, { state: "failed", reason: "file-gone" });
    const added = await addBook(file, optionsOf(upload, access), {
      ...deps,
      ingest: (from, to) =>
        deps.ingest(from, to, (part) => {
          done = part;
          if (Date.now() - reported >= reportEvery) reportProgress();
        }),
    });
    const { isSame, notes } = added;
    await endUpload(database, id, { state: "done", done: 1, reason: null, bookId: added.id, isSame, notes });
  } catch (error) {
    if (error instanceof BookRejected) {
      await endUpload(database, id, { state: "refused", reason: error.reason, reasonPath: error.path });
    } else {
      report(error);
      await endUpload(database, id, { state: "failed", reason: "failed" });
    }
  } finally {
    clearInterval(heartbeat);
    await rm(folder, { recursive: true, force: true });
    await storage.removeUpload(id);
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
