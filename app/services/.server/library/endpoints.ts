import type { Book } from "~/epub/book";
import { type Position, placeAt, placeOf, positionAt, progressAt } from "~/epub/progress";
import type { Realm } from "~/realms/realm";
import { mayKeepPlace, requireKeepsPlace } from "~/services/.server/directory/own-rights";
import { isUnpaidFamily } from "~/services/.server/directory/people/families";
import type { FamilyProfile } from "~/services/.server/directory/people/family-profiles";
import { authoriseReader, type Reader, type ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { type Caller, type Endpoints, endpoint, requireUser } from "~/services/.server/dispatch/endpoint";
import { etagOf, versionOf } from "~/services/.server/dispatch/entity-tag";
import type { libraryContracts } from "~/services/contracts/library";
import { libraryContracts as contracts } from "~/services/contracts/library";
import { forbidden, notFound, validationError } from "~/services/contracts/service-error";
import { type AuthoriseBook, rightsOf } from "./authorise-book";
import type { BackEndBooks } from "./back-end/back-end-books";
import { backEndOpening } from "./back-end/back-end-opening";
import { readFileUrl } from "./back-end/file-url";
import { findBookmarks, saveBookmarks } from "./bookmarks";
import { catalogueEndpoints } from "./catalogue/catalogue-endpoints";
import { findVersion } from "./catalogue/catalogue-store";
import { contentPath, documentPolicy, folderCookie, folderUrl } from "./content";
import type { LibraryDependencies } from "./dependencies";
import { firstDocuments, room } from "./first-documents";
import { locationsPath } from "./ingest/ingest-book";
import { findLastMark, findReadings, saveLastMark } from "./last-marks";
import { manifestsOf } from "./manifests";
import { placedBookEndpoints } from "./placed-book-endpoints";
import { readingLogEndpoints } from "./reading-log/reading-log-endpoints";
import { readingStatisticsEndpoints } from "./reading-log/reading-statistics-endpoints";
import { bookDetails } from "./shelf-book";
import { shelfEndpoints } from "./shelf-endpoints";
import { createShelfOwners } from "./shelf-owners";
import { cachedSigner, policySeconds } from "./signing";
import type { SigningKeys } from "./signing-keys";
import { findBook, findMinutes, type StoredBook } from "./store";
import { storedTextsOf } from "./stored-texts";

/** The library's endpoints in the order of docs/product/reader.md#calls, then docs/product/control-panel.md#calls. */
export function libraryEndpoints(
  dependencies: LibraryDependencies,
  keys: SigningKeys,
  backEndBooks: BackEndBooks,
): Endpoints<typeof libraryContracts> {
  const { databases, identity, contentOrigin } = dependencies;
  const manifests = manifestsOf(databases);
  const signed = cachedSigner();
  const texts = storedTextsOf(dependencies.storage, room);

  const personOf = async (caller: Caller, uid: string) => {
    const { person } = requireUser(caller);
    return uid === person.uid ? person : identity.findByUid(caller.realm, uid);
  };
  /**
   * Authorises opening a book: a subscription of the caller and a child's age limit must allow it. A family that has not paid opens none.
   * @throws ServiceError 404, which does not reveal whether the book exists elsewhere
   */
  const authoriseBook: AuthoriseBook = async (call, caller, id) => {
    const self = requireUser(caller);
    const reader = await authoriseReader(databases, call, caller);
    const database = databases[caller.region];
    if (await isUnpaidFamily(database, self.person)) throw notFound("There is no such book");
    const book = await findBook(database, caller.realm, rightsOf(self.person), id);
    const upToAge = reader.profile?.ageLimit ?? null;
    if (!book || (upToAge !== null && (book.shelf.ageFrom ?? 0) > upToAge)) throw notFound("There is no such book");
    return { self, reader, book };
  };
  /** @throws ServiceError 404 like authoriseBook; 403 for callers without their own marks */
  const authoriseMarks: AuthoriseBook = async (call, caller, id) => {
    const proof = await authoriseBook(call, caller, id);
    requireKeepsPlace(proof.self);
    return proof;
  };
  const ageLimitFor = async (realm: Realm, uid: string, profile: FamilyProfile | undefined) => {
    const limits = [await dependencies.ageLimitOf(realm, uid), profile?.ageLimit ?? null];
    const ages = limits.filter((age) => age !== null);
    return ages.length > 0 ? Math.min(...ages) : null;
  };
  const { mayViewShelf } = dependencies;
  const owners = createShelfOwners({ databases, personOf, ageLimitFor, mayViewShelf });
  const originOf = (caller: Caller) => contentOrigin ?? caller.origin;
  const sign = async (caller: Caller, book: Pick<StoredBook, "id" | "version">) => {
    const folder = folderUrl(originOf(caller), book.id, book.version);
    const policy = signed(folder, await keys.current(caller.region));
    return { folder, policy, cookie: { "set-cookie": folderCookie(folder, policy, policySeconds) } };
  };

  return {
    getResourcesUrl: endpoint({
      contract: contracts.getResourcesUrl,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { book }, caller) {
        return { status: 200, body: { resourcesUrl: folderUrl(originOf(caller), book.id, book.version) } };
      },
    }),
    getPolicy: endpoint({
      contract: contracts.getPolicy,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle({ query }, { book }, caller) {
        const version = query.version ?? book.version;
        // A reader with an older version open may continue in it.
        const isThere = version === book.version || (await findVersion(databases[caller.region], book.id, version));
        if (!isThere) throw notFound("There is no such version");
        const { policy, cookie } = await sign(caller, { id: book.id, version });
        return { status: 200, body: { policy }, headers: cookie };
      },
    }),
    getLastMark: endpoint({
      contract: contracts.getLastMark,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { reader, book }, { realm, region }) {
        const mark = await findLastMark(databases[region], { realm, ...keyOf(reader), bookId: book.id });
        return { status: 200, body: { position: mark && JSON.stringify(mark.position) } };
      },
    }),
    setLastMark: endpoint({
      contract: contracts.setLastMark,
      authorise: (call, caller) => authoriseMarks(call, caller, call.params.id),
      async handle({ body: { position, age = 0, opening = null, known = null } }, { reader, book }, { realm, region }) {
        const manifest = await manifests.of(region, book);
        const key = { realm, ...keyOf(reader), bookId: book.id };
        // A position that only another version has does not change the progress.
        const before = placeAt(manifest, position) ? null : await findLastMark(databases[region], key);
        const progress = before?.progress ?? progressAt(manifest, position);
        const mark = { ...key, position, progress };
        const elsewhere = await saveLastMark(databases[region], mark, age, { opening, known });
        const body = { position: JSON.stringify(position), elsewhere: elsewhere && JSON.stringify(elsewhere) };
        return { status: 200, body };
      },
    }),
    getBookmarks: endpoint({
      contract: contracts.getBookmarks,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { self, reader, book }, { realm, region }) {
        const { version, bookmarks } = mayKeepPlace(self)
          ? await findBookmarks(databases[region], { realm, ...keyOf(reader), bookId: book.id })
          : { version: 0, bookmarks: [] };
        return { status: 200, body: bookmarks, headers: { etag: etagOf(version) } };
      },
    }),
    setBookmarks: endpoint({
      contract: contracts.setBookmarks,
      authorise: (call, caller) => authoriseMarks(call, caller, call.params.id),
      async handle({ headers, body }, { reader, book }, { realm, region }) {
        const read = versionOf(headers["if-match"]);
        const owner = { realm, ...keyOf(reader), bookId: book.id };
        const version = await saveBookmarks(databases[region], owner, read, body);
        return { status: 200, body, headers: { etag: etagOf(version) } };
      },
    }),
    getBook: endpoint({
      contract: contracts.getBook,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { book }, caller) {
        const minutes = await findMinutes(databases[caller.region], book.id);
        return { status: 200, body: { ...bookDetails(book, originOf(caller)), minutes } };
      },
    }),
    getBookFiles: endpoint({
      contract: contracts.getBookFiles,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { book }) {
        const files = await dependencies.storage.list(book.id, book.version);
        return { status: 200, body: { version: book.version, files: files.filter(({ path }) => isRead(path)) } };
      },
    }),
    openBook: endpoint({
      contract: contracts.openBook,
      async authorise(call, caller) {
        const { fileUrl } = call.query;
        const places = { origins: [caller.origin, originOf(caller)], contentPath, backEnd: dependencies.bookBackEnd };
        const pointed = fileUrl === undefined ? null : readFileUrl(fileUrl, places);
        if (fileUrl !== undefined && pointed === null) {
          throw validationError([{ attribute: "fileUrl", reason: "Points nowhere that books are" }]);
        }
        // The back end decides about access by its response to the policy.
        if (pointed?.kind === "back-end") return { self: requireUser(caller), backEnd: pointed };
        // No question of rights: the call names one book and the address of another.
        if (pointed && pointed.bookId !== call.params.id) throw forbidden("The address is another book's");
        return { ...(await authoriseBook(call, caller, call.params.id)), pointed };
      },
      async handle({ params, query }, proof, caller) {
        if (proof.backEnd) {
          return { status: 200, body: await backEndOpening(params.id, proof.backEnd, caller.origin, backEndBooks) };
        }
        const { self, reader, book, pointed } = proof;
        const { realm, region } = caller;
        const keepsPlace = mayKeepPlace(self);
        const [manifest, mark] = await Promise.all([
          manifests.of(region, book),
          keepsPlace ? findLastMark(databases[region], { realm, ...keyOf(reader), bookId: book.id }) : null,
        ]);
        const own = await sign(caller, book);
        const { folder, cookie } = own;
        // A policy for an older version does not open this one.
        const policy = pointed?.policy && pointed.folder === folder ? pointed.policy : own.policy;
        // A finished book starts again at its first page.
        const lastMark = mark && mark.progress < 1 ? placeIn(manifest, mark) : null;
        const start = lastMark && query.from === "mark" ? placeAt(manifest, lastMark) : null;
        const body = {
          bookId: book.id,
          version: book.version,
          resourcesUrl: folder,
          policy,
          book: manifest,
          locations: `${folder}${locationsPath}`,
          lastMark,
          knownMark: mark?.position ?? null,
          keepsPlace,
          first: await firstDocuments(texts, { ...book, manifest }, folder, start),
          documentPolicy: documentPolicy(folder),
          isOfBackEnd: false,
        };
        return { status: 200, body, headers: cookie };
      },
    }),
    getReadings: endpoint({
      contract: contracts.getReadings,
      async authorise(call, caller) {
        const self = requireUser(caller);
        if (call.params.id !== self.uid) throw notFound();
        return { self, reader: await authoriseReader(databases, call, caller) };
      },
      async handle(_input, { self, reader }, { realm, region }) {
        const data = mayKeepPlace(self) ? await findReadings(databases[region], { realm, ...keyOf(reader) }) : [];
        return { status: 200, body: { data } };
      },
    }),
    ...catalogueEndpoints(dependencies, originOf),
    ...readingLogEndpoints(dependencies),
    ...readingStatisticsEndpoints({ databases }),
    ...placedBookEndpoints({ databases, owners, authoriseBook, originOf, ageLimitFor }),
    ...shelfEndpoints({ databases, ageLimitFor, authoriseBook, originOf }),
  };
}

/** The last position; if it belongs to another version of the book, the place with the same progress. */
function placeIn(manifest: Book, { position, progress }: { position: Position; progress: number }): Position {
  if (placeAt(manifest, position)) return position;
  return positionAt(manifest, placeOf(manifest.spine, progress), false);
}

/** Whether the reader requests a file: of the metadata files only the locations, because the manifest is already loaded. */
function isRead(path: string): boolean {
  return path === locationsPath || !(path.startsWith("META-INF/") || path === "mimetype" || path.endsWith(".opf"));
}

function keyOf({ uid, profileId }: Reader): ReaderKey {
  return { uid, profileId };
}
