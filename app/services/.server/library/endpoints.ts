import { placeAt, progressAt } from "~/epub/progress";
import { superUserScope } from "~/services/.server/directory/rules";
import { type Caller, type CallerUser, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { libraryContracts, ShelfBook } from "~/services/contracts/library";
import { libraryContracts as contracts } from "~/services/contracts/library";
import { forbidden, notFound, unauthorized } from "~/services/contracts/service-error";
import { findBookmarks, saveBookmarks } from "./bookmarks";
import { contentCookie, documentPolicy, folderUrl } from "./content";
import type { LibraryDependencies } from "./dependencies";
import { firstDocuments, room } from "./first-documents";
import { locationsPath } from "./ingest/ingest-book";
import { findLastMark, findReadings, saveLastMark } from "./last-marks";
import { manifestsOf } from "./manifests";
import { policySeconds, signedLately } from "./signing";
import type { SigningKeys } from "./signing-keys";
import { findBook, findBooks, type StoredBook } from "./store";
import { storedTextsOf } from "./stored-texts";
import { uploadBook } from "./upload-book";

/** The library's endpoints in the order of spec 2, section 7, then spec 3, section 7. */
export function libraryEndpoints(
  dependencies: LibraryDependencies,
  keys: SigningKeys,
): Endpoints<typeof libraryContracts> {
  const { databases, identity, contentOrigin } = dependencies;
  const manifests = manifestsOf(databases);
  const signed = signedLately();
  const texts = storedTextsOf(dependencies.storage, room);

  const subscriptionsOf = async (caller: Caller, uid: string) => {
    const { person } = signedIn(caller);
    const reader = uid === person.uid ? person : await identity.findByUid(caller.realm, uid);
    return reader?.subscriptions.map((subscription) => subscription.type) ?? [];
  };
  /** A book that the caller may open, or 404: whether it exists elsewhere is not told. */
  const opened = async (caller: Caller, id: string) => {
    const uid = signedIn(caller).uid;
    const book = await findBook(databases[caller.region], caller.realm, await subscriptionsOf(caller, uid), id);
    if (!book) throw notFound("There is no such book");
    return book;
  };
  const originOf = (caller: Caller) => contentOrigin ?? caller.origin;
  const sign = async (caller: Caller, book: StoredBook) => {
    const folder = folderUrl(originOf(caller), book.id, book.version);
    const policy = signed(folder, await keys.current(caller.region), new Date());
    return { folder, policy, cookie: { "set-cookie": contentCookie(folder, policy, policySeconds) } };
  };

  return {
    getResourcesUrl: unprovedEndpoint({
      contract: contracts.getResourcesUrl,
      authorise: requireUser,
      async handle({ params }, caller) {
        const book = await opened(caller, params.id);
        return { status: 200, body: { resourcesUrl: folderUrl(originOf(caller), book.id, book.version) } };
      },
    }),
    getPolicy: unprovedEndpoint({
      contract: contracts.getPolicy,
      authorise: requireUser,
      async handle({ params }, caller) {
        const { policy, cookie } = await sign(caller, await opened(caller, params.id));
        return { status: 200, body: { policy }, headers: cookie };
      },
    }),
    getLastMark: unprovedEndpoint({
      contract: contracts.getLastMark,
      authorise: requireUser,
      async handle({ params }, caller) {
        await opened(caller, params.id);
        const mark = await findLastMark(databases[caller.region], caller.realm, signedIn(caller).uid, params.id);
        return { status: 200, body: { position: mark && JSON.stringify(mark.position) } };
      },
    }),
    setLastMark: unprovedEndpoint({
      contract: contracts.setLastMark,
      authorise(_input, caller) {
        if (!mayKeepPlace(caller)) throw forbidden();
      },
      async handle({ params, body }, caller) {
        const manifest = await manifests.of(caller.region, await opened(caller, params.id));
        const { position } = body;
        await saveLastMark(databases[caller.region], {
          realm: caller.realm,
          uid: signedIn(caller).uid,
          bookId: params.id,
          position,
          progress: progressAt(manifest, position),
        });
        return { status: 200, body: { position: JSON.stringify(position) } };
      },
    }),
    getBookmarks: unprovedEndpoint({
      contract: contracts.getBookmarks,
      authorise: requireUser,
      async handle({ params }, caller) {
        await opened(caller, params.id);
        const { version, bookmarks } = mayKeepPlace(caller)
          ? await findBookmarks(databases[caller.region], whoseBook(caller, params.id))
          : { version: 0, bookmarks: [] };
        return { status: 200, body: bookmarks, headers: { etag: etagOf(version) } };
      },
    }),
    setBookmarks: unprovedEndpoint({
      contract: contracts.setBookmarks,
      authorise(_input, caller) {
        if (!mayKeepPlace(caller)) throw forbidden();
      },
      async handle({ params, headers, body }, caller) {
        await opened(caller, params.id);
        const read = versionOf(headers["if-match"]);
        const version = await saveBookmarks(databases[caller.region], whoseBook(caller, params.id), read, body);
        return { status: 200, body, headers: { etag: etagOf(version) } };
      },
    }),
    uploadBook: unprovedEndpoint({
      contract: contracts.uploadBook,
      async authorise(_input, caller) {
        const person = await identity.findByUid(caller.realm, signedIn(caller).uid);
        if (!person?.scopes.includes(superUserScope(caller.realm))) throw forbidden();
      },
      async handle({ body }, caller) {
        return { status: 201, body: await uploadBook(body, caller, dependencies) };
      },
    }),
    getBook: unprovedEndpoint({
      contract: contracts.getBook,
      authorise: requireUser,
      async handle({ params }, caller) {
        return { status: 200, body: shelfBook(await opened(caller, params.id), originOf(caller)) };
      },
    }),
    openBook: unprovedEndpoint({
      contract: contracts.openBook,
      authorise: requireUser,
      async handle({ params, query }, caller) {
        const { uid } = signedIn(caller);
        const keepsPlace = mayKeepPlace(caller);
        const [book, mark] = await Promise.all([
          opened(caller, params.id),
          keepsPlace ? findLastMark(databases[caller.region], caller.realm, uid, params.id) : null,
        ]);
        const manifest = await manifests.of(caller.region, book);
        const { folder, policy, cookie } = await sign(caller, book);
        // A finished book begins anew.
        const lastMark = mark && mark.progress < 1 ? mark.position : null;
        const start = lastMark && query.from === "mark" ? placeAt(manifest, lastMark) : null;
        const body = {
          bookId: book.id,
          version: book.version,
          resourcesUrl: folder,
          policy,
          book: manifest,
          locations: `${folder}${locationsPath}`,
          lastMark,
          keepsPlace,
          first: await firstDocuments(texts, { ...book, manifest }, folder, start),
          documentPolicy: documentPolicy(folder),
        };
        return { status: 200, body, headers: cookie };
      },
    }),
    getUserBooks: unprovedEndpoint({
      contract: contracts.getUserBooks,
      async authorise({ params }, caller) {
        const user = signedIn(caller);
        if (params.id !== user.uid && !(await dependencies.mayViewShelf(caller, params.id))) throw notFound();
      },
      async handle({ params, query }, caller) {
        const { realm, region } = caller;
        const [subscriptions, upToAge] = await Promise.all([
          subscriptionsOf(caller, params.id),
          dependencies.ageLimitOf(realm, params.id),
        ]);
        const found = await findBooks(databases[region], realm, subscriptions, { limit: query.limit, upToAge });
        return { status: 200, body: { data: found.map((book) => shelfBook(book, originOf(caller))) } };
      },
    }),
    getReadings: unprovedEndpoint({
      contract: contracts.getReadings,
      authorise({ params }, caller) {
        if (params.id !== signedIn(caller).uid) throw notFound();
      },
      async handle({ params }, caller) {
        const data = mayKeepPlace(caller) ? await findReadings(databases[caller.region], caller.realm, params.id) : [];
        return { status: 200, body: { data } };
      },
    }),
  };
}

function signedIn(caller: Caller): CallerUser {
  if (!caller.user) throw unauthorized();
  return caller.user;
}

/** Places are a person's own: many share an account, and who acts as somebody leaves no trace in their books. */
function mayKeepPlace(caller: Caller): boolean {
  const { person, actor } = signedIn(caller);
  return !person.sharedAccount && actor === null;
}

function whoseBook(caller: Caller, bookId: string) {
  return { realm: caller.realm, uid: signedIn(caller).uid, bookId };
}

function etagOf(version: number): string {
  return `"${version}"`;
}

/** What is not a tag of ours was never read here, and so is stale. RFC 9110, section 13.1.1. */
function versionOf(ifMatch: string | undefined): number {
  if (ifMatch === undefined) return 0;
  const tag = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim());
  return tag ? Number(tag[1]) : -1;
}

function requireUser(_input: unknown, caller: Caller): void {
  signedIn(caller);
}

function shelfBook(book: StoredBook, origin: string): ShelfBook {
  const { hasCover, ...shelf } = book.shelf;
  return {
    id: book.id,
    version: book.version,
    title: book.title,
    ...shelf,
    coverUrl: hasCover ? `${origin}/services/library/v1/covers/${book.id}/${book.version}` : null,
  };
}
