import type { Database, Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { type Caller, type CallerUser, requireCaller } from "~/services/.server/directory/caller";
import { hasOwnMarks, requireOwnMarks } from "~/services/.server/directory/own-rights";
import { authoriseReader, type CallForReader, type Reader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { libraryContracts as contracts, type libraryContracts } from "~/services/contracts/library";
import { notFound } from "~/services/contracts/service-error";
import { type ShelfQuery, type ShelvedBook, shelfPageSize, type shelfPlaces } from "~/services/contracts/shelf";
import { type AuthoriseBook, rightsOf } from "./authorise-book";
import { shelfBook } from "./shelf-book";
import { createShelfOrders, type ShelfOrder } from "./shelf-order";
import {
  findBegunBooks,
  findFinished,
  findShelf,
  findShelved,
  findSimilarBooks,
  hideReading,
  type ShelfOwner,
  type ShelfRow,
} from "./shelf-store";

type Parts = {
  databases: Databases;
  /** Age limit for books on a person's shelf; null for none. */
  ageLimitFor(realm: Realm, uid: string, profile: Reader["profile"]): Promise<number | null>;
  authoriseBook: AuthoriseBook;
  originOf(caller: Caller): string;
};

type ShelfContracts = Pick<typeof libraryContracts, "getShelf" | "getNextBook" | "getSimilarBooks" | "setReading">;

/** Whether the request has no filter and no sorting. */
function isPlain({ page: _page, place, ...request }: ShelfQuery): boolean {
  return (place ?? "all") === "all" && Object.values(request).every((value) => value === undefined || value === "");
}

/** A page of the shelf in its default order, without books under way, which are shown above it. */
async function plainShelf(
  database: Database,
  owner: ShelfOwner,
  { ids }: ShelfOrder,
  underWay: readonly ShelfRow[],
  page: number,
): Promise<{ rows: ShelfRow[]; totalCount: number; isSimilar: false }> {
  const above = new Set(underWay.map(({ book }) => book.id));
  const others = ids.filter((id) => !above.has(id));
  const offset = (page - 1) * shelfPageSize;
  const rows = await findShelved(database, owner, others.slice(offset, offset + shelfPageSize));
  return { rows, totalCount: others.length, isSimilar: false };
}

/** Internal ids of the caller's schools. */
export function schoolIdsOf({ person }: CallerUser): number[] {
  return person.places.map(({ organizationId }) => organizationId);
}

/** Shelves of the caller. A shared account does not belong to one person, so it has no own shelf. docs/product/control-panel.md#users. */
function placesOf(self: CallerUser): (typeof shelfPlaces)[number][] {
  return [
    "all",
    ...(self.person.sharedAccount ? [] : ["mine" as const]),
    ...(schoolIdsOf(self).length > 0 ? ["school" as const] : []),
  ];
}

/** Maximum number of books under 'More like this'. */
const maxSimilar = 6;

/** Endpoints of the caller's own shelf: its books, the next book, and removing a book from it. docs/product/choices.md#own-calls. */
export function shelfEndpoints(parts: Parts): Endpoints<ShelfContracts> {
  const { databases, authoriseBook, originOf } = parts;
  const orderOf = createShelfOrders();

  /** @throws ServiceError 404 for the shelf of anyone but the caller */
  const authoriseShelf = async (call: CallForReader, caller: Caller, uid: string) => {
    const self = requireCaller(caller);
    if (uid !== self.uid) throw notFound();
    return { self, reader: await authoriseReader(databases, call, caller) };
  };
  const ownerOf = async (
    { self, reader }: { self: CallerUser; reader: Reader },
    { realm }: Caller,
  ): Promise<ShelfOwner> => ({
    realm,
    uid: reader.uid,
    profileId: reader.profileId,
    ...rightsOf(self.person),
    upToAge: await parts.ageLimitFor(realm, reader.uid, reader.profile),
    keepsPlace: hasOwnMarks(self),
    schools: schoolIdsOf(self),
  });

  return {
    getShelf: endpoint({
      contract: contracts.getShelf,
      authorise: (call, caller) => authoriseShelf(call, caller, call.params.id),
      async handle({ query: { own = null, place, ...request } }, proof, caller) {
        const database = databases[caller.region];
        const owner = await ownerOf(proof, caller);
        const places = placesOf(proof.self);
        // A filter by a shelf that the person does not have is ignored.
        const query = place && places.includes(place) ? { ...request, place } : request;
        const [order, underWay] = await Promise.all([orderOf(database, owner, own), findBegunBooks(database, owner)]);
        const { rows, ...meta } = isPlain(query)
          ? await plainShelf(database, owner, order, underWay, query.page ?? 1)
          : await findShelf(database, owner, query, own);
        const shelved = ({ book, progress }: ShelfRow): ShelvedBook => ({
          book: shelfBook(book, originOf(caller)),
          progress,
        });
        return {
          status: 200,
          body: {
            data: rows.map(shelved),
            underWay: underWay.map(shelved),
            choices: order.choices,
            places,
            meta,
          },
        };
      },
    }),
    getNextBook: endpoint({
      contract: contracts.getNextBook,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle({ query: { own = null } }, proof, caller) {
        const database = databases[caller.region];
        const owner = await ownerOf(proof, caller);
        const [{ ids }, finished] = await Promise.all([orderOf(database, owner, own), findFinished(database, owner)]);
        const here = ids.indexOf(proof.book.id);
        // After the end continue at the beginning of the shelf.
        const others = [...ids.slice(here + 1), ...ids.slice(0, Math.max(0, here))];
        const next = others.find((id) => !finished.has(id));
        const [row] = next === undefined ? [] : await findShelved(database, owner, [next]);
        return { status: 200, body: { next: row ? shelfBook(row.book, originOf(caller)) : null } };
      },
    }),
    getSimilarBooks: endpoint({
      contract: contracts.getSimilarBooks,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, proof, caller) {
        const owner = await ownerOf(proof, caller);
        const books = await findSimilarBooks(databases[caller.region], owner, proof.book.id, maxSimilar);
        return { status: 200, body: { data: books.map((each) => shelfBook(each, originOf(caller))) } };
      },
    }),
    setReading: endpoint({
      contract: contracts.setReading,
      async authorise(call, caller) {
        const proof = await authoriseShelf(call, caller, call.params.id);
        requireOwnMarks(proof.self);
        return proof;
      },
      async handle({ params: { bookId }, body: { isHidden } }, { reader }, { realm, region }) {
        if (!(await hideReading(databases[region], { realm, ...reader, bookId }, isHidden))) throw notFound();
        return { status: 204, body: undefined };
      },
    }),
  };
}
