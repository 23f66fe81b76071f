import type { Databases } from "~/db/.server/connect";
import { placeAt, progressAt } from "~/epub/progress";
import { requireCaller } from "~/services/.server/directory/caller";
import { hasOwnMarks, requireOwnMarks } from "~/services/.server/directory/own-rights";
import { authoriseReader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { etagOf, versionOfTag } from "~/services/.server/dispatch/entity-tag";
import type { libraryContracts } from "~/services/contracts/library";
import { libraryContracts as contracts } from "~/services/contracts/library";
import { notFound } from "~/services/contracts/service-error";
import { type AuthoriseBook, keyOf } from "./authorise-book";
import type { BookAccess } from "./book-access";
import { findBookmarks, saveBookmarks } from "./bookmarks";
import { findLastMark, findReadings, saveLastMark } from "./last-marks";
import type { Manifests } from "./manifests";

type Parts = Pick<BookAccess, "authoriseBook"> & { databases: Databases; manifests: Manifests };

type Calls = Pick<
  typeof libraryContracts,
  "getLastMark" | "setLastMark" | "getBookmarks" | "setBookmarks" | "getReadings"
>;

/** Endpoints of a reader's last position, bookmarks and readings. docs/product/reader.md#calls. */
export function markEndpoints({ databases, authoriseBook, manifests }: Parts): Endpoints<Calls> {
  /** @throws ServiceError 404 like authoriseBook; 403 for callers without their own marks */
  const authoriseMarks: AuthoriseBook = async (call, caller, id) => {
    const proof = await authoriseBook(call, caller, id);
    requireOwnMarks(proof.self);
    return proof;
  };

  return {
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
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id, { evenIfWithheld: true }),
      async handle(_input, { self, reader, book }, { realm, region }) {
        const { version, bookmarks } = hasOwnMarks(self)
          ? await findBookmarks(databases[region], { realm, ...keyOf(reader), bookId: book.id })
          : { version: 0, bookmarks: [] };
        return { status: 200, body: bookmarks, headers: { etag: etagOf(version) } };
      },
    }),
    setBookmarks: endpoint({
      contract: contracts.setBookmarks,
      authorise: (call, caller) => authoriseMarks(call, caller, call.params.id),
      async handle({ headers, body }, { reader, book }, { realm, region }) {
        const read = versionOfTag(headers["if-match"]);
        const owner = { realm, ...keyOf(reader), bookId: book.id };
        const version = await saveBookmarks(databases[region], owner, read, body);
        return { status: 200, body, headers: { etag: etagOf(version) } };
      },
    }),
    getReadings: endpoint({
      contract: contracts.getReadings,
      async authorise(call, caller) {
        const self = requireCaller(caller);
        if (call.params.id !== self.uid) throw notFound();
        return { self, reader: await authoriseReader(databases, call, caller) };
      },
      async handle(_input, { self, reader }, { realm, region }) {
        const data = hasOwnMarks(self) ? await findReadings(databases[region], { realm, ...keyOf(reader) }) : [];
        return { status: 200, body: { data } };
      },
    }),
  };
}
