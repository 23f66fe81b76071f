import { contentTypeOf } from "~/epub/content-types";
import { type Realm, type Region, realms, regionOf, regions } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import type { RawEndpoint, Service } from "~/services/.server/dispatch/endpoint";
import { findLostRows } from "~/services/.server/jobs/claims";
import type { WorkRunner } from "~/services/.server/jobs/queue";
import type { libraryContracts } from "~/services/contracts/library";
import { type AddBookOptions, addBook } from "./add-book";
import { createBackEndBooks } from "./back-end/back-end-books";
import { backEndRoot, serveBackEnd } from "./back-end/serve-back-end";
import { addBookmarks } from "./bookmarks";
import { deleteReplacedVersions, findVersion } from "./catalogue/catalogue-store";
import { runUpload } from "./catalogue/run-upload";
import { purgeUploads, uploadWork } from "./catalogue/upload-store";
import { contentRoot, serveContent } from "./content";
import type { LibraryDependencies } from "./dependencies";
import { libraryEndpoints } from "./endpoints";
import { addLastMark, purgeExpiredMarks } from "./last-marks";
import { purgeLedReadings } from "./led/led-reading-store";
import { addReadingDays, purgeReadingLog, type ReadingDay, sumReadingDays } from "./reading-log/reading-log-store";
import { type NoteReader, writeReadingNotes } from "./reading-log/reading-notes";
import { signingKeysOf } from "./signing-keys";
import { readStoredAccessibility } from "./stored-accessibility";

export type Library = {
  service: Service<typeof libraryContracts>;
  /** Adds an EPUB, for the command line and the seed. See add-book.ts. */
  addBook(file: string, options: AddBookOptions): Promise<string>;
  /** Seed data: sets a reader's position to a fraction of a book, 0 to 1, unless there is one already. */
  addReading(realm: Realm, reader: ReaderKey, bookId: string, progress: number): Promise<void>;
  /** Seed data: adds bookmarks at fractions of a book, 0 to 1, unless the reader has some already. */
  addBookmarks(realm: Realm, reader: ReaderKey, bookId: string, parts: readonly number[]): Promise<void>;
  /** Seed data: adds daily reading sums of people in a realm. */
  addReadingDays(realm: Realm, days: readonly ReadingDay[]): Promise<void>;
  /** Functions for the job queue, which turns uploaded files into books. */
  uploads: WorkRunner;
  /** Writes the notes about the last week to people who want one; run every night. */
  writeReadingNotes(realm: Realm, people: readonly NoteReader[], now: Date): Promise<void>;
  /** Deletes files of versions replaced long enough ago, and expired uploads. */
  purgeFiles(region: Region): Promise<void>;
  /** Sums the reading log by day, and deletes reading histories after the retention time in the privacy policy. */
  purgeExpired(region: Region): Promise<void>;
  /** Completes books that an earlier release has stored with fewer accessibility claims; run at the start and every hour. */
  readStoredAccessibility(region: Region): Promise<void>;
};

/** Creates the library service with its databases and storage. */
export function createLibrary(dependencies: LibraryDependencies): Library {
  const keys = signingKeysOf(dependencies.databases);
  const content = (method: "GET" | "HEAD"): RawEndpoint => ({
    method,
    path: `${contentRoot}/*`,
    reason:
      "Serves files of a book with byte ranges, to documents that cannot send a token. The signed policy in the query or the cookie decides.",
    hasOwnRealm: true,
    handle: (request) => serveContent(request, pathBelow(request, `${contentRoot}/`), dependencies.storage, keys),
  });
  const backEndBooks = createBackEndBooks();
  const backEnd = (method: "GET" | "HEAD"): RawEndpoint => ({
    method,
    path: `${backEndRoot}/*`,
    reason:
      "Serves files of the alternative book back end to documents that cannot send a token. The signed policy in the query or the cookie decides, as that back end says.",
    hasOwnRealm: true,
    handle: (request) =>
      serveBackEnd(request, pathBelow(request, `${backEndRoot}/`), dependencies.bookBackEnd, backEndBooks),
  });
  const cover = (method: "GET" | "HEAD"): RawEndpoint => ({
    method,
    path: "/v1/covers/:bookId/:version",
    reason: "Serves a picture. Covers are public; the address names a version of the book.",
    hasOwnRealm: true,
    async handle(request) {
      const [bookId = "", version = ""] = pathBelow(request, "/v1/covers/").split("/");
      return serveCover(dependencies, bookId, version, method === "HEAD");
    },
  });
  return {
    service: {
      name: "library",
      endpoints: libraryEndpoints(dependencies, keys, backEndBooks),
      raw: [content("GET"), content("HEAD"), backEnd("GET"), backEnd("HEAD"), cover("GET"), cover("HEAD")],
    },
    addBook: async (file, options) => (await addBook(file, options, dependencies)).id,
    addReading: (realm, reader, bookId, progress) =>
      addLastMark(dependencies.databases[regionOf(realm)], { realm, ...reader, bookId }, progress),
    addBookmarks: (realm, reader, bookId, parts) =>
      addBookmarks(dependencies.databases[regionOf(realm)], { realm, ...reader, bookId }, parts),
    addReadingDays: (realm, days) => addReadingDays(dependencies.databases[regionOf(realm)], realm, days),
    uploads: {
      run: (region, id, isStopping) => runUpload(dependencies, region, id, isStopping),
      findLost: (region) => findLostRows(dependencies.databases[region], uploadWork),
    },
    writeReadingNotes: (realm, people, now) =>
      writeReadingNotes(dependencies.databases[regionOf(realm)], realm, people, now),
    async purgeFiles(region) {
      const { databases, storage } = dependencies;
      for (const { bookId, version } of await deleteReplacedVersions(databases[region], new Date())) {
        // Regions share the storage, but replace a book's file independently.
        const elsewhere = await Promise.all(regions.map((other) => findVersion(databases[other], bookId, version)));
        if (elsewhere.every((row) => row === null)) await storage.remove(bookId, version);
      }
      for (const id of await purgeUploads(databases[region])) await storage.removeUpload(id);
    },
    async purgeExpired(region) {
      const database = dependencies.databases[region];
      const now = new Date();
      for (const realm of realms.filter((each) => regionOf(each) === region)) {
        await purgeExpiredMarks(database, realm, now);
        await purgeLedReadings(database, realm);
        await sumReadingDays(database, realm, now);
        await purgeReadingLog(database, realm, now);
      }
    },
    readStoredAccessibility: (region) => readStoredAccessibility(dependencies, region),
  };
}

function pathBelow(request: Request, root: string): string {
  const { pathname } = new URL(request.url);
  return pathname.slice(pathname.indexOf(root) + root.length);
}

/**
 * Covers are public and never change within a version. An SVG is served for display as a picture only, and may load nothing. The origin of
 * the content belongs to no region, so the version is looked for in both.
 */
async function serveCover(
  { databases, storage }: LibraryDependencies,
  bookId: string,
  version: string,
  isHead: boolean,
): Promise<Response> {
  const lookUps = await Promise.allSettled(regions.map((region) => findVersion(databases[region], bookId, version)));
  const stored = lookUps.map((each) => (each.status === "fulfilled" ? each.value : null)).find((row) => row !== null);
  // One region's database may be unavailable while the other has the book.
  const failed = lookUps.find((each) => each.status === "rejected");
  if (!stored && failed) throw failed.reason;
  const file = stored?.cover ? await storage.open(bookId, version, stored.cover) : null;
  if (!stored?.cover || !file)
    return Response.json({ error: "not_found", message: "There is no such cover" }, { status: 404 });
  const headers = {
    "content-type": contentTypeOf(stored.cover),
    "content-length": String(file.size),
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    "x-content-type-options": "nosniff",
  };
  return new Response(isHead ? null : file.read(), { status: 200, headers });
}
